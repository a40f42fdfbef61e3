import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import { DayList, Message, MessagePage, Subscription, Timeline, VersionList } from '../schemas/messages.ts'
import { cursor, day, dayRange, order, pageSize, sizeLimits, success } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })
const messageParams = Type.Object({ channelId, messageId: Type.String() })
const readable = { permission: 'member', subscriber: true, params } as const

/** The subscription, and the messages as plain lists. */
export const messageRoutes = defineRoutes({
  getSubscription: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/subscribe',
    tag: 'Backup',
    summary: 'Am I subscribed?',
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
      "The channel's messages are kept while it has at least one subscriber. Repeating it changes nothing. Refused " +
      'with 403 where the channel setting `backup` does not allow the caller.',
    permission: 'member',
    params,
    answer: { status: 200, schema: success },
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/api/channels/:channelId/backup/subscribe',
    tag: 'Backup',
    summary: 'Unsubscribe from the backup',
    description: "Ends the caller's reading; what was backed up is kept. Repeating it changes nothing.",
    permission: 'member',
    params,
    answer: { status: 200, schema: success },
  },
  listMessages: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/messages',
    tag: 'Backup',
    summary: "A day's messages",
    description: "One calendar day in the channel's time zone, oldest first.",
    permission: 'member',
    subscriber: true,
    params,
    query: Type.Object(
      {
        date: Type.Optional(day("The day; today in the channel's time zone by default.")),
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
    summary: 'Read one message',
    permission: 'member',
    subscriber: true,
    params: messageParams,
    query: Type.Object(
      { date: Type.Optional(day('The day of the message; any day when omitted.')) },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: Message },
    errors: ['message-not-found'],
  },
  listVersions: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/messages/:messageId/versions',
    tag: 'Backup',
    summary: 'What a message said before it was edited',
    description:
      'Every wording of a text, oldest first; one entry where it was never edited. Messages that are not text have none.',
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
    summary: 'The conversation as a chat reads',
    description:
      'Messages with what stands around them, what the bot said, and gaps where messages were unsent. Begins with the first ' +
      'item of `date`, or around the message `around`; without either it ends with the latest. Both cursors lead on, over ' +
      'the bounds of days.',
    ...readable,
    query: Type.Object(
      {
        date: Type.Optional(day("Begin with this day, in the channel's time zone; or the next that has something.")),
        around: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: 'Id of a message: it and what is around it.' }),
        ),
        cursor: Type.Optional(cursor),
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: sizeLimits.timelinePage,
            default: 50,
            description: `Items per page, a whole number from 1 to ${sizeLimits.timelinePage}.`,
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
    summary: 'Days that have messages',
    description:
      'For a calendar. 31 days by default, up to today or from the one day or up to the other that is given; 366 at most.',
    ...readable,
    query: Type.Object(dayRange, { additionalProperties: false }),
    answer: { status: 200, schema: DayList },
  },
})
