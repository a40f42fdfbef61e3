import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { rememberSignedIn } from './sign-out.ts'

/** Who is signed in, if anyone. The cookie itself cannot be read here. */
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

export const signInWaysQuery = queryOptions({ queryKey: ['sign-in-ways'], queryFn: () => api.listSignInWays() })

/** Whether this is a demo, which a service of one's own can replace. */
export function useIsDemo(): boolean {
  const { data } = useQuery({ ...signInWaysQuery, staleTime: Number.POSITIVE_INFINITY })
  return data?.isDemo ?? false
}

/** Whether no platform is connected, as in a restored copy, so that nothing new arrives. Fetched once per page load. */
export function useIsDisconnected(): boolean {
  const { data } = useQuery({ ...signInWaysQuery, staleTime: Number.POSITIVE_INFINITY })
  return data?.connectedPlatforms.length === 0
}

export const keysQuery = queryOptions({ queryKey: ['account', 'keys'], queryFn: () => api.listKeys() })

export const signInsQuery = queryOptions({ queryKey: ['account', 'sign-ins'], queryFn: () => api.listSignIns() })
