/** Lets what concerns the same channel wait for its turn here, and not with a connection in hand at the server, where others need it. */
export type ChannelOrder = <T>(channelIds: readonly string[], work: () => Promise<T>) => Promise<T>

export function createChannelOrder(): ChannelOrder {
  const last = new Map<string, Promise<unknown>>()
  return (channelIds, work) => {
    const earlier = channelIds.flatMap((channelId) => last.get(channelId) ?? [])
    // Each waits only for those that came before it, so nobody waits for each other.
    const result = earlier.length === 0 ? work() : Promise.all(earlier).then(work)
    const end = result.then(forget, forget)
    for (const channelId of channelIds) last.set(channelId, end)
    return result

    function forget(): void {
      for (const channelId of channelIds) if (last.get(channelId) === end) last.delete(channelId)
    }
  }
}
