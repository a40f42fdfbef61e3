import type { Static, TSchema } from 'typebox'
import { Type } from '../schema.ts'
import { mediaStates, preview } from './media.ts'
import { originMembers } from './origin.ts'
import { day, exactly, nextCursor, nullable, nullableTimestamp, sizeLimits, timestamp, word } from './primitives.ts'

export const messageTypes = ['text', 'image', 'video', 'audio', 'file', 'location', 'sticker'] as const

export const Subscription = exactly(
  'Subscription',
  {
    subscribed: Type.Boolean({ description: "Whether the caller is subscribed to the channel's backup." }),
    since: nullableTimestamp('When the subscription started. Null if not subscribed.'),
    subscribers: Type.Integer({
      minimum: 0,
      description: 'Number of people for whom messages are saved, including the caller. At 0, no messages are saved.',
    }),
  },
  { examples: [{ subscribed: true, since: '2026-03-01T09:30:00Z', subscribers: 2 }] },
)

const senderMembers = {
  id: Type.String({ description: 'User ID. Empty if the platform withholds it.' }),
  name: Type.String({
    description: 'Display name at the time of the message. `Unknown` if the platform withholds it.',
  }),
}

const common = {
  id: Type.String({ description: "The message's ID on the platform, verbatim." }),
  timestamp: timestamp('When it was sent.'),
}

const media = {
  mediaKey: Type.String({ description: 'Storage key of the media file. Opaque and unique per message.' }),
  fileSize: Type.Integer({ minimum: 0, description: 'Size in bytes. 0 until known.' }),
  caption: Type.Optional(
    Type.String({ description: 'Text that was sent with the file. Absent if there is none. Edits change it.' }),
  ),
}

const duration = Type.Number({ minimum: 0, description: "In milliseconds. 0 if the platform doesn't report it." })

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
  description: 'A saved message. The additional fields depend on `type`.',
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
  content: Type.String({ description: 'The text, or the caption, of this version. A caption may be empty.' }),
  at: timestamp('When this version was sent or edited.'),
  current: Type.Boolean({ description: 'Whether this is the current version.' }),
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
type Topic = { id: string; name: string | null }

const Quoted = exactly(
  'Quoted',
  {
    id: Type.String({ description: 'ID of the quoted message.' }),
    sender: nullable<string>('string', { description: "Display name. Null if the message can't be read." }),
    type: Type.Unsafe<(typeof messageTypes)[number] | null>({
      type: ['string', 'null'],
      enum: [...messageTypes, null],
      description:
        "Type of the message. Null if it can't be read, because it was unsent, has expired or was never saved.",
    }),
    excerpt: Type.String({ description: 'Start of its text or caption, or its file name. May be empty.' }),
  },
  { description: 'A message that another message quotes.' },
)

const StickerPicture = exactly(
  'StickerPicture',
  {
    url: Type.String({
      description: 'URL of the picture on this service. It needs no key, and you can cache it forever.',
    }),
    width: Type.Integer({ minimum: 1, description: 'In pixels.' }),
    height: Type.Integer({ minimum: 1, description: 'In pixels.' }),
  },
  { description: 'A still picture of a sticker, with a transparent background.' },
)

export const textRanges = (what: string) =>
  Type.Array(
    Type.Object(
      { start: Type.Integer({ minimum: 0 }), length: Type.Integer({ minimum: 1 }) },
      { additionalProperties: false },
    ),
    { description: what },
  )

const Mention = Type.Object(
  {
    start: Type.Integer({ minimum: 0 }),
    length: Type.Integer({ minimum: 1 }),
    userId: nullable<string>('string', {
      description: "Who is mentioned. Null if it is everyone or the bot, or if the platform doesn't say.",
    }),
  },
  { additionalProperties: false },
)

export const TimelineMessage = Type.Union(
  [
    ...messageVariants({
      sender: { pictureUrl: Type.String({ description: "URL of the sender's picture on this service." }) },
      members: {
        kind: Type.Literal('message'),
        isFromBot: Type.Boolean({ description: 'Whether another bot sent it.' }),
        edited: Type.Boolean({ description: 'Whether it was edited. Its versions show the previous texts.' }),
        editedAt: nullableTimestamp('When it was last edited. Null if never.'),
        quoted: Type.Unsafe<Static<typeof Quoted> | null>({
          anyOf: [Quoted, { type: 'null' }],
          description: 'The message that it quotes. Null if none.',
        }),
        imageSet: Type.Unsafe<ImageSet | null>({
          type: ['object', 'null'],
          description: 'Images and videos that were sent together have the same ID.',
          properties: {
            id: { type: 'string' },
            index: { type: ['integer', 'null'] },
            total: { type: ['integer', 'null'] },
          },
          required: ['id', 'index', 'total'],
          additionalProperties: false,
        }),
        topic: Type.Unsafe<Topic | null>({
          type: ['object', 'null'],
          description:
            'The topic of the chat that it was posted in. Null if none. Its name is null if neither the message nor the one it replies to said it.',
          properties: { id: { type: 'string' }, name: { type: ['string', 'null'] } },
          required: ['id', 'name'],
          additionalProperties: false,
        }),
        mentions: Type.Array(Mention, {
          description: 'Where people are mentioned in the text or caption, in UTF-16 units, and who.',
        }),
        title: nullable<string>('string', {
          description: 'Title of a location, performer and title of a recording, or text of a sticker.',
        }),
        mediaState: Type.Unsafe<(typeof mediaStates)[number] | null>({
          type: ['string', 'null'],
          enum: [...mediaStates, null],
          description:
            '`pending` until the file is downloaded, `lost` if it will never be available. Null if there is no file.',
        }),
        lostReason: nullable<string>('string', { description: 'Why the file was lost.' }),
        preview,
        ...originMembers,
        sticker: Type.Unsafe<Static<typeof StickerPicture> | null>({
          anyOf: [StickerPicture, { type: 'null' }],
          description: 'The picture of a sticker. Null for other messages, and if there is no picture, or none yet.',
        }),
      },
    }),
  ],
  {
    title: 'TimelineMessage',
    description: 'A message with its context. The additional fields depend on `type`.',
  },
)

