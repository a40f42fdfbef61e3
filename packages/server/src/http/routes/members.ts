import { listMemberAnswers } from '../../actions/members/member-answers.ts'
import { getMember, getMemberActivity, listLastSeen } from '../../actions/members/member-detail.ts'
import { approveGuests, changeRole, handOverOwner, listMembers } from '../../actions/members/members.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names =
  | 'listMembers'
  | 'listLastSeen'
  | 'getMember'
  | 'getMemberActivity'
  | 'listMemberAnswers'
  | 'approveGuests'
  | 'changeRole'
  | 'handOverOwner'

export function memberHandlers(deps: AppDeps): Handlers<Names> {
  return {
    listMembers: ({ grant, query }) => listMembers(deps, grant, query),
    listLastSeen: ({ grant }) => listLastSeen(deps, grant),
    getMember: ({ grant, params }) => getMember(deps, grant, params.userId),
    getMemberActivity: ({ grant, params }) => getMemberActivity(deps, grant, params.userId),
    listMemberAnswers: ({ grant, params, query }) => listMemberAnswers(deps, grant, params.userId, query),
    approveGuests: ({ grant, body }) => approveGuests(deps, grant, body),
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
