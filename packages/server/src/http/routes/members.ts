import { changeRole, handOverOwner, listMembers } from '../../actions/members/members.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names = 'listMembers' | 'changeRole' | 'handOverOwner'

export function memberHandlers(deps: AppDeps): Handlers<Names> {
  return {
    listMembers: ({ grant, query }) => listMembers(deps, grant, query),
    async changeRole({ grant, params, body }) {
      await changeRole(deps, grant, params.userId, body)
      return done
    },
    async handOverOwner({ grant, body }) {
      await handOverOwner(deps, grant, body)
      return done
    },
  }
}
