import type { TimelineItem } from '@innkeeper/contract'
import { lazy, Suspense, useState } from 'react'
import { MenuButton } from './menu-button.tsx'

const MessageMenu = lazy(async () => ({ default: (await import('./message-menu.tsx')).MessageMenu }))

/** A plain button until it is first pressed: menus are expensive, and every row has one. */
export function LateMessageMenu({ item }: { item: Exclude<TimelineItem, { kind: 'gap' }> }) {
  const [wasPressed, setWasPressed] = useState(false)
  const button = <MenuButton onClick={() => setWasPressed(true)} />
  if (!wasPressed) return button
  return (
    <Suspense fallback={button}>
      <MessageMenu item={item} />
    </Suspense>
  )
}
