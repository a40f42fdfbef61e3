/**
 * Which channels a node writes to first when events pour in: those of its slice. The events of other channels wait a moment, until
 * the nodes to whom these belong have written theirs. So two nodes rarely meet at a channel. Nothing depends on it: any node can
 * write any event at any time, and nodes that disagree about the slices only meet more often.
 */
export type Slice = { index: number; of: number }

export function isInSlice(channelId: string, { index, of }: Slice): boolean {
  return of <= 1 || hash(channelId) % of === index
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}
