import type { SavedSearch } from '@innkeeper/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { readSearch } from '../query/query-controls.ts'
import type { SearchScope } from '../use-search.ts'

const savedQuery = queryOptions({ queryKey: ['saved-searches'], queryFn: () => api.listSavedSearches() })

/** Those of a channel and of all channels; on the page for all channels, all. */
export function useSavedSearches(scope: SearchScope): { saved: SavedSearch[]; isFailed: boolean } {
  const { data, isError } = useQuery(savedQuery)
  const saved = data?.searches.filter(({ channelId }) => scope === null || channelId === null || channelId === scope)
  return { saved: saved ?? [], isFailed: isError && !data }
}

/** A saved search as it is typed. Programs may have saved its filters apart from the words. */
export const textOfSaved = ({ query }: SavedSearch): string => readSearch(query)

export function useSaveSearch() {
  return useMutation({
    mutationFn: (body: Omit<SavedSearch, 'id' | 'createdAt'>) => api.saveSearch({ body }),
    onSettled: useRefreshSaved(),
  })
}

export function useRenameSearch() {
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => api.changeSavedSearch({ searchId: id, body: { name } }),
    onSettled: useRefreshSaved(),
  })
}

export function useRefreshSaved() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: savedQuery.queryKey })
}
