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
    summary: 'List channels',
    description: 'Returns the channels that the caller can access, most recently activated first.',
    permission: 'key',
    query: roleFilter(
      'Only channels in which the caller has this role. Channels where the caller is a guest are listed only with `guest`.',
    ),
    answer: { status: 200, schema: ChannelList },
  },
  getChannel: {
    method: 'GET',
    path: '/api/channels/:channelId',
    tag: 'Channels',
    summary: 'Get a channel',
    description: 'Guests can call this too, and see their role `guest`.',
    permission: 'visitor',
    params,
    answer: { status: 200, schema: ChannelDetail },
  },
  deleteChannel: {
    method: 'DELETE',
    path: '/api/channels/:channelId',
    tag: 'Channels',
    summary: 'Delete a channel',
    description:
      "Erases the channel's messages, media, members, settings, rules and logs, and makes the bot leave the chat. This can't " +
      "be undone, so the body must contain the channel's name. Returns what was erased.",
    permission: 'owner',
    params,
    body: ChannelDeletion,
    answer: { status: 200, schema: ErasureReceipt },
  },
  setStatus: {
    method: 'PUT',
    path: '/api/channels/:channelId/status',
    tag: 'Channels',
    summary: 'Enable or disable a channel',
    description:
      "A disabled channel stays readable, but saves no new messages and sends nothing. It can't be enabled while the bot " +
      "isn't in the chat.",
    permission: 'owner',
    params,
    body: ChannelStatusChange,
    answer: { status: 200, schema: success },
  },
  getSettings: {
    method: 'GET',
    path: '/api/channels/:channelId/settings',
    tag: 'Channels',
    summary: "Get a channel's settings",
    permission: 'member',
    edition: true,
    params,
    answer: { status: 200, schema: ChannelSettings },
  },
  changeSettings: {
    method: 'PUT',
    path: '/api/channels/:channelId/settings',
    tag: 'Channels',
    summary: "Update a channel's settings",
    description: 'Changes the fields you send and returns the whole object.',
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
    summary: 'Preview a retention setting',
    description:
      'Counts what cleanup would delete right now if messages were kept for this many days. Changes nothing. More days than ' +
      'the operator allows are rejected with 400, as when you update the settings.',
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
    summary: 'List audit log entries',
    description:
      'Shows who changed roles, ownership, settings, the assistant, the status and subscriptions, newest first. Never ' +
      'contains message text.',
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
    summary: 'Get an overview of channels',
    permission: 'key',
    answer: { status: 200, schema: Overview },
  },
})
