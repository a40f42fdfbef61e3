import type { TooltipProps } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { afterFirstLoad } from './after-first-load.ts'

const Tooltip = lazy(afterFirstLoad(async () => ({ default: (await import('./tooltip.ts')).Tooltip })))

/** A tooltip whose code is loaded after what it explains: on a screen that people open on a slow network. */
export function LateTooltip({ children, ...props }: TooltipProps) {
  return (
    <Suspense fallback={children}>
      <Tooltip {...props}>{children}</Tooltip>
    </Suspense>
  )
}
