/** Of places in the reading order: the order in which a search tells them. */
export function latestFirst(one: { time: number; seq: number }, other: { time: number; seq: number }): number {
  return other.time - one.time || other.seq - one.seq
}
