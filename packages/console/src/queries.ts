import { InnkeeperError } from '@innkeeper/client'
import { QueryClient } from '@tanstack/react-query'

/** What the service refuses is refused again at once; only silence and trouble of its own are worth another try. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (tries, error) => tries < 3 && !(error instanceof InnkeeperError && error.status < 500),
    },
  },
})
