/**
 * The channels that a key is limited to: their numbers between commas, as stored. Null: all channels of its person. What remains of a
 * limit when its channels are deleted is an empty one, which allows nothing.
 */
export type ChannelLimit = string | null

/** A person, as far as their key reaches. */
export type Reach = { userId: string; limit: ChannelLimit }

export function limitTo(channelNos: readonly number[]): string {
  return channelNos.length === 0 ? ',' : `,${[...new Set(channelNos)].join(',')},`
}

/** Each once, although two channels may have become one. */
export function channelsIn(limit: string): number[] {
  return [...new Set(limit.split(',').filter((part) => part !== ''))].map(Number)
}

/** Whether a key with this limit reaches everything that one with the other limit does. */
export function covers(limit: ChannelLimit, other: ChannelLimit): boolean {
  if (limit === null) return true
  if (other === null) return false
  const allowed = new Set(channelsIn(limit))
  return channelsIn(other).every((channelNo) => allowed.has(channelNo))
}

export function allowsChannel(limit: ChannelLimit, channelNo: number): boolean {
  return limit === null || channelsIn(limit).includes(channelNo)
}
