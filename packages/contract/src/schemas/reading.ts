import { Type } from '../schema.ts'
import { TimelineMessage } from './messages.ts'
import { day, exactly, nullable, nullableTimestamp, readOnly, sizeLimits, timestamp } from './primitives.ts'

/** What the service remembers about one person's reading. No one else can see any of it. */

export const ReadPosition = exactly(
  'ReadPosition',
  {
    readUntil: nullableTimestamp('When the last message that the caller has seen was sent. Null if they never looked.'),
    unread: Type.Integer({
      minimum: 0,
      maximum: sizeLimits.countedUnread,
      description: `Messages after it. ${sizeLimits.countedUnread} means that many or more. 0 if the caller never looked.`,
    }),
    firstUnreadId: nullable<string>('string', { description: 'ID of the first of them. Null if there is none.' }),
  },
  {
    description: 'How far the caller has read.',
    examples: [{ readUntil: '2026-03-01T09:30:00Z', unread: 12, firstUnreadId: '532091845517611042' }],
  },
)

export const ReadPositionChange = exactly(
  'ReadPositionChange',
  {
    messageId: Type.String({ minLength: 1, maxLength: 200, description: 'ID of the last message that was seen.' }),
    ...readOnly(['readUntil', 'unread', 'firstUnreadId']),
  },
  { examples: [{ messageId: '532091845517611042' }] },
)

const note = (more: object) => Type.String({ maxLength: 1000, ...more })

export const Bookmark = exactly(
  'Bookmark',
  {
    messageId: Type.String({ description: 'ID of the message.' }),
    note: note({ description: "The caller's own note. May be empty." }),
    createdAt: timestamp('When it was created.'),
    updatedAt: timestamp('When its note was last changed.'),
    message: TimelineMessage,
  },
  { description: 'A message that the caller marked for themselves.' },
)

export const BookmarkList = exactly(
  'BookmarkList',
  {
    bookmarks: Type.Array(Bookmark, { description: 'Newest message first.' }),
    limit: Type.Integer({ description: 'How many bookmarks one person can have in a channel.' }),
  },
  { description: "The caller's bookmarks in a channel." },
)

export const BookmarkChange = exactly(
  'BookmarkChange',
  {
    note: Type.Optional(note({ description: 'If omitted, the note stays as it is, or is empty in a new bookmark.' })),
    ...readOnly(['messageId', 'createdAt', 'updatedAt', 'message']),
  },
  { examples: [{ note: 'Key to the boathouse' }] },
)

const EarlierYear = exactly('EarlierYear', {
  date: day('The day. In a year that isn’t a leap year, 28 February also stands for 29 February.'),
  messages: Type.Array(TimelineMessage, {
    maxItems: sizeLimits.memoriesOfYear,
    description: 'A few photos, videos and texts of that day, in reading order. Never empty.',
  }),
})

export const OnThisDay = exactly(
  'OnThisDay',
  {
    years: Type.Array(EarlierYear, { description: 'The latest year first. Years without messages are left out.' }),
    date: day('The day that they are about.'),
    timezone: Type.String({ description: "IANA name of the channel's time zone." }),
  },
  { description: 'What was said on the same day in earlier years.' },
)
