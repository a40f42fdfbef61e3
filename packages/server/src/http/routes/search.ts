import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'

export function searchHandlers({ search }: AppDeps): Handlers<'searchMessages'> {
  return { searchMessages: ({ grant, query }) => search(grant, query) }
}
