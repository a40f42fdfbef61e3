import type { SenderName } from '../../domain/search/index-query.ts'
import type { Store } from '../../ports/store.ts'

/** The names in the index, which most searches with several words need and which rarely change. */
export type SenderNames = { get(channelNo: number, version: number): Promise<readonly SenderName[]> }

const mostChannels = 200

export function createSenderNames(store: Pick<Store, 'listSenderNames'>): SenderNames {
  const known = new Map<number, { version: number; names: SenderName[] }>()
  return {
    async get(channelNo, version) {
      const found = known.get(channelNo)
      if (found?.version === version) return found.names
      const names = await store.listSenderNames(channelNo)
      if (known.size >= mostChannels) known.clear()
      known.set(channelNo, { version, names })
      return names
    },
  }
}
