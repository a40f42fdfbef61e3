import { InnkeeperError } from '@innkeeper/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { accountsHere, rememberAccounts } from '../api/accounts-here.ts'
import { api } from '../api/client.ts'
import { announceSignOut } from './sign-out.ts'

const noticeSignOut = (error: Error) => {
  if (!(error instanceof InnkeeperError) || error.status !== 401) return
  if (accountsHere().length < 2) announceSignOut('refused')
  else void findRemainingAccounts()
}

/** Of several accounts, one may have been signed out elsewhere, or have expired. The page goes on with the others. */
async function findRemainingAccounts(): Promise<void> {
  try {
    const { accounts } = await api.listAccounts()
    if (rememberAccounts(accounts.map(({ userId }) => userId))) await queries.resetQueries()
  } catch (error) {
    if (!(error instanceof InnkeeperError) || error.status !== 401) return
    rememberAccounts([])
    announceSignOut('refused')
  }
}

/** Requests that the service rejects are not repeated; only network errors and its own failures are. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignOut }),
  mutationCache: new MutationCache({
    // A failed sign-in has the same status; its own screen shows it.
    onError: (error, _input, _context, { options }) => {
      if (!options.meta?.signingIn) noticeSignOut(error)
    },
  }),
  defaultOptions: {
    // The service may be on this machine or in the local network, where the browser's idea of being online says nothing.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (tries, error) => tries < 2 && !(error instanceof InnkeeperError && error.status < 500),
      // The error shows within three seconds instead of ten.
      retryDelay: (tries) => 500 * 2 ** tries,
    },
  },
})
