import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import { MemberList, OwnerHandOver, RoleChange, roleFilter, userId } from '../schemas/members.ts'
import { success } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })

export const memberRoutes = defineRoutes({
  listMembers: {
    method: 'GET',
    path: '/api/channels/:channelId/members',
    tag: 'Members',
    summary: 'List members',
    description: 'Owner, admins and members, active and left, by role, then name.',
    permission: 'member',
    params,
    query: roleFilter('Only people of this role; guests are listed only on request, so that they can be promoted.'),
    answer: { status: 200, schema: MemberList },
  },
  changeRole: {
    method: 'PUT',
    path: '/api/channels/:channelId/members/:userId/role',
    tag: 'Members',
    summary: "Change a member's role",
    description:
      'The owner may give any of the three roles to anybody but themself; an admin may promote a guest to `member`. ' +
      'Becoming a guest ends a subscription.',
    permission: 'admin',
    params: Type.Object({ channelId, userId }),
    body: RoleChange,
    answer: { status: 200, schema: success },
    errors: ['owner-role-fixed', 'member-not-found'],
  },
  handOverOwner: {
    method: 'PUT',
    path: '/api/channels/:channelId/owner',
    tag: 'Members',
    summary: 'Hand the channel over',
    description: 'The named active member becomes the owner, the caller becomes an admin.',
    permission: 'owner',
    params,
    body: OwnerHandOver,
    answer: { status: 200, schema: success },
    errors: ['member-not-found'],
  },
})
