import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { accountsHere, rememberAccounts } from '../api/accounts-here.ts'
import { apiFor } from '../api/client.ts'
import { announceSignOut } from './sign-out.ts'

/** Signs this browser out of these accounts, on the service first. */
export function useSignOut(onError?: (error: Error) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (userIds: readonly string[]) => {
      for (const userId of userIds) await apiFor(userId).endSignIn({ signInId: 'current' })
    },
    onSuccess: (_, userIds) => leaveAccounts(client, userIds),
    ...(onError && { onError }),
  })
}

/** After the browser was signed out of these accounts: the page goes on with the others, if there are any. */
export async function leaveAccounts(client: QueryClient, userIds: readonly string[]): Promise<void> {
  const others = accountsHere().filter((one) => !userIds.includes(one))
  if (others.length === 0) return announceSignOut('chosen')
  rememberAccounts(others)
  await client.resetQueries()
}
