import { createKey, getMe, listKeys, revokeKey } from '../../actions/accounts/account.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names = 'getMe' | 'listKeys' | 'createKey' | 'revokeKey'

export function accountHandlers(deps: AppDeps): Handlers<Names> {
  return {
    getMe: ({ grant }) => getMe(deps, grant),
    listKeys: ({ grant }) => listKeys(deps, grant),
    createKey: ({ grant, body }) => createKey(deps, grant, body),
    async revokeKey({ grant, params }) {
      await revokeKey(deps, grant, params.keyId)
      return done
    },
  }
}
