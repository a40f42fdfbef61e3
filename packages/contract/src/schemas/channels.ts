import { Type } from '../schema.ts'
import { qaModes } from './assistant/config.ts'
import { role } from './members.ts'
import { platformSummary } from './platforms.ts'
import {
  exactly,
  nextCursor,
  nullable,
  nullableTimestamp,
  readOnly,
  sizeLimits,
  timestamp,
  word,
} from './primitives.ts'

export const channelTypes = ['group', 'room', 'user'] as const

export const channelStatuses = ['active', 'disabled'] as const

export const languages = ['en', 'ja', 'zh-TW', 'zh-CN', 'th'] as const

export const backupPolicies = ['members', 'admins', 'off'] as const

const historyPolicies = ['all', 'since-joined'] as const

export const channelId = Type.String({
  description: "The channel's ID on its platform, verbatim.",
  examples: ['C0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f6'],
})

export const Channel = exactly(
  'Channel',
  {
    channelId,
    name: Type.String({ description: 'Name of the chat.' }),
    type: word(channelTypes),
    enabledAt: timestamp('When the channel was last activated.'),
    status: word(channelStatuses),
  },
  {
    description: 'A channel in the list.',
    examples: [
      {
        channelId: 'C0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f6',
        name: 'Riverside Hiking Club',
        type: 'group',
        enabledAt: '2026-03-01T09:30:00Z',
        status: 'active',
      },
    ],
  },
)

export const ChannelList = exactly('ChannelList', { channels: Type.Array(Channel) })

const enabled = (what: string) => Type.Boolean({ description: `Whether ${what} on.` })

export const ChannelDetail = exactly(
  'ChannelDetail',
  {
    meta: Type.Object(
      {
        channelId,
        type: word(channelTypes),
        name: Type.String(),
        picture: Type.String({ description: "URL of the channel's picture on this service." }),
        createdAt: timestamp('When the channel was first seen.'),
        createdBy: Type.String({ description: '`system` for a group or room, the user ID for a private chat.' }),
        memberCount: Type.Integer({ minimum: 0, description: 'Number of people in the chat, without the bot.' }),
      },
      { additionalProperties: false },
    ),
    config: Type.Object(
      {
        assistant: Type.Object(
          {
            enabled: enabled('the assistant is'),
            qa: Type.Object(
              { enabled: enabled('auto-reply is'), mode: word(qaModes) },
              { additionalProperties: false },
            ),
            welcome: Type.Object({ enabled: enabled('the welcome message is') }, { additionalProperties: false }),
            rules: Type.Object({ enabled: enabled('the group rules are') }, { additionalProperties: false }),
          },
          { additionalProperties: false },
        ),
        backup: Type.Object(
          {
            enabled: Type.Boolean({
              description: 'Whether messages are being saved. True while there is at least one subscriber.',
            }),
          },
          { additionalProperties: false },
        ),
      },
      { additionalProperties: false },
    ),
    role,
  },
  {
    description: "A channel, its configuration and the caller's role.",
    examples: [
      {
        meta: {
          channelId: 'C0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f6',
          type: 'group',
          name: 'Riverside Hiking Club',
          picture: 'https://innkeeper.example/pictures/default/5f2b9c01.svg',
          createdAt: '2026-03-01T09:30:00Z',
          createdBy: 'system',
          memberCount: 24,
        },
        config: {
          assistant: {
            enabled: true,
            qa: { enabled: true, mode: 'keyword' },
            welcome: { enabled: false },
            rules: { enabled: false },
          },
          backup: { enabled: true },
        },
        role: 'owner',
      },
    ],
  },
)

export const ChannelStatusChange = exactly('ChannelStatusChange', {
  status: word(channelStatuses, { description: 'The new status.' }),
})

const timezone = {
  description: "IANA time zone for the channel's days.",
  examples: ['Asia/Tokyo'],
}

const retentionDays = {
  minimum: 1,
  maximum: 36500,
  description: 'Number of days to keep messages. Null means forever, or as long as the operator allows.',
}

