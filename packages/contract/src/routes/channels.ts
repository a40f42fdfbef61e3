import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { AuditPage } from '../schemas/accounts.ts'
import {
  ChannelDeletion,
  ChannelDetail,
  ChannelList,
  ChannelSettings,
  ChannelSettingsChange,
  ChannelStatusChange,
  channelId,
  ErasureReceipt,
  RetentionPreview,
  retentionWish,
  roles,
} from '../schemas/channels.ts'
import { MemberList, OwnerHandOver, RoleChange, userId } from '../schemas/members.ts'
import { cursor, pageSize, success, word } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })
const byRole = (description: string) =>
  Type.Object({ role: Type.Optional(word(roles, { description })) }, { additionalProperties: false })

export const channelRoutes = defineRoutes({
  listChannels: {
    method: 'GET',
    path: '/api/channels',
    tag: 'Channels',
    summary: 'List my channels',
    description: 'The channels the caller may access, newest activation first.',
    permission: 'key',
    query: byRole("Only channels in which the caller has this role; a guest's channels are listed only on request."),
    answer: { status: 200, schema: ChannelList },
  },
  getChannel: {
    method: 'GET',
    path: '/api/channels/:channelId',
    tag: 'Channels',
    summary: 'Read a channel',
    description: 'Open to guests too: this is where a guest sees the role `guest`.',
    permission: 'visitor',
    params,
    answer: { status: 200, schema: ChannelDetail },
  },
  deleteChannel: {
    method: 'DELETE',
    path: '/api/channels/:channelId',
    tag: 'Channels',
    summary: 'Delete a channel with all its data',
    description:
      'Erases messages, media, members, settings, rules and logs, and makes the bot leave the chat. It cannot be undone, so ' +
      "the body must repeat the channel's name. The answer is the receipt: what was erased.",
    permission: 'owner',
    params,
    body: ChannelDeletion,
    answer: { status: 200, schema: ErasureReceipt },
  },
  setStatus: {
    method: 'PUT',
    path: '/api/channels/:channelId/status',
    tag: 'Channels',
    summary: 'Disable or enable a channel',
    description:
      'A disabled channel keeps all data readable, takes no new messages and sends nothing. It cannot be enabled ' +
      'while the bot is not in the chat.',
    permission: 'owner',
    params,
    body: ChannelStatusChange,
    answer: { status: 200, schema: success },
  },
  getSettings: {
    method: 'GET',
    path: '/api/channels/:channelId/settings',
    tag: 'Channels',
    summary: "Read a channel's settings",
    permission: 'member',
    edition: true,
    params,
    answer: { status: 200, schema: ChannelSettings },
  },
  changeSettings: {
    method: 'PUT',
    path: '/api/channels/:channelId/settings',
    tag: 'Channels',
    summary: "Change a channel's settings",
    description: 'Changes the members it names and answers the whole object.',
    permission: 'owner',
    edition: true,
    params,
    body: ChannelSettingsChange,
    answer: { status: 200, schema: ChannelSettings },
  },
  previewRetention: {
    method: 'GET',
    path: '/api/channels/:channelId/settings/retention',
    tag: 'Channels',
    summary: 'What a retention would delete',
    description:
      'Counts what a clean-up would delete at this moment if messages were kept for so many days. Nothing is changed. ' +
      'More days than the operator allows are refused, as they are when the settings are changed.',
    permission: 'owner',
    cost: 'report',
    params,
    query: Type.Object({ days: Type.Optional(retentionWish) }, { additionalProperties: false }),
    answer: { status: 200, schema: RetentionPreview },
  },
  listAudit: {
    method: 'GET',
    path: '/api/channels/:channelId/audit',
    tag: 'Channels',
    summary: 'Who changed what',
    description: 'Roles, hand-over, settings, assistant, status, subscriptions; newest first, never message text.',
    permission: 'owner',
    params,
    query: Type.Object(
      { limit: Type.Optional(pageSize), cursor: Type.Optional(cursor) },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: AuditPage },
  },
  listMembers: {
    method: 'GET',
    path: '/api/channels/:channelId/members',
    tag: 'Members',
    summary: 'List members',
    description: 'Owner, admins and members, active and left, by role, then name.',
    permission: 'member',
    params,
    query: byRole('Only people of this role; guests are listed only on request, so that they can be promoted.'),
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
