import { Type } from '../schema.ts'
import { qaModes } from './assistant/config.ts'
import { role } from './members.ts'
import { exactly, nextCursor, nullable, nullableTimestamp, readOnly, timestamp, word } from './primitives.ts'

export const channelTypes = ['group', 'room', 'user'] as const

export const channelStatuses = ['active', 'disabled'] as const

const languages = ['en', 'ja', 'zh-TW', 'zh-CN', 'th'] as const

export const backupPolicies = ['members', 'admins', 'off'] as const

const historyPolicies = ['all', 'since-joined'] as const

export const channelId = Type.String({
  description: "The channel's id on its platform, verbatim.",
  examples: ['C0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f6'],
})

export const Channel = exactly(
  'Channel',
  {
    channelId,
    name: Type.String({ description: 'The name of the chat.' }),
    type: word(channelTypes),
    enabledAt: timestamp('When the channel was last activated.'),
    status: word(channelStatuses),
  },
  {
    description: 'A group chat as it stands in the list.',
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

const enabled = (what: string) => Type.Boolean({ description: `${what} on or off.` })

export const ChannelDetail = exactly(
  'ChannelDetail',
  {
    meta: Type.Object(
      {
        channelId,
        type: word(channelTypes),
        name: Type.String(),
        picture: Type.String({ description: "URL of the channel's picture, on this service." }),
        createdAt: timestamp('When the channel was first seen.'),
        createdBy: Type.String({ description: '`system` for a group or room, the user id for a private chat.' }),
        memberCount: Type.Integer({ minimum: 0, description: 'People in the chat, without the bot.' }),
      },
      { additionalProperties: false },
    ),
    config: Type.Object(
      {
        assistant: Type.Object(
          {
            enabled: enabled('The assistant'),
            qa: Type.Object({ enabled: enabled('Auto-reply'), mode: word(qaModes) }, { additionalProperties: false }),
            welcome: Type.Object({ enabled: enabled('The welcome message') }, { additionalProperties: false }),
            rules: Type.Object({ enabled: enabled('The group rules') }, { additionalProperties: false }),
          },
          { additionalProperties: false },
        ),
        backup: Type.Object(
          { enabled: Type.Boolean({ description: 'True while at least one subscriber remains.' }) },
          { additionalProperties: false },
        ),
      },
      { additionalProperties: false },
    ),
    role,
  },
  {
    description: 'One channel, its configuration and the role of the caller in it.',
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
  status: word(channelStatuses, { description: 'The state the channel shall be in.' }),
})

const timezone = {
  description: 'IANA name of the zone in which the days of this channel begin.',
  examples: ['Asia/Tokyo'],
}

const retentionDays = {
  minimum: 1,
  maximum: 36500,
  description: 'Days a message is kept; null: for ever, or as long as the operator allows.',
}

export const ChannelSettings = exactly(
  'ChannelSettings',
  {
    timezone: Type.String(timezone),
    language: word(languages, { description: 'Language of the words the bot says by itself.' }),
    newMemberRole: word(['member', 'guest'], { description: 'Role of people who join or speak for the first time.' }),
    retentionDays: nullable<number>('integer', retentionDays),
    backup: word(backupPolicies, {
      description: 'Who may subscribe to the backup. Those no longer allowed are suspended, not forgotten.',
    }),
    history: word(historyPolicies, {
      description: '`since-joined`: a subscriber reads what was said since joining.',
    }),
    allowPush: Type.Boolean({ description: 'Whether the bot may send messages that cost quota.' }),
    updatedAt: nullableTimestamp('Last change; null while untouched.'),
    updatedBy: nullable<string>('string', { description: 'User id of the last change; null while untouched.' }),
  },
  {
    description: "The channel's own settings.",
    examples: [
      {
        timezone: 'Asia/Tokyo',
        language: 'ja',
        newMemberRole: 'member',
        retentionDays: null,
        backup: 'members',
        history: 'all',
        allowPush: false,
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
    ...readOnly(['updatedAt', 'updatedBy']),
  },
  { description: 'The members to change; the others stay.', examples: [{ timezone: 'Asia/Tokyo', language: 'ja' }] },
)

export const retentionWish = Type.Integer({
  minimum: retentionDays.minimum,
  maximum: retentionDays.maximum,
  description: 'Days a message would be kept; left out: for ever, or as long as the operator allows.',
})

export const RetentionPreview = exactly(
  'RetentionPreview',
  {
    days: nullable<number>('integer', { description: 'Days that would count; null: for ever.' }),
    ceilingDays: nullable<number>('integer', { description: 'The most the operator allows; null: no limit.' }),
    messages: Type.Integer({ minimum: 0, description: 'Messages that would be deleted.' }),
    mediaFiles: Type.Integer({ minimum: 0, description: 'Media files that would be deleted.' }),
    mediaBytes: Type.Integer({ minimum: 0, description: 'Their size in bytes.' }),
    oldestDay: nullable<string>('string', {
      description: 'The oldest day of which anything would be kept, in the zone of the channel; null: every day.',
      format: 'date',
      examples: ['2026-02-01'],
    }),
  },
  {
    description: 'What a clean-up at this moment would delete.',
    examples: [
      { days: 28, ceilingDays: null, messages: 5120, mediaFiles: 340, mediaBytes: 981467136, oldestDay: '2026-02-01' },
    ],
  },
)

export const ChannelDeletion = exactly(
  'ChannelDeletion',
  { confirm: Type.String({ description: "The channel's name, exactly, as proof that this channel is meant." }) },
  { description: 'Confirms the deletion.', examples: [{ confirm: 'Hiking club' }] },
)

const erasedCount = (description: string) => Type.Integer({ minimum: 0, description })

export const ErasureReceipt = exactly(
  'ErasureReceipt',
  {
    success: Type.Literal(true),
    messages: erasedCount('Messages erased.'),
    versions: erasedCount('Earlier wordings of edited messages erased.'),
    mediaFiles: erasedCount('Media files erased.'),
    mediaBytes: erasedCount('Their size in bytes.'),
    members: erasedCount('Entries of people erased: names, roles, pictures.'),
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
    actor: Type.String({ description: 'User id; `operator` for the command line, `system` for the platform.' }),
    keyId: nullable<string>('string', { description: 'The key it was done with, where one was used.' }),
    action: Type.String({ description: 'What was done.', examples: ['role.changed'] }),
    target: nullable<string>('string', { description: 'Whom or what it was done to.' }),
    detail: Type.Record(Type.String(), Type.Unknown(), { description: 'What changed. Never message text.' }),
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
        type: word(channelTypes),
        status: word(channelStatuses),
        role,
        picture: Type.String({ description: "URL of the channel's picture, on this service." }),
        memberCount: Type.Integer({ minimum: 0, description: 'People in the chat, without the bot.' }),
        backup: Type.Object(
          {
            enabled: Type.Boolean({ description: 'Whether anybody subscribes, so that messages are kept.' }),
            subscribed: Type.Boolean({ description: 'Whether the caller does.' }),
            allowed: Type.Boolean({ description: 'Whether the caller may.' }),
          },
          { additionalProperties: false },
        ),
        lastMessageAt: nullableTimestamp(
          'When the last message was sent that the caller may read; null: there is none.',
        ),
        activity: Type.Array(Type.Integer({ minimum: 0 }), {
          description:
            'Messages backed up a day over the last 30 days, oldest first; 0 before the first day that the caller may read; empty for whoever does not subscribe.',
        }),
        keepers: Type.Array(Type.String(), {
          maxItems: 5,
          description: 'For a guest: names of the owner and admins, who can be asked to let them in; empty for others.',
        }),
      }),
      { description: 'All channels of the caller, those where they are a guest included; the latest message first.' },
    ),
  },
  { description: 'Everything the list of channels shows, in one answer.' },
)
