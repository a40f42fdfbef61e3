import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import { Ledger } from '../schemas/ledger.ts'
import { DayList, Message, MessagePage, Subscription, Timeline, VersionList } from '../schemas/messages.ts'
import { cursor, day, dayRange, order, pageSize, sizeLimits, success } from '../schemas/primitives.ts'
import {
  Bookmark,
  BookmarkChange,
  BookmarkList,
  OnThisDay,
  ReadPosition,
  ReadPositionChange,
} from '../schemas/reading.ts'

const params = Type.Object({ channelId })
const messageParams = Type.Object({ channelId, messageId: Type.String() })
const readable = { permission: 'member', subscriber: true, params } as const

/** The subscription, and the messages as plain lists. */
export const messageRoutes = defineRoutes({
  getSubscription: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/subscribe',
    tag: 'Backup',
    summary: 'Get the subscription',
    permission: 'member',
    params,
    answer: { status: 200, schema: Subscription },
  },
  subscribe: {
    method: 'POST',
    path: '/api/channels/:channelId/backup/subscribe',
    tag: 'Backup',
    summary: 'Subscribe to the backup',
    description:
      'Messages are saved while the channel has at least one subscriber. Subscribing again changes nothing. Rejected with 403 ' +
      "if the channel setting `backup` doesn't allow the caller.",
    permission: 'member',
    params,
    answer: { status: 200, schema: success },
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/api/channels/:channelId/backup/subscribe',
    tag: 'Backup',
    summary: 'Unsubscribe from the backup',
    description:
      'The caller can no longer read the backup. Saved messages are kept. Unsubscribing again changes nothing.',
    permission: 'member',
    params,
    answer: { status: 200, schema: success },
  },
  listMessages: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/messages',
    tag: 'Backup',
    summary: 'List messages',
    description: "Returns the messages of one calendar day in the channel's time zone, oldest first.",
    permission: 'member',
    subscriber: true,
    params,
    query: Type.Object(
      {
        date: Type.Optional(day("The day. Defaults to today in the channel's time zone.")),
        cursor: Type.Optional(cursor),
        limit: Type.Optional(pageSize),
        order: Type.Optional(order('asc')),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: MessagePage },
  },
  getMessage: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/messages/:messageId',
    tag: 'Backup',
    summary: 'Get a message',
    permission: 'member',
    subscriber: true,
    params: messageParams,
    query: Type.Object(
      { date: Type.Optional(day('Day of the message. If omitted, any day matches.')) },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: Message },
    errors: ['message-not-found'],
  },
  listVersions: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/messages/:messageId/versions',
    tag: 'Backup',
    summary: 'List versions of a message',
    description:
      'Returns the text as sent and after every edit, oldest first. A text that was never edited has one version. A message ' +
      "that isn't text has none.",
    permission: 'member',
    subscriber: true,
    params: messageParams,
    answer: { status: 200, schema: VersionList },
    errors: ['message-not-found'],
  },
})

/** The conversation as people read it. */
export const timelineRoutes = defineRoutes({
  getTimeline: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/timeline',
    tag: 'Backup',
    summary: 'Get the timeline',
    description:
      'Returns messages with their context, what the bot said, gaps where messages were unsent, and what happened in the ' +
      "group, such as people joining. Ignore items of a `kind` that you don't know, because more may be added. Starts with the " +
      'first item of `date`, or shows the message `around` with its surroundings. Without either, ends with the latest item. ' +
      'Both cursors page across days.',
    ...readable,
    query: Type.Object(
      {
        date: Type.Optional(day("Start with this day in the channel's time zone, or the next day that has something.")),
        around: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: 'ID of a message to show with its surroundings.' }),
        ),
        cursor: Type.Optional(cursor),
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: sizeLimits.timelinePage,
            default: 50,
            description: `Items per page, from 1 to ${sizeLimits.timelinePage}.`,
          }),
        ),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: Timeline },
    errors: ['message-not-found'],
  },
  listDays: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/days',
    tag: 'Backup',
    summary: 'List days with messages',
    description:
      'For a calendar. Covers 31 days by default: those up to today, those starting with `from`, or those ending with `to`. ' +
      'With both, covers at most 366 days.',
    ...readable,
    query: Type.Object(dayRange, { additionalProperties: false }),
    answer: { status: 200, schema: DayList },
  },
  getLedger: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/ledger',
    tag: 'Backup',
    summary: 'Get what is missing, day by day',
    description:
      'For each day: what was saved, what is known to be missing and why, and how that is known. What no one noticed is not ' +
      'in it. Covers 31 days by default: those up to today, those starting with `from`, or those ending with `to`. With both, ' +
      'covers at most 366 days.',
    ...readable,
    query: Type.Object(dayRange, { additionalProperties: false }),
    answer: { status: 200, schema: Ledger },
  },
  getOnThisDay: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/on-this-day',
    tag: 'Backup',
    summary: 'Get messages of this day in earlier years',
    description:
      `Returns up to ${sizeLimits.memoriesOfYear} photos, videos and texts of the same day in each of the last ` +
      `${sizeLimits.memoryYears} years that the caller can read. Days are those of the channel's time zone. On 28 February, ` +
      '29 February is included, unless this year has one of its own. Nothing is ever sent to the chat about it.',
    ...readable,
    query: Type.Object(
      { date: Type.Optional(day("The day. Defaults to today in the channel's time zone.")) },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: OnThisDay },
  },
})

/** What the service remembers about the caller's own reading. */
export const readingRoutes = defineRoutes({
  getReadPosition: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/read-position',
    tag: 'Backup',
    summary: 'Get the read position',
    description: 'How far the caller has read, and how many messages are new. No one else can see it.',
    ...readable,
    answer: { status: 200, schema: ReadPosition },
  },
  setReadPosition: {
    method: 'PUT',
    path: '/api/channels/:channelId/backup/read-position',
    tag: 'Backup',
    summary: 'Set the read position',
    description:
      'Marks everything up to a message as read. The position only moves forward: an earlier message changes nothing. It is ' +
      'deleted when the caller leaves the chat.',
    ...readable,
    body: ReadPositionChange,
    answer: { status: 200, schema: ReadPosition },
    errors: ['message-not-found'],
  },
  listBookmarks: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/bookmarks',
    tag: 'Backup',
    summary: 'List bookmarks',
    description:
      "Returns the caller's own bookmarks, of the newest message first. No one else can see them. Bookmarks of messages that " +
      "the caller can't read at the moment are left out.",
    ...readable,
    answer: { status: 200, schema: BookmarkList },
  },
  saveBookmark: {
    method: 'PUT',
    path: '/api/channels/:channelId/backup/bookmarks/:messageId',
    tag: 'Backup',
    summary: 'Save a bookmark',
    description:
      `Creates a bookmark, or changes its note. At most ${sizeLimits.bookmarks} per person and channel. A bookmark is deleted ` +
      'with its message.',
    permission: 'member',
    subscriber: true,
    params: messageParams,
    body: BookmarkChange,
    answer: { status: 200, schema: Bookmark },
    errors: ['message-not-found'],
  },
  deleteBookmark: {
    method: 'DELETE',
    path: '/api/channels/:channelId/backup/bookmarks/:messageId',
    tag: 'Backup',
    summary: 'Delete a bookmark',
    description: 'The message stays.',
    permission: 'member',
    subscriber: true,
    params: messageParams,
    answer: { status: 200, schema: success },
    errors: ['bookmark-not-found'],
  },
})
