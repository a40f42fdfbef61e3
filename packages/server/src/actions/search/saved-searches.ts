import type { BodyOf, Routes, SavedSearch, SavedSearchList, SearchCriteria } from '@innkeeper/contract'
import { createId } from '../../domain/accounts/token.ts'
import { Refusal } from '../../domain/refusal.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SavedSearchRecord } from '../../ports/records.ts'
import type { Store } from '../../ports/store.ts'
import { type Grant, reachOf } from '../access.ts'
import { asCriteria, readCriteria } from './search-criteria.ts'

type Deps = { store: Store; clock: Clock }

export async function listSavedSearches({ store }: Pick<Deps, 'store'>, grant: Grant): Promise<SavedSearchList> {
  const records = await store.listSavedSearches(reachOf(grant))
  return { searches: records.map(toSavedSearch).sort((one, other) => one.name.localeCompare(other.name)) }
}

export async function saveSearch(
  { store, clock }: Deps,
  { userId, authority: by }: Grant,
  { name, query, channelId }: BodyOf<Routes['saveSearch']>,
): Promise<SavedSearch> {
  refuseNonsense(query)
  const at = clock()
  const search = { searchId: createId('q'), name, query, channelId }
  await store.write<'save-search'>({ kind: 'save-search', by, at, userId, search })
  return toSavedSearch({ ...search, createdAt: at })
}

export async function changeSavedSearch(
  { store, clock }: Deps,
  grant: Grant,
  searchId: string,
  { name, query }: BodyOf<Routes['changeSavedSearch']>,
): Promise<SavedSearch> {
  const { userId, authority: by } = grant
  if (query) refuseNonsense(query)
  const change = { ...(name !== undefined && { name }), ...(query && { query }) }
  await store.write<'change-saved-search'>({
    kind: 'change-saved-search',
    by,
    at: clock(),
    userId,
    searchId,
    ...change,
  })
  const saved = await store.findSavedSearch(reachOf(grant), searchId)
  // Deleted since.
  if (!saved) throw new Refusal('search-not-found')
  return toSavedSearch(saved)
}

export async function deleteSavedSearch(
  { store, clock }: Deps,
  { userId, authority: by }: Grant,
  searchId: string,
): Promise<void> {
  await store.write<'delete-saved-search'>({ kind: 'delete-saved-search', by, at: clock(), userId, searchId })
}

/** What couldn't be searched for isn't saved either. */
function refuseNonsense(query: SearchCriteria): void {
  readCriteria(asCriteria(query))
}

function toSavedSearch({ searchId, name, query, channelId, createdAt }: SavedSearchRecord): SavedSearch {
  return { id: searchId, name, query, channelId, createdAt: toTimestamp(createdAt) }
}