export const ChannelSettings = exactly(
  'ChannelSettings',
  {
    timezone: Type.String(timezone),
    language: word(languages, {
      description: "Language of the bot's own texts, and of `{date}` and `{time}` in answers.",
    }),
    newMemberRole: word(['member', 'guest'], { description: 'Role for people who join or post for the first time.' }),
    retentionDays: nullable<number>('integer', retentionDays),
    backup: word(backupPolicies, {
      description:
        'Who can subscribe to the backup. Subscribers who lose access are suspended until they are allowed again.',
    }),
    history: word(historyPolicies, {
      description: 'With `since-joined`, subscribers can read only messages sent since they joined.',
    }),
    allowPush: Type.Boolean({ description: 'Whether the bot can send messages that count toward the quota.' }),
    askWithModel: Type.Boolean({
      description:
        'Whether questions about saved messages can be answered with the language model, which then gets messages of this channel.',
    }),
    updatedAt: nullableTimestamp('When it was last changed. Null if never.'),
    updatedBy: nullable<string>('string', {
      description: 'User ID of the person who last changed it. Null if it was never changed.',
    }),
  },
  {
    description: "A channel's settings.",
    examples: [
      {
        timezone: 'Asia/Tokyo',
        language: 'ja',
        newMemberRole: 'member',
        retentionDays: null,
        backup: 'members',
        history: 'all',
        allowPush: false,
        askWithModel: false,
        updatedAt: '2026-03-01T09:30:00Z',
        updatedBy: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
      },
    ],
  },
)

export const ChannelSettingsChange = exactly(
  'ChannelSettingsChange',
  {
    timezone: Type.Optional(Type.String({ ...timezone, format: 'timezone' })),
    language: Type.Optional(word(languages)),
    newMemberRole: Type.Optional(word(['member', 'guest'])),
    retentionDays: Type.Optional(nullable<number>('integer', retentionDays)),
    backup: Type.Optional(word(backupPolicies)),
    history: Type.Optional(word(historyPolicies)),
    allowPush: Type.Optional(Type.Boolean()),
    askWithModel: Type.Optional(Type.Boolean()),
    ...readOnly(['updatedAt', 'updatedBy']),
  },
  {
    description: 'Fields to change. All others stay as they are.',
    examples: [{ timezone: 'Asia/Tokyo', language: 'ja' }],
  },
)

export const retentionWish = Type.Integer({
  minimum: retentionDays.minimum,
  maximum: retentionDays.maximum,
  description: 'Number of days to keep messages. If omitted, forever, or as long as the operator allows.',
})

export const RetentionPreview = exactly(
  'RetentionPreview',
  {
    days: nullable<number>('integer', { description: 'Number of days that would apply. Null means forever.' }),
    ceilingDays: nullable<number>('integer', { description: "The operator's maximum. Null means no limit." }),
    messages: Type.Integer({ minimum: 0, description: 'Messages that would be deleted.' }),
    mediaFiles: Type.Integer({ minimum: 0, description: 'Media files that would be deleted.' }),
    mediaBytes: Type.Integer({ minimum: 0, description: 'Size of those files in bytes.' }),
    oldestDay: nullable<string>('string', {
      description: "Oldest day with anything left, in the channel's time zone. Null if every day is kept.",
      format: 'date',
      examples: ['2026-02-01'],
    }),
  },
  {
    description: 'What cleanup would delete right now.',
    examples: [
      { days: 28, ceilingDays: null, messages: 5120, mediaFiles: 340, mediaBytes: 981467136, oldestDay: '2026-02-01' },
    ],
  },
)

export const ChannelDeletion = exactly(
  'ChannelDeletion',
  { confirm: Type.String({ description: "The channel's exact name." }) },
  { description: 'Confirms the deletion.', examples: [{ confirm: 'Hiking club' }] },
)

const erasedCount = (description: string) => Type.Integer({ minimum: 0, description })

