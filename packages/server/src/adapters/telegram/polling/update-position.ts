import type { SourcePosition } from '../../../ports/connector.ts'
import { readWebhookPosition } from '../webhook/webhook-position.ts'

const source = 'getUpdates'

/**
 * Up to where updates were received. `receivedAt`: the last one. `polledAt`: when Telegram last responded. `resumedAt`: when it did
 * again after more than a day, if it had nothing since then. Null as the number: webhooks received before, which aren't counted.
 */
export type UpdatePosition = { updateId: number | null; receivedAt: number; polledAt: number; resumedAt?: number }

/** Undefined: Telegram has numbered nothing yet. */
export function toSourcePosition({ updateId, receivedAt, polledAt }: UpdatePosition): SourcePosition {
  return { source, value: [updateId ?? '-', receivedAt, polledAt].join(' ') }
}

/** Undefined: nothing was received yet, or the position isn't known any more. */
export function readPosition(position: SourcePosition | undefined): UpdatePosition | undefined {
  const webhook = readWebhookPosition(position)
  if (webhook) return { updateId: null, receivedAt: webhook.seenAt, polledAt: webhook.seenAt }
  const [, first, ...others] = /^(-|\d{1,16}) (\d{1,16}) (\d{1,16})$/.exec(position?.value ?? '') ?? []
  if (position?.source !== source || first === undefined) return undefined
  const [receivedAt, polledAt] = others.map(Number)
  if (receivedAt === undefined || polledAt === undefined) return undefined
  return { updateId: first === '-' ? null : Number(first), receivedAt, polledAt }
}

const hourMs = 60 * 60_000
/** Telegram drops what nobody asks for that long. */
export const keptMs = 24 * hourMs
/** After a week without updates, the next number is random. */
const resetMs = 7 * 24 * hourMs - hourMs

export type Missed = { since: number; until: number; reason: string }

export const awayReason =
  'Innkeeper was away for more than 24 hours. Telegram keeps nothing longer, so messages may be missing'

/**
 * Whether updates are missing before these. Telegram numbers what it delivers one after the other, so a jump means that some were
 * dropped, or that another program received them. After a long absence, only the next number tells: if it follows the last one, nobody
 * wrote. `isFirst`: of these polls, apart from those that returned nothing.
 */
export function decideMissed(
  known: UpdatePosition | undefined,
  updateIds: readonly number[],
  { now, isFirst }: { now: number; isFirst: boolean },
): Missed | undefined {
  if (known === undefined || updateIds.length === 0) return undefined
  const { updateId: last, polledAt, receivedAt } = known
  const resumedAt = known.resumedAt ?? now
  const wasAway = isFirst && resumedAt - polledAt > keptMs
  const away = { since: polledAt, until: resumedAt, reason: awayReason }
  if (last === null) return wasAway ? away : undefined
  const fresh = updateIds.filter((id) => id > last)
  // What it had is older: whether something was dropped shows only with the next one.
  if (fresh.length === 0 && !wasAway) return undefined
  const isComplete = fresh.every((id, index) => id === (fresh[index - 1] ?? last) + 1)
  if (isComplete && fresh.length > 0) return undefined
  if (wasAway) return away
  const mayBeReset = now - receivedAt > resetMs && isInSequence(fresh)
  if (mayBeReset) return undefined
  return {
    since: receivedAt,
    until: now,
    reason: 'Telegram skipped some. Another program may be receiving messages with the same bot token',
  }
}

/**
 * The position after these updates. After a quiet week, Telegram begins with a random number, which may be lower than the last one.
 * After a long absence, the time of the last poll stays until something arrives, because only that tells whether something is missing.
 */
export function advance(
  known: UpdatePosition | undefined,
  ids: readonly number[],
  { now, isFirst }: { now: number; isFirst: boolean },
): UpdatePosition | undefined {
  if (ids.length > 0) return { updateId: Math.max(...ids), receivedAt: now, polledAt: now }
  if (known === undefined) return undefined
  const resumedAt = known.resumedAt ?? now
  if (isFirst && resumedAt - known.polledAt > keptMs) return { ...known, resumedAt }
  return { ...known, polledAt: now }
}

/**
 * The number of the last of these updates if none of them has one. As Telegram counts without gaps, they follow the last one.
 * Undefined if there are none, or no last one to count from.
 */
export function numberUnnumbered(known: UpdatePosition | undefined, count: number): number | undefined {
  const last = known?.updateId ?? undefined
  return count === 0 || last === undefined ? undefined : last + count
}

function isInSequence(ids: readonly number[]): boolean {
  return ids.every((id, index) => index === 0 || id === (ids[index - 1] ?? 0) + 1)
}
