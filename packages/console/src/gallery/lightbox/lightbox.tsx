import { lazy, Suspense } from 'react'
import type { LightboxProps } from './lightbox-view.tsx'

export type { LightboxItem } from './lightbox-view.tsx'

/** Pictures and videos over the whole window. Its code comes when it is first rendered: render it only when opened. */
export function Lightbox(props: LightboxProps) {
  return (
    <Suspense fallback={null}>
      <LightboxView {...props} />
    </Suspense>
  )
}

const LightboxView = lazy(async () => ({ default: (await import('./lightbox-view.tsx')).LightboxView }))
