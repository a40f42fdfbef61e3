// Work waits in memory here, so that it does not occupy a connection while it waits.

/** Runs at most `most` at a time, first come, first served. */
export function createLane(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < most) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

export type ChannelOrder = {
  /** Runs work at once. Later work on these channels waits for it. */
  runNow<T>(channelIds: readonly string[], work: () => Promise<T>): Promise<T>
  run<T>(channelIds: readonly string[], work: () => Promise<T>): Promise<T>
  /** Whether work on this channel is running or waiting. */
  isBusy(channelId: string): boolean
}

/** Runs work on the same channel one after the other. Work only waits for earlier work, so it cannot deadlock. */
export function createChannelOrder(): ChannelOrder {
  const last = new Map<string, Promise<unknown>>()
  const noteLast = <T>(channelIds: readonly string[], result: Promise<T>): Promise<T> => {
    const forget = () => {
      for (const channelId of channelIds) if (last.get(channelId) === end) last.delete(channelId)
    }
    const end = result.then(forget, forget)
    for (const channelId of channelIds) last.set(channelId, end)
    return result
  }
  return {
    runNow: (channelIds, work) => noteLast(channelIds, work()),
    run(channelIds, work) {
      const earlier = channelIds.flatMap((channelId) => last.get(channelId) ?? [])
      return noteLast(channelIds, earlier.length === 0 ? work() : Promise.all(earlier).then(work))
    },
    isBusy: (channelId) => last.has(channelId),
  }
}
