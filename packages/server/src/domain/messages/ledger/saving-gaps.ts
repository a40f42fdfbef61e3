import type { GapReason, HappeningWord } from '@innkeeper/contract'
import type { KnownGap } from './known-gap.ts'

/** Something that happened in the channel, as the timeline shows it. `since`: as far as it was known then. */
export type SavingHappening = { time: number; what: HappeningWord; since: number | null }

/** Why messages are not saved at the moment. */
export type SavingNow = { botPresent: boolean; ownerDisabled: boolean; backedUp: boolean }

const switches: readonly {
  reason: GapReason
  begins: HappeningWord
  ends: HappeningWord
  /** Whether it was off before the first happening that we know of. */
  startsOff: boolean
  isOff(now: SavingNow): boolean
}[] = [
  {
    reason: 'bot-absent',
    begins: 'bot-removed',
    ends: 'bot-added',
    startsOff: false,
    isOff: ({ botPresent }) => !botPresent,
  },
  {
    reason: 'not-backed-up',
    begins: 'backup-off',
    ends: 'backup-on',
    startsOff: true,
    isOff: ({ backedUp }) => !backedUp,
  },
  {
    reason: 'disabled',
    begins: 'disabled',
    ends: 'enabled',
    startsOff: false,
    isOff: ({ ownerDisabled }) => ownerDisabled,
  },
]

/**
 * When nothing was saved, from what happened in the channel, in the order of time. What began before `from` and isn't known any
 * more can be seen from how it ended, or from how it is now.
 */
export function savingGaps(happenings: readonly SavingHappening[], now: SavingNow, from: number): KnownGap[] {
  const gaps: KnownGap[] = []
  for (const { reason, begins, ends, startsOff, isOff } of switches) {
    const own = happenings.filter(({ what }) => what === begins || what === ends)
    let openedAt: number | undefined
    for (const [index, { time, what, since }] of own.entries()) {
      if (what === begins) openedAt ??= time
      else {
        const beganAt = openedAt ?? since ?? (index === 0 && startsOff ? from : undefined)
        if (beganAt !== undefined) gaps.push({ reason, from: beganAt, to: time })
        openedAt = undefined
      }
    }
    if (isOff(now) && (openedAt !== undefined || own.length === 0))
      gaps.push({ reason, from: openedAt ?? from, to: null })
  }
  const missed = happenings.filter(({ what }) => what === 'events-missed')
  return [...gaps, ...missed.map(({ time, since }) => missedGap(time, since))]
}

/** The platform doesn't always say since when. */
function missedGap(time: number, since: number | null): KnownGap {
  return { reason: 'events-missed', from: since ?? time - 1, to: time }
}
