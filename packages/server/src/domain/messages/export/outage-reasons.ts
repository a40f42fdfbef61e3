import type { GapReason } from '@innkeeper/contract'

/** What happens to all channels at once, and so is no happening of one of them. */
const outageReasons = ['service-down', 'restored', 'unreachable', 'switched-off', 'refused', 'reported'] as const
export type OutageReason = (typeof outageReasons)[number]

export function isOutage(reason: GapReason): reason is OutageReason {
  return outageReasons.some((one) => one === reason)
}
