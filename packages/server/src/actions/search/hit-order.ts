import type { MessagePosition } from '../../ports/reading.ts'

export type Order = 'asc' | 'desc'

/** Where a hit is among all channels. Rank: messages (0) come before what the bot said at the same moment (1). */
export type HitPosition = { time: number; rank: 0 | 1; channelNo: number; seq: number }

/** What a part of the search goes through: positions of one channel and rank, from the first to before the end. */
export type HitSpan = { first: MessagePosition; end: MessagePosition }

export const inHitOrder = {
  asc: compare,
  desc: (one: HitPosition, other: HitPosition) => compare(other, one),
}

function compare(one: HitPosition, other: HitPosition): number {
  return one.time - other.time || one.rank - other.rank || one.channelNo - other.channelNo || one.seq - other.seq
}

/** The position right before this one in walking order: a walk that starts beyond it starts with this one. */
export function justBefore(position: HitPosition, order: Order): HitPosition {
  return { ...position, seq: position.seq + (order === 'desc' ? 1 : -1) }
}

/** The part of a span that is beyond a position in walking order. Sequence numbers start at 1. */
export function beyond(
  span: HitSpan,
  part: Pick<HitPosition, 'rank' | 'channelNo'>,
  after: HitPosition,
  order: Order,
): HitSpan {
  const { time, seq } = after
  const side = part.rank - after.rank || part.channelNo - after.channelNo
  if (order === 'desc') {
    const end = side === 0 ? { time, seq } : { time: side < 0 ? time + 1 : time, seq: 0 }
    return { first: span.first, end: isEarlier(end, span.end) ? end : span.end }
  }
  const first = side === 0 ? { time, seq: seq + 1 } : { time: side > 0 ? time : time + 1, seq: 0 }
  return { first: isEarlier(span.first, first) ? first : span.first, end: span.end }
}

export function isEarlier(one: MessagePosition, other: MessagePosition): boolean {
  return one.time < other.time || (one.time === other.time && one.seq < other.seq)
}
