import { lazy, Suspense } from 'react'
import type { EditedField } from './edited-fields.ts'
import type { Colliding } from './use-edited.ts'

export type { EditedField } from './edited-fields.ts'

type Props<Draft> = { edited: Colliding<Draft>; fields: readonly EditedField[] }

// Rarely shown, and the text comparison is heavy.
const CollisionView = lazy(async () => ({ default: (await import('./collision-view.tsx')).CollisionView }))

/**
 * `<CollisionDialog edited={edited} fields={[{ path: 'message', label: t('…') }]} />` opens by itself if someone else saved
 * first.
 */
export function CollisionDialog<Draft extends object>({ edited, fields }: Props<Draft>) {
  const { collision, isSaving, takeTheirs, saveOver, leaveCollision } = edited
  if (!collision) return null
  return (
    <Suspense>
      <CollisionView
        sides={collision}
        fields={fields}
        isSaving={isSaving}
        onTheirs={takeTheirs}
        onSave={(draft) => saveOver(draft as Draft)}
        onClose={leaveCollision}
      />
    </Suspense>
  )
}
