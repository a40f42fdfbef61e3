import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import { MemberList, OwnerHandOver, RoleChange, roleFilter, userId } from '../schemas/members.ts'
import {
  ApprovalReport,
  GuestApprovals,
  LastSeenList,
  MemberActivity,
  MemberAnswers,
  MemberDetail,
} from '../schemas/people.ts'
import { cursor, pageSize, success } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })
const memberParams = Type.Object({ channelId, userId })

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
  listLastSeen: {
    method: 'GET',
    path: '/api/channels/:channelId/last-seen',
    tag: 'Members',
    summary: 'List when members were last seen',
    description:
      'When people last posted or joined, to within an hour, latest first. Leaves out people who sent `/private`, and ' +
      "excludes anything before the caller's visible history. Nothing is known from before this feature was installed.",
    permission: 'member',
    params,
    answer: { status: 200, schema: LastSeenList },
  },
  getMember: {
    method: 'GET',
    path: '/api/channels/:channelId/members/:userId',
    tag: 'Members',
    summary: 'Get a member',
    description: 'Also works for guests and for people who left. People who were erased are not found.',
    permission: 'member',
    params: memberParams,
    answer: { status: 200, schema: MemberDetail },
    errors: ['member-not-found'],
  },
  getMemberActivity: {
    method: 'GET',
    path: '/api/channels/:channelId/members/:userId/activity',
    tag: 'Members',
    summary: "Count a member's messages",
    description:
      'Counts only saved messages that the caller can read, so what was sent before the caller joined, or while the person was ' +
      'private, may be missing.',
    permission: 'member',
    subscriber: true,
    cost: 'report',
    params: memberParams,
    answer: { status: 200, schema: MemberActivity },
    errors: ['member-not-found'],
  },
  listMemberAnswers: {
    method: 'GET',
    path: '/api/channels/:channelId/members/:userId/answers',
    tag: 'Members',
    summary: 'List what a member asked the bot',
    description:
      "Shows the answers in the send log to one person's messages, newest first. The owner and admins can see everyone's, " +
      'members only their own. Of someone who is private, others see only what they asked before.',
    permission: 'member',
    cost: 'report',
    params: memberParams,
    query: Type.Object(
      { limit: Type.Optional(pageSize), cursor: Type.Optional(cursor) },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: MemberAnswers },
    errors: ['permission-denied', 'member-not-found'],
  },
  approveGuests: {
    method: 'POST',
    path: '/api/channels/:channelId/approvals',
    tag: 'Members',
    summary: 'Approve several guests',
    description:
      'Makes these guests members. The others in the request are approved even if one of them has left or has access already. ' +
      'The audit log shows each of them.',
    permission: 'admin',
    params,
    body: GuestApprovals,
    answer: { status: 200, schema: ApprovalReport },
  },
  changeRole: {
    method: 'PUT',
    path: '/api/channels/:channelId/members/:userId/role',
    tag: 'Members',
    summary: "Update a member's role",
    description:
      'The owner can give anyone else any of the three roles. An admin can only approve a guest, by setting the role ' +
      '`member`. A person who becomes a guest loses their subscription. Where roles come from the platform, this one applies until ' +
      "the person's status changes there.",
    permission: 'admin',
    params: memberParams,
    body: RoleChange,
    answer: { status: 200, schema: success },
    errors: ['owner-role-fixed', 'member-not-found'],
  },
  handOverOwner: {
    method: 'PUT',
    path: '/api/channels/:channelId/owner',
    tag: 'Members',
    summary: 'Transfer ownership',
    description:
      'The active member you name becomes the owner, and the caller becomes an admin. If the owner comes from the platform, ' +
      'ownership can only be transferred there.',
    permission: 'owner',
    params,
    body: OwnerHandOver,
    answer: { status: 200, schema: success },
    errors: ['owner-on-platform', 'member-not-found'],
  },
})
