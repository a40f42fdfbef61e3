import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import {
  AuditPage,
  ChannelDeletion,
  ChannelDetail,
  ChannelList,
  ChannelSettings,
  ChannelSettingsChange,
  ChannelStatusChange,
  channelId,
  ErasureReceipt,
  Overview,
  RetentionPreview,
  retentionWish,
} from '../schemas/channels.ts'
import { roleFilter } from '../schemas/members.ts'
import { cursor, pageSize, success } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })

export const channelRoutes = defineRoutes({
  listChannels: {
    method: 'GET',
    path: '/api/channels',
    tag: 'Channels',
    summary: 'List my channels',
    description: 'The channels the caller may access, newest activation first.',
    permission: 'key',
    query: roleFilter(
      "Only channels in which the caller has this role; a guest's channels are listed only on request.",
    ),
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
})

export const overviewRoutes = defineRoutes({
  getOverview: {
    method: 'GET',
    path: '/api/overview',
    tag: 'Channels',
    summary: 'My channels at a glance',
    permission: 'key',
    answer: { status: 200, schema: Overview },
  },
})
