import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { rememberAccounts } from '../api/accounts-here.ts'
import { api } from '../api/client.ts'
import { ownPath } from './return-path.ts'
import { rememberSignedIn } from './sign-out.ts'

/** The service accepted the sign-in, but the next request came without the cookie. */
export class CookieNotStoredError extends Error {
  override name = 'CookieNotStoredError'
}

type SignedIn = { userId: string }

/** Signs in, checks that the session works, and returns to the previous page, or goes to `findStart` if there was none. */
export function useSignIn<Input>(signIn: (input: Input) => Promise<SignedIn>, findStart = async () => '/') {
  const client = useQueryClient()
  const router = useRouter()
  const { back } = useSearch({ from: '/sign-in' })
  return useMutation({
    meta: { signingIn: true },
    mutationFn: async (input: Input) => {
      const { userId } = await signIn(input)
      const { accounts } = await api.listAccounts().catch((error: unknown) => {
        throw isRefused(error) ? new CookieNotStoredError() : error
      })
      const userIds = accounts.map((one) => one.userId)
      if (!userIds.includes(userId)) throw new CookieNotStoredError()
      rememberAccounts(userIds)
      return back ?? (await findStart())
    },
    onSuccess: (start) => {
      client.clear()
      rememberSignedIn()
      router.history.replace(ownPath(start, window.location.origin))
    },
  })
}

/** Whether the browser stays signed in to its other accounts. */
export function useIsAdding(): boolean {
  return useSearch({ from: '/sign-in' }).add !== undefined
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 401
}