export const TimelineAnswer = exactly(
  'TimelineAnswer',
  {
    kind: Type.Literal('answer'),
    id: Type.String({ description: 'ID of the entry in the send log.' }),
    at: timestamp('When the event that caused it happened.'),
    what: word(['answer', 'welcome', 'command', 'notice']),
    texts: Type.Array(Type.String(), { description: 'One text per bubble. Empty if they were erased.' }),
    messageId: nullable<string>('string', { description: 'ID of the message it answers. Null if none.' }),
  },
  { description: 'Something the bot said.' },
)

const TimelineGap = exactly(
  'TimelineGap',
  { kind: Type.Literal('gap'), at: timestamp('When the message was sent.') },
  { description: 'Marks where a message was unsent, or deleted with `/delete`.' },
)

export const happeningWords = [
  'joined',
  'left',
  'renamed',
  'picture-changed',
  'claimed',
  'owner-changed',
  'group-renamed',
  'group-picture-changed',
  'bot-added',
  'bot-removed',
  'backup-on',
  'backup-off',
  'enabled',
  'disabled',
  'events-missed',
] as const

type HappeningPerson = { id: string; name: string; pictureUrl: string }

const TimelineHappening = exactly(
  'TimelineHappening',
  {
    kind: Type.Literal('happening'),
    id: Type.String({ description: 'Unique in the channel.' }),
    at: timestamp('When it happened. Changes of names and pictures: when the service noticed them.'),
    what: word(happeningWords, {
      description:
        'About a member: `joined`, `left`, `renamed`, `picture-changed`, `claimed` (became the owner with `/claim`) and ' +
        '`owner-changed` (the ownership was transferred to them). About the group: `group-renamed` and ' +
        '`group-picture-changed`. About what is saved: `bot-added` and `bot-removed`, `backup-on` and `backup-off` (the first ' +
        'person turned on their backup, the last one turned it off), `enabled` and `disabled` (by the owner), `events-missed` (the ' +
        'platform could not deliver some messages). More may be added.',
    }),
    person: Type.Unsafe<HappeningPerson | null>({
      type: ['object', 'null'],
      description: 'The member it is about, with their current name. Null if it is about the group.',
      properties: { id: { type: 'string' }, name: { type: 'string' }, pictureUrl: { type: 'string' } },
      required: ['id', 'name', 'pictureUrl'],
      additionalProperties: false,
    }),
    from: nullable<string>('string', {
      description: 'The previous name of the member or the group. Null if no name changed.',
    }),
    to: nullable<string>('string', { description: 'The new name. Null if no name changed.' }),
    missingSince: nullableTimestamp(
      'No messages were saved from then until `at`: the bot was away, no one had a backup, or the channel was disabled. With ' +
        '`events-missed`, some of the messages of this time may be missing. Null if nothing is missing, or it is unknown. Never earlier than what the caller can read.',
    ),
  },
  {
    description: 'Something that happened in the group, without any message text.',
    examples: [
      {
        kind: 'happening',
        id: '1772357400000-42',
        at: '2026-03-01T09:30:00Z',
        what: 'joined',
        person: {
          id: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
          name: 'Mika',
          pictureUrl: 'https://innkeeper.example/pictures/default/5f2b9c01.svg',
        },
        from: null,
        to: null,
        missingSince: null,
      },
    ],
  },
)

export const TimelineItem = Type.Union([TimelineMessage, TimelineAnswer, TimelineGap, TimelineHappening], {
  title: 'TimelineItem',
  description:
    "An item in the conversation. The fields depend on `kind`. Ignore kinds that you don't know, because more may be added.",
})

export const Timeline = exactly(
  'Timeline',
  {
    items: Type.Array(TimelineItem, { description: 'Oldest first.' }),
    timezone: Type.String({ description: "The channel's time zone, used for days." }),
    lastEventId: Type.String({
      description:
        "Position in the channel's live events up to which this page is current. Send it as `Last-Event-ID`.",
    }),
    previousCursor: nullable<string>('string', { description: 'Cursor for older items. Null at the beginning.' }),
    nextCursor: nullable<string>('string', {
      description: 'Cursor for newer items. Null at the end, where live events continue.',
    }),
  },
  { description: 'Part of the conversation.' },
)

export const DayList = exactly(
  'DayList',
  {
    timezone: Type.String({ description: "The channel's time zone." }),
    today: day('Today in that time zone.'),
    firstDay: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'First day with a message that the caller can read. Null if there is none.',
    }),
    lastDay: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Last day with a message that the caller can read. Null if there is none.',
    }),
    days: Type.Array(
      Type.Object(
        {
          date: day('A day with messages.'),
          messages: Type.Integer({
            minimum: 1,
            maximum: sizeLimits.countedADay,
            description: `Number of messages. ${sizeLimits.countedADay} means that many or more.`,
          }),
        },
        { additionalProperties: false },
      ),
      { description: 'Days with messages, oldest first. Days without messages are omitted.' },
    ),
  },
  { description: 'Days with messages that the caller can read.' },
)
