import { lazy, Suspense } from 'react'
import type { LightboxProps } from './lightbox-view.tsx'

export type { LightboxItem } from './lightbox-view.tsx'

/** Shows pictures and videos over the whole window. Its code is loaded on first render, so render it only when it is opened. */
export function Lightbox(props: LightboxProps) {
  return (
    <Suspense fallback={null}>
      <LightboxView {...props} />
    </Suspense>
  )
}

const LightboxView = lazy(async () => ({ default: (await import('./lightbox-view.tsx')).LightboxView }))
