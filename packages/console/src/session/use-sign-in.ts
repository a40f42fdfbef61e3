import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { meQuery } from './queries.ts'
import { ownPath } from './return-path.ts'
import { rememberSignedIn } from './sign-out.ts'

/** The service accepted the sign-in, but the next request came without the cookie. */
export class CookieNotStoredError extends Error {
  override name = 'CookieNotStoredError'
}

/** Signs in, checks that the session works, and returns to the previous page, or goes to `findStart` if there was none. */
export function useSignIn<Input>(signIn: (input: Input) => Promise<unknown>, findStart = async () => '/') {
  const client = useQueryClient()
  const router = useRouter()
  const { back } = useSearch({ from: '/sign-in' })
  return useMutation({
    meta: { signingIn: true },
    mutationFn: async (input: Input) => {
      await signIn(input)
      const me = await api.getMe().catch((error: unknown) => {
        throw isRefused(error) ? new CookieNotStoredError() : error
      })
      return { me, start: back ?? (await findStart()) }
    },
    onSuccess: ({ me, start }) => {
      client.clear()
      client.setQueryData(meQuery.queryKey, me)
      rememberSignedIn()
      router.history.replace(ownPath(start, window.location.origin))
    },
  })
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 401
}
