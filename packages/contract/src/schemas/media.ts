import type { TSchema } from 'typebox'
import { Type } from '../schema.ts'
import { exactly, nextCursor, nullableTimestamp, timestamp, word } from './primitives.ts'

const senderMembers = {
  id: Type.String({ description: 'User id; empty where the platform withholds it.' }),
  name: Type.String({ description: 'Display name at the time of the message; `Unknown` where withheld.' }),
}

const common = {
  id: Type.String({ description: "The message's id on the platform, verbatim." }),
  timestamp: timestamp('When it was sent.'),
}
const media = {
  mediaKey: Type.String({ description: 'Storage key of the media file; opaque, one per message.' }),
  fileSize: Type.Integer({ minimum: 0, description: 'Bytes; 0 until known.' }),
}
const duration = Type.Number({ minimum: 0, description: 'Milliseconds; 0 where the platform does not tell.' })

/** The seven types of messages, each with these members beside its own. */
export function messageVariants<
  const Sender extends Record<string, TSchema>,
  const More extends Record<string, TSchema>,
>(more: { sender: Sender; members: More }) {
  const sender = Type.Object({ ...senderMembers, ...more.sender }, { additionalProperties: false })
  const of = <const T extends string, const P extends Record<string, TSchema>>(type: T, extra: P) =>
    Type.Object({ ...more.members, ...common, sender, type: word([type]), ...extra }, { additionalProperties: false })
  return [
    of('text', { content: Type.String() }),
    of('image', media),
    of('video', { ...media, duration }),
    of('audio', { ...media, duration }),
    of('file', { ...media, fileName: Type.String() }),
    of('location', {
      latitude: Type.Number({ description: 'Decimal degrees.' }),
      longitude: Type.Number({ description: 'Decimal degrees.' }),
      address: Type.String({ description: 'May be empty.' }),
    }),
    of('sticker', { stickerId: Type.String(), packageId: Type.String() }),
  ] as const
}

export const Message = Type.Union([...messageVariants({ sender: {}, members: {} })], {
  title: 'Message',
  description: 'A backed-up message; the extra members depend on `type`.',
  examples: [
    {
      id: '532091845517611041',
      timestamp: '2026-03-01T09:30:00Z',
      sender: { id: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809', name: 'Mika' },
      type: 'text',
      content: 'See you at the station at nine.',
    },
    {
      id: '532091845517611042',
      timestamp: '2026-03-01T09:31:00Z',
      sender: { id: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809', name: 'Mika' },
      type: 'image',
      mediaKey: 'm_0tZ5bq1Yw8XkQ2vLr7NdAc',
      fileSize: 204800,
    },
  ],
})

export const mediaTypes = ['image', 'video', 'audio', 'file'] as const

export const MessagePage = exactly('MessagePage', { messages: Type.Array(Message), nextCursor })

const Version = exactly('Version', {
  content: Type.String({ description: 'What it said.' }),
  at: timestamp('Since when it said so: when it was sent, or edited.'),
  current: Type.Boolean({ description: 'Whether it still says so.' }),
})

export const VersionList = exactly(
  'VersionList',
  { versions: Type.Array(Version) },
  {
    examples: [
      {
        versions: [
          { content: 'See you at nine.', at: '2026-03-01T09:30:00Z', current: false },
          { content: 'See you at ten.', at: '2026-03-01T09:32:00Z', current: true },
        ],
      },
    ],
  },
)

export const MediaItem = exactly(
  'MediaItem',
  {
    id: Type.String({ description: 'Id of the message that carries the media.' }),
    ts: timestamp('When the message was sent.'),
    type: word(mediaTypes),
    sender: Type.String({ description: 'Display name of the sender.' }),
    size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  },
  {
    examples: [{ id: '532091845517611042', ts: '2026-03-01T09:31:00Z', type: 'image', sender: 'Mika', size: 204800 }],
  },
)

export const MediaPage = exactly('MediaPage', { items: Type.Array(MediaItem), nextCursor })

export const Subscription = exactly(
  'Subscription',
  {
    subscribed: Type.Boolean({ description: 'Whether the caller reads and keeps the backup of this channel.' }),
    since: nullableTimestamp('Since when; null while not subscribed.'),
    subscribers: Type.Integer({
      minimum: 0,
      description: 'How many people messages are kept for, the caller included. At 0, no messages are kept.',
    }),
  },
  { examples: [{ subscribed: true, since: '2026-03-01T09:30:00Z', subscribers: 2 }] },
)
