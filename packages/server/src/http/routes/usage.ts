import { getChannelUsage, getUsage } from '../../actions/usage/usage.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'

export function usageHandlers(deps: AppDeps): Handlers<'getUsage' | 'getChannelUsage'> {
  return {
    getUsage: ({ grant, query }) => getUsage(deps, grant, query),
    getChannelUsage: ({ grant, query }) => getChannelUsage(deps, grant, query),
  }
}
