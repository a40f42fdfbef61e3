import type { QueryOf, Routes } from '@innkeeper/contract'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import { accessReadable, type Grant } from '../access.ts'
import type { Search } from './search.ts'

type Deps = { store: Store; clock: Clock; search: Search }

// Which channels someone can read is decided here and not where they are searched: that may be a replica, which can be behind.

export async function searchEverywhere(
  deps: Deps,
  grant: Grant,
  query: QueryOf<Routes['searchChannels']>,
): Promise<Buffer> {
  return await deps.search(grant, { kind: 'channels', query, channels: await accessReadable(deps, grant) })
}

export async function countEverywhere(
  deps: Deps,
  grant: Grant,
  query: QueryOf<Routes['countHitsInChannels']>,
): Promise<Buffer> {
  return await deps.search(grant, { kind: 'count-channels', query, channels: await accessReadable(deps, grant) })
}
