import { InnkeeperError } from '@innkeeper/client'
import type { BrowserAccount } from '@innkeeper/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { accountsHere, chooseAccount, chosenAccount, otherAccounts, rememberAccounts } from '../api/accounts-here.ts'
import { api, apiFor } from '../api/client.ts'
import { useMe } from './queries.ts'

/** The accounts that this browser is signed in to. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async () => {
    const { accounts } = await api.listAccounts()
    rememberAccounts(accounts.map(({ userId }) => userId))
    return accounts
  },
  staleTime: 5 * 60_000,
})

/** Empty until they are known. With a single account they are only asked for where they are listed. */
export function useAccounts(): readonly BrowserAccount[] {
  return useQuery({ ...accountsQuery, enabled: accountsHere().length > 1 }).data ?? []
}

/** Whether any of the accounts has operator rights; undefined until that is known. */
export function useIsOperator(): boolean | undefined {
  const me = useMe()
  const accounts = useAccounts()
  return me && (me.isOperator || accounts.some(({ isOperator }) => isOperator))
}

/** The account that everything is about that isn't about a channel. */
export function useChosenAccount(): string | undefined {
  const me = useMe()
  return chosenAccount() ?? me?.userId
}

/** From now on, what isn't about a channel is about this account. */
export async function switchAccount(client: QueryClient, userId: string): Promise<void> {
  chooseAccount(userId)
  await client.resetQueries()
}

/**
 * Asks the same of every account: the chosen one first. An account that has been signed out in the meantime has nothing; the page
 * finds out about it when it lists the accounts.
 */
export async function askEachAccount<Answer>(
  ask: (client: typeof api) => Promise<Answer>,
): Promise<OfAccount<Answer>[]> {
  const others = otherAccounts().map(async (account) => {
    try {
      return [{ account, answer: await ask(apiFor(account)) }]
    } catch (error) {
      if (error instanceof InnkeeperError && error.status === 401) return []
      throw error
    }
  })
  const [own, more] = await Promise.all([ask(api), Promise.all(others)])
  return [{ account: chosenAccount(), answer: own }, ...more.flat()]
}

/** `account` is undefined if there is only one. */
export type OfAccount<Answer> = { account: string | undefined; answer: Answer }

/** A client for a channel's account, or the usual one. */
export const apiOf = (account: string | undefined): typeof api => (account === undefined ? api : apiFor(account))
