import { lazy, Suspense } from 'react'
import { withTexts } from '../locales/i18n.ts'
import { RowSkeletons } from '../ui/rows.tsx'

const Loaded = lazy(
  withTexts(async () => ({ default: (await import('./channel-webhooks.tsx')).ChannelWebhooks }), 'webhooks'),
)
const LoadedOfService = lazy(
  withTexts(async () => ({ default: (await import('./service-webhooks.tsx')).ServiceWebhooks }), 'webhooks'),
)

/** Loaded when someone gets there. */
export function LateChannelWebhooks() {
  return (
    <Suspense fallback={<RowSkeletons />}>
      <Loaded />
    </Suspense>
  )
}

/** Loaded after the settings of the service. */
export function LateServiceWebhooks(props: { canWrite: boolean }) {
  return (
    <Suspense fallback={<RowSkeletons />}>
      <LoadedOfService {...props} />
    </Suspense>
  )
}
