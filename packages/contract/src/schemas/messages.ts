import type { Static } from 'typebox'
import { Type } from '../schema.ts'
import { channelId, channelStatuses, channelTypes, role } from './channels.ts'
import { MediaItem, mediaTypes, messageVariants } from './media.ts'
import { day, exactly, nextCursor, nullable, nullableTimestamp, timestamp, word } from './primitives.ts'

export const messageTypes = ['text', 'image', 'video', 'audio', 'file', 'location', 'sticker'] as const
export const mediaStates = ['pending', 'stored', 'lost'] as const
export const sizeLimits = { timelinePage: 200, zipFiles: 500, countedADay: 1000 } as const

type ImageSet = { id: string; index: number | null; total: number | null }

const size = (what: string) => nullable<number>('integer', { minimum: 1, description: what })

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

const place = (what: string) =>
  Type.Array(
    Type.Object(
      { start: Type.Integer({ minimum: 0 }), length: Type.Integer({ minimum: 1 }) },
      { additionalProperties: false },
    ),
    { description: what },
  )

const Preview = exactly(
  'Preview',
  { width: size('In pixels; null where it is not known.'), height: size('In pixels; null where it is not known.') },
  { description: 'The small picture of a file.' },
)
const preview = Type.Unsafe<Static<typeof Preview> | null>({
  anyOf: [Preview, { type: 'null' }],
  description: 'Null where there is none.',
})

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
        mentions: place('Where people are named in the text, in UTF-16 units.'),
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

export const SearchPage = exactly(
  'SearchPage',
  {
    hits: Type.Array(
      exactly('SearchHit', {
        item: TimelineMessage,
        field: word(['content', 'fileName', 'address', 'title'], { description: 'Where the words were found.' }),
        highlights: place('Where in that field, in UTF-16 units; every place, in order.'),
      }),
      {
        description:
          'Newest first. A page may be short or empty although there is more: go on while there is a cursor.',
      },
    ),
    isComplete: Type.Boolean({ description: 'False while older messages are still being taken into the index.' }),
    nextCursor,
  },
  { description: 'Messages that hold the words.' },
)

export const GalleryPage = exactly(
  'GalleryPage',
  {
    items: Type.Array(
      exactly('GalleryItem', {
        ...MediaItem.properties,
        senderId: Type.String({ description: 'User id; empty where the platform withholds it.' }),
        fileName: nullable<string>('string', { description: 'Where the platform tells one.' }),
        duration: nullable<number>('integer', { description: 'Of video and sound, in milliseconds.' }),
        preview,
      }),
      { description: 'Newest first.' },
    ),
    timezone: Type.String({ description: "The channel's, in which its months lie." }),
    nextCursor,
  },
  { description: 'Media files with what is needed to show them.' },
)

export const ZipWish = exactly(
  'ZipWish',
  {
    ids: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: sizeLimits.zipFiles,
      description: 'Ids of the messages whose files are wanted.',
    }),
  },
  { examples: [{ ids: ['532091845517611042'] }] },
)

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

export const mediaFilter = word(mediaTypes, { description: 'Only files of this kind.' })
export const messageFilter = word(messageTypes, { description: 'Only messages of this type.' })
