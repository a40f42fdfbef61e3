import { ask } from '../../actions/asking/ask.ts'
import { getDigest } from '../../actions/asking/digest.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'

export function askingHandlers(deps: AppDeps): Handlers<'askBackup' | 'getDigest'> {
  return {
    askBackup: ({ grant, body }) => ask(deps, grant, body),
    getDigest: ({ grant, query }) => getDigest(deps, grant, query),
  }
}
