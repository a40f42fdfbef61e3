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
    description: 'Returns the owner, admins and members, both active and left, sorted by role, then name.',
    permission: 'member',
    params,
    query: roleFilter('Only people with this role. Guests are listed only with `guest`.'),
    answer: { status: 200, schema: MemberList },
  },
  changeRole: {
    method: 'PUT',
    path: '/api/channels/:channelId/members/:userId/role',
    tag: 'Members',
    summary: "Update a member's role",
    description:
      'The owner can give anyone else any of the three roles. An admin can only approve a guest, by setting the role ' +
      '`member`. A person who becomes a guest loses their subscription.',
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
    summary: 'Transfer ownership',
    description: 'The active member you name becomes the owner, and the caller becomes an admin.',
    permission: 'owner',
    params,
    body: OwnerHandOver,
    answer: { status: 200, schema: success },
    errors: ['member-not-found'],
  },
})
