import { InnkeeperError } from '@innkeeper/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { announceSignOut } from './sign-out.ts'

const noticeSignOut = (error: Error) => {
  if (error instanceof InnkeeperError && error.status === 401) announceSignOut('refused')
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
