import type { Static, TSchema } from 'typebox'
import { Type } from '../schema.ts'
import { mediaStates, preview } from './media.ts'
import { day, exactly, nextCursor, nullable, nullableTimestamp, sizeLimits, timestamp, word } from './primitives.ts'

export const messageTypes = ['text', 'image', 'video', 'audio', 'file', 'location', 'sticker'] as const

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

/** The seven message types, each with these members in addition to its own. */
function messageVariants<
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

type ImageSet = { id: string; index: number | null; total: number | null }

const Quoted = exactly(
  'Quoted',
  {
    id: Type.String({ description: 'Id of the message that is answered.' }),
    sender: nullable<string>('string', { description: 'Display name; null where the message cannot be read.' }),
    type: Type.Unsafe<(typeof messageTypes)[number] | null>({
      type: ['string', 'null'],
      enum: [...messageTypes, null],
      description: 'What it is; null where it cannot be read: unsent, expired, or never backed up.',
    }),
    excerpt: Type.String({ description: 'The beginning of what it says, or its file name; may be empty.' }),
  },
  { description: 'The message that another one answers.' },
)

export const textRanges = (what: string) =>
  Type.Array(
    Type.Object(
      { start: Type.Integer({ minimum: 0 }), length: Type.Integer({ minimum: 1 }) },
      { additionalProperties: false },
    ),
    { description: what },
  )

export const TimelineMessage = Type.Union(
  [
    ...messageVariants({
      sender: { pictureUrl: Type.String({ description: "URL of the sender's picture, on this service." }) },
      members: {
        kind: Type.Literal('message'),
        isFromBot: Type.Boolean({ description: 'Whether another bot sent it.' }),
        edited: Type.Boolean({ description: 'Whether it said something else before; its versions tell what.' }),
        editedAt: nullableTimestamp('When it was last edited; null: never.'),
        quoted: Type.Unsafe<Static<typeof Quoted> | null>({
          anyOf: [Quoted, { type: 'null' }],
          description: 'The message that it answers; null: none.',
        }),
        imageSet: Type.Unsafe<ImageSet | null>({
          type: ['object', 'null'],
          description: 'Pictures that were sent together have the same id.',
          properties: {
            id: { type: 'string' },
            index: { type: ['integer', 'null'] },
            total: { type: ['integer', 'null'] },
          },
          required: ['id', 'index', 'total'],
          additionalProperties: false,
        }),
        mentions: textRanges('Where people are named in the text, in UTF-16 units.'),
        title: nullable<string>('string', { description: 'Of a place; or what a sticker says.' }),
        mediaState: Type.Unsafe<(typeof mediaStates)[number] | null>({
          type: ['string', 'null'],
          enum: [...mediaStates, null],
          description: '`pending`: not arrived yet; `lost`: it never will; null: there is no file.',
        }),
        lostReason: nullable<string>('string', { description: 'Why the file was lost.' }),
        preview,
      },
    }),
  ],
  {
    title: 'TimelineMessage',
    description: 'A message with what stands around it; the extra members depend on `type`.',
  },
)

const TimelineAnswer = exactly(
  'TimelineAnswer',
  {
    kind: Type.Literal('answer'),
    id: Type.String({ description: 'Of the entry in the send log.' }),
    at: timestamp('When its cause came to pass.'),
    what: word(['answer', 'welcome', 'command', 'notice']),
    texts: Type.Array(Type.String(), { description: 'Bubble by bubble; empty where they were erased.' }),
    messageId: nullable<string>('string', { description: 'The message it answers.' }),
  },
  { description: 'What the bot said.' },
)

const TimelineGap = exactly(
  'TimelineGap',
  { kind: Type.Literal('gap'), at: timestamp('When a message was sent that its sender took back since.') },
  { description: 'The place of a message that was unsent.' },
)

export const TimelineItem = Type.Union([TimelineMessage, TimelineAnswer, TimelineGap], {
  title: 'TimelineItem',
  description: 'What stands in the conversation; the members depend on `kind`.',
})

export const Timeline = exactly(
  'Timeline',
  {
    items: Type.Array(TimelineItem, { description: 'Oldest first.' }),
    timezone: Type.String({ description: "The channel's, in which its days lie." }),
    lastEventId: Type.String({
      description: 'The place in the channel’s events up to which this page is current; send it as `Last-Event-ID`.',
    }),
    previousCursor: nullable<string>('string', { description: 'Leads to what was before; null at the beginning.' }),
    nextCursor: nullable<string>('string', {
      description: 'Leads to what came after; null at the end, where events tell what comes.',
    }),
  },
  { description: 'A piece of the conversation.' },
)

export const DayList = exactly(
  'DayList',
  {
    timezone: Type.String({ description: "The channel's." }),
    today: day('Today in that zone.'),
    firstDay: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'With a message that can be read.' }),
    lastDay: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The last of them.' }),
    days: Type.Array(
      Type.Object(
        {
          date: day('A day with messages.'),
          messages: Type.Integer({
            minimum: 1,
            maximum: sizeLimits.countedADay,
            description: `How many; ${sizeLimits.countedADay} stands for that many or more.`,
          }),
        },
        { additionalProperties: false },
      ),
      { description: 'Days with messages, oldest first; those without are left out.' },
    ),
  },
  { description: 'Which days have something to read.' },
)