export const ErasureReceipt = exactly(
  'ErasureReceipt',
  {
    success: Type.Literal(true),
    messages: erasedCount('Messages erased.'),
    versions: erasedCount('Previous versions of messages erased.'),
    mediaFiles: erasedCount('Media files erased.'),
    mediaBytes: erasedCount('Size of those files in bytes.'),
    members: erasedCount('Member records erased: names, roles and pictures.'),
  },
  {
    description: 'What was erased.',
    examples: [{ success: true, messages: 5120, versions: 17, mediaFiles: 340, mediaBytes: 981467136, members: 24 }],
  },
)

export const AuditEntry = exactly(
  'AuditEntry',
  {
    id: Type.String(),
    at: timestamp('When it happened.'),
    actor: Type.String({ description: 'User ID, `operator` for the command line, or `system` for the platform.' }),
    keyId: nullable<string>('string', { description: 'Key that was used. Null if there was none.' }),
    action: Type.String({ description: 'What was done.', examples: ['role.changed'] }),
    target: nullable<string>('string', { description: 'Person or thing that was changed.' }),
    detail: Type.Record(Type.String(), Type.Unknown(), { description: 'What changed. Never contains message text.' }),
  },
  {
    examples: [
      {
        id: '42',
        at: '2026-03-01T09:30:00Z',
        actor: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
        keyId: 'k_3fT8sQ0aLm2Z',
        action: 'role.changed',
        target: 'U2b3c4d5e6f708192a3b4c5d6e7f80911',
        detail: { from: 'guest', to: 'member' },
      },
    ],
  },
)

export const AuditPage = exactly('AuditPage', { entries: Type.Array(AuditEntry), nextCursor })

export const Overview = exactly(
  'Overview',
  {
    channels: Type.Array(
      exactly('ChannelCard', {
        channelId,
        name: Type.String(),
        platform: Type.String({ description: 'The platform of the chat, one of `platforms`.' }),
        type: word(channelTypes),
        status: word(channelStatuses),
        inChat: Type.Boolean({
          description:
            "Whether the bot is in the chat. If it isn't, someone has to invite it before the channel can be active.",
        }),
        seesAllMessages: Type.Optional(
          Type.Boolean({
            description:
              'False if the settings on the platform hide messages of the chat from the bot, so that they are neither saved nor ' +
              'answered. Only shown to the owner and admins, who can change that. Missing otherwise.',
          }),
        ),
        role,
        picture: Type.String({ description: "URL of the channel's picture on this service." }),
        memberCount: Type.Integer({ minimum: 0, description: 'Number of people in the chat, without the bot.' }),
        backup: Type.Object(
          {
            enabled: Type.Boolean({ description: 'Whether messages are being saved, because someone is subscribed.' }),
            subscribed: Type.Boolean({ description: 'Whether the caller is subscribed.' }),
            allowed: Type.Boolean({ description: 'Whether the caller can subscribe.' }),
          },
          { additionalProperties: false },
        ),
        lastMessageAt: nullableTimestamp(
          'When the last message that the caller can read was sent. Null if there is none.',
        ),
        activity: Type.Array(Type.Integer({ minimum: 0 }), {
          description:
            'Messages saved per day over the last 30 days, oldest first. 0 before the first day that the caller can read. Empty if ' +
            "the caller isn't subscribed.",
        }),
        unread: Type.Integer({
          minimum: 0,
          maximum: sizeLimits.countedUnreadInCard,
          description:
            `Messages since the caller last looked. ${sizeLimits.countedUnreadInCard} means that many or more. 0 if they never ` +
            "looked, or can't read the messages.",
        }),
        keepers: Type.Array(Type.String(), {
          maxItems: 5,
          description: 'For guests, names of the owner and admins, who can approve them. Empty for others.',
        }),
      }),
      { description: "All of the caller's channels, including those where they are a guest. Latest message first." },
    ),
    platforms: Type.Array(platformSummary, {
      description: 'The platforms that are connected, and those of the channels.',
    }),
  },
  { description: 'Everything needed to show a list of channels.' },
)
