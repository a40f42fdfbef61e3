import type { SavedSearch } from '@innkeeper/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { overviewQuery } from '../../channel/queries.ts'
import { apiOf, askEachAccount } from '../../session/accounts.ts'
import { readSearch } from '../query/query-controls.ts'
import type { SearchScope } from '../use-search.ts'

/** `account`: the one it belongs to, of several. */
export type OwnSearch = SavedSearch & { account: string | undefined }

const savedQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: async (): Promise<OwnSearch[]> => {
    const lists = await askEachAccount((client) => client.listSavedSearches())
    return lists.flatMap(({ account, answer }) => answer.searches.map((one) => ({ ...one, account })))
  },
})

/** Those of a channel and of all channels; on the page for all channels, all. */
export function useSavedSearches(scope: SearchScope): { saved: OwnSearch[]; isFailed: boolean } {
  const { data, isError } = useQuery(savedQuery)
  const saved = data?.filter(({ channelId }) => scope === null || channelId === null || channelId === scope)
  return { saved: saved ?? [], isFailed: isError && !data }
}

/** A saved search as it is typed. Programs may have saved its filters apart from the words. */
export const textOfSaved = ({ query }: SavedSearch): string => readSearch(query)

/** Saved for the account that sees the channel. */
export function useSaveSearch() {
  const channels = useQuery(overviewQuery).data?.channels
  return useMutation({
    mutationFn: (body: Omit<SavedSearch, 'id' | 'createdAt'>) =>
      apiOf(channels?.find(({ channelId }) => channelId === body.channelId)?.account).saveSearch({ body }),
    onSettled: useRefreshSaved(),
  })
}

export function useRenameSearch() {
  return useMutation({
    mutationFn: ({ id, name, account }: Pick<OwnSearch, 'id' | 'name' | 'account'>) =>
      apiOf(account).changeSavedSearch({ searchId: id, body: { name } }),
    onSettled: useRefreshSaved(),
  })
}

export function useRefreshSaved() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: savedQuery.queryKey })
}
