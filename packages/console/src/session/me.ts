import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { rememberSignedIn } from './remembered.ts'

/** Who is signed in, if anybody: the cookie itself cannot be read here. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const me = await api.getMe()
    rememberSignedIn()
    return me
  },
  staleTime: 5 * 60_000,
})

export function useMe() {
  return useQuery(meQuery).data
}
