import type { SourcePosition } from '../../../ports/connector.ts'

const source = 'getUpdates'

/** Up to where updates were received. `receivedAt`: the last one. `polledAt`: when Telegram last responded. */
export type UpdatePosition = { updateId: number; receivedAt: number; polledAt: number }

export function toSourcePosition({ updateId, receivedAt, polledAt }: UpdatePosition): SourcePosition {
  return { source, value: [updateId, receivedAt, polledAt].join(' ') }
}

/** Undefined: nothing was received yet, or the position isn't known any more. */
export function readPosition(position: SourcePosition | undefined): UpdatePosition | undefined {
  if (position?.source !== source) return undefined
  const [updateId, receivedAt, polledAt, ...others] = position.value.split(' ').map(Number)
  const isComplete = [updateId, receivedAt, polledAt].every(Number.isSafeInteger) && others.length === 0
  if (!isComplete || updateId === undefined || receivedAt === undefined || polledAt === undefined) return undefined
  return { updateId, receivedAt, polledAt }
}

const hourMs = 60 * 60_000
/** Telegram drops what nobody asks for that long. */
const keptMs = 24 * hourMs
/** After a week without updates, the next number is random. */
const resetMs = 7 * 24 * hourMs - hourMs

export type Missed = { since: number; reason: string }

/**
 * Whether updates are missing before these. Telegram numbers what it delivers one after the other, so a jump means that some were
 * dropped, or that another program received them. `isFirst`: of these polls.
 */
export function decideMissed(
  known: UpdatePosition | undefined,
  updateIds: readonly number[],
  { now, isFirst }: { now: number; isFirst: boolean },
): Missed | undefined {
  if (known === undefined) return undefined
  const wasAway = isFirst && now - known.polledAt > keptMs
  const away = {
    since: known.polledAt,
    reason: 'Innkeeper was away for more than 24 hours, and Telegram keeps nothing longer',
  }
  const fresh = updateIds.filter((id) => id > known.updateId)
  // Telegram had nothing, or what it had is older: whether something was dropped shows only with the next one.
  if (fresh.length === 0) return wasAway && updateIds.length === 0 ? away : undefined
  const isComplete = fresh.every((id, index) => id === (fresh[index - 1] ?? known.updateId) + 1)
  if (isComplete) return undefined
  if (wasAway) return away
  const mayBeReset = now - known.receivedAt > resetMs && isInSequence(fresh)
  if (mayBeReset) return undefined
  return {
    since: known.receivedAt,
    reason: 'Telegram skipped some. Another program may be receiving messages with the same bot token',
  }
}

function isInSequence(ids: readonly number[]): boolean {
  return ids.every((id, index) => index === 0 || id === (ids[index - 1] ?? 0) + 1)
}
