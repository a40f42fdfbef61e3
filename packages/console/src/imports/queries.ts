import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../api/client.ts'
import { useChannel } from '../channel/channel.ts'
import { channelKey } from '../channel/queries.ts'
import { isBusy, isWritten } from './import-states.ts'
import type { ChoicesChange } from './preview/draft.ts'

/** While a job works on an import, the page asks how far it is. Live events don't say. */
const pollMs = 1000

/** Everything about imports is cached below this key. */
const importsKey = (channelId: string) => [...channelKey(channelId), 'imports'] as const

const importsQuery = (channelId: string) =>
  queryOptions({
    queryKey: importsKey(channelId),
    queryFn: () => api.listImports({ channelId }),
    refetchInterval: ({ state }) => (state.data?.imports.some(isBusy) ? pollMs : false),
    refetchOnWindowFocus: 'always',
  })

export const importQuery = (channelId: string, number: number) =>
  queryOptions({
    queryKey: [...importsKey(channelId), number],
    queryFn: () => api.getImport({ channelId, number: String(number) }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? pollMs : false),
    refetchOnWindowFocus: 'always',
  })

/** Other imports may have been made or undone since, so it's read each time someone asks. */
export const undoQuery = (channelId: string, number: number) =>
  queryOptions({
    queryKey: [...channelKey(channelId), 'undo-import', number],
    queryFn: () => api.previewUndo({ channelId, number: String(number) }),
    staleTime: 0,
    gcTime: 0,
  })

/** All imports. When messages were added or removed, everything else of the channel is read again. */
export function useImports() {
  const { channelId } = useChannel()
  const client = useQueryClient()
  const list = useQuery(importsQuery(channelId))
  const states = list.data?.imports.flatMap((one) => (isWritten(one) ? `${one.number} ${one.state}` : [])).join()
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (before.current !== undefined && before.current !== states)
      void client.invalidateQueries({ queryKey: channelKey(channelId) })
    before.current = states
  }, [states, client, channelId])
  return list
}

export function useReadImports(): () => Promise<void> {
  const { channelId } = useChannel()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: importsKey(channelId) })
}

/** Commits, undoes or deletes an import. */
export function useMove(move: 'commitImport' | 'undoImport' | 'deleteImport') {
  const { channelId } = useChannel()
  const readAgain = useReadImports()
  return useMutation({
    mutationFn: (number: number) => api[move]({ channelId, number: String(number) }),
    // Also after a failure: someone else may have done something with it.
    onSettled: readAgain,
  })
}

/** Changes what was chosen for an import, which is then read again. */
export function useChangeChoices(number: number) {
  const { channelId } = useChannel()
  const client = useQueryClient()
  const readAgain = useReadImports()
  return useMutation({
    mutationFn: (body: ChoicesChange) => api.changeImport({ channelId, number: String(number), body }),
    onSuccess: (detail) => client.setQueryData(importQuery(channelId, number).queryKey, detail),
    onSettled: readAgain,
  })
}
