import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import {
  DayList,
  GalleryPage,
  mediaFilter,
  messageFilter,
  Overview,
  SearchPage,
  sizeLimits,
  Timeline,
  ZipWish,
} from '../schemas/messages.ts'
import { cursor, day, pageSize } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })
const readable = { permission: 'member', subscriber: true, params } as const

const from = Type.Optional(day("First day, in the channel's time zone."))
const to = Type.Optional(day('Last day, included.'))

/** What people read with, beside the plain lists of the backup. */
export const readingRoutes = defineRoutes({
  getOverview: {
    method: 'GET',
    path: '/api/overview',
    tag: 'Channels',
    summary: 'My channels at a glance',
    permission: 'key',
    answer: { status: 200, schema: Overview },
  },
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
    query: Type.Object({ from, to }, { additionalProperties: false }),
    answer: { status: 200, schema: DayList },
  },
  searchMessages: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/search',
    tag: 'Backup',
    summary: 'Search the backup',
    description:
      'Messages in which `q` stands as it is written, in any script, in their text, file name, place or title. Upper and lower ' +
      'case, full and half width and composed and decomposed letters are alike; everything else, spaces included, counts.',
    ...readable,
    cost: 'search',
    query: Type.Object(
      {
        q: Type.Optional(
          Type.String({
            minLength: 2,
            maxLength: 200,
            description: 'What to look for, 2 to 200 characters. Needed unless there is a cursor.',
          }),
        ),
        from,
        to,
        sender: Type.Optional(Type.String({ maxLength: 200, description: 'User id: only what this person sent.' })),
        type: Type.Optional(messageFilter),
        cursor: Type.Optional(cursor),
        limit: Type.Optional(pageSize),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: SearchPage },
  },
  listGallery: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/gallery',
    tag: 'Backup',
    summary: 'Media files as a gallery',
    description: 'Like the media list, with what is needed to lay pictures out; newest first.',
    ...readable,
    query: Type.Object(
      {
        type: Type.Optional(mediaFilter),
        from,
        to,
        cursor: Type.Optional(cursor),
        limit: Type.Optional(pageSize),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: GalleryPage },
  },
  downloadZip: {
    method: 'POST',
    path: '/api/channels/:channelId/backup/zip',
    tag: 'Backup',
    summary: 'Download several media files at once',
    description:
      'A zip file, streamed, its files uncompressed. What cannot be had (unsent meanwhile, not arrived yet, lost) is named in ' +
      '`not-included.txt` inside; where nothing can be had, 404.',
    ...readable,
    cost: 'zip',
    readsOnly: true,
    body: ZipWish,
    answer: {
      status: 200,
      media: ['application/zip'],
      headers: {
        'Content-Length': 'Size of the zip file in bytes.',
        'Content-Disposition': 'Always `attachment`, with a file name.',
        'X-Files-Left-Out': 'How many of the files could not be had.',
      },
    },
    errors: ['message-not-found'],
  },
  watchChannel: {
    method: 'GET',
    path: '/api/channels/:channelId/events',
    tag: 'Backup',
    summary: 'What happens, as it happens',
    description:
      'Server-sent events, until the caller leaves or may no longer read. `message` (somebody, or the bot, said something), ' +
      '`edited` and `media` (the file or its preview arrived, or was lost) have the data `{"item": <TimelineItem>}`; `unsent` ' +
      'has `{"id": "<message id>"}`; `member` (people, names or roles changed), `settings` (settings, status, name, picture or ' +
      'assistant changed) and `reset` have `{}`. After `reset`, read anew: more happened than can be told. A caller who was cut ' +
      'off goes on with the last id they heard, in `Last-Event-ID` or `?lastEventId=`, or with the `lastEventId` of a timeline; ' +
      'the same event may come twice, and ids may come without an event. Comments keep the connection alive.',
    ...readable,
    cost: 'stream',
    query: Type.Object(
      {
        lastEventId: Type.Optional(
          Type.String({
            pattern: '^\\d{1,15}$',
            description: 'Where to go on, for clients that cannot send the header.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, media: ['text/event-stream'] },
  },
})
