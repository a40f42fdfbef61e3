import { InnkeeperError } from '@innkeeper/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { announceSignOut } from './sign-out.ts'

const noticeSignOut = (error: Error) => {
  if (error instanceof InnkeeperError && error.status === 401) announceSignOut('refused')
}

/** What the service refuses is refused again at once; only silence and trouble of its own are worth another try. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignOut }),
  mutationCache: new MutationCache({
    // Signing in is refused with the same status; its screen says so itself.
    onError: (error, _input, _context, { options }) => {
      if (!options.meta?.signingIn) noticeSignOut(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (tries, error) => tries < 2 && !(error instanceof InnkeeperError && error.status < 500),
      // Words follow within three seconds, rather than after ten.
      retryDelay: (tries) => 500 * 2 ** tries,
    },
  },
})
