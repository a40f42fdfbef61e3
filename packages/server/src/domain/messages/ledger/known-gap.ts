import type { GapReason, GapSource } from '@innkeeper/contract'

/** A time in which messages may be missing. `to`: null while it goes on. */
export type KnownGap = { reason: GapReason; from: number; to: number | null }

/** What an operator is told about. */
export const recentGapsMs = 7 * 86_400_000

/** How we know of each reason, and how exact that is. */
export const knowledge: Record<GapReason, { knownFrom: GapSource; precisionSeconds: number }> = {
  'bot-absent': { knownFrom: 'events', precisionSeconds: 0 },
  'not-backed-up': { knownFrom: 'settings', precisionSeconds: 0 },
  disabled: { knownFrom: 'settings', precisionSeconds: 0 },
  'service-down': { knownFrom: 'heartbeat', precisionSeconds: 30 },
  restored: { knownFrom: 'restore', precisionSeconds: 30 },
  unreachable: { knownFrom: 'platform-check', precisionSeconds: 900 },
  'switched-off': { knownFrom: 'platform-check', precisionSeconds: 900 },
  refused: { knownFrom: 'own-answers', precisionSeconds: 60 },
  reported: { knownFrom: 'operator', precisionSeconds: 60 },
  'events-missed': { knownFrom: 'platform', precisionSeconds: 0 },
}
