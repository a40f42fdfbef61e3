/**
 * When events pour in, nodes write in turn: each begins its batches at its own moment of a round, by the server's clock. So they
 * rarely meet at a channel, and each writes one large batch instead of several small ones. Nothing depends on it: any node can write
 * any event at any time, and nodes that disagree about the turns only meet more often.
 */
export type Turn = {
  index: number
  /** How many nodes there are. */
  of: number
  /** This machine's clock, compared with the server's. */
  aheadMs: number
}

/** Longer ones make larger batches, which counts when there is much to write. Otherwise people would wait for nothing. */
const turnMs = { busy: 20, calm: 15 }
/** With many nodes, turns are shorter, so that nobody waits long. */
const longestRoundMs = 100

/** How much this node has to write. Others may see it differently. */
export type Bustle = keyof typeof turnMs

/** Until this node's next turn begins; undefined if it is the only one. */
export function untilTurn(now: number, { index, of, aheadMs }: Turn, bustle: Bustle): number | undefined {
  if (of <= 1) return undefined
  const roundMs = Math.min(of * turnMs[bustle], longestRoundMs)
  const sinceTurnMs = (now - aheadMs - (index * roundMs) / of) % roundMs
  return roundMs - (sinceTurnMs < 0 ? sinceTurnMs + roundMs : sinceTurnMs)
}
