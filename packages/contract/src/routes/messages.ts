import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import { MediaPage, Message, MessagePage, Subscription, VersionList } from '../schemas/media.ts'
import { cursor, day, order, pageSize, success } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })
const messageParams = Type.Object({ channelId, messageId: Type.String() })

export const backupRoutes = defineRoutes({
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
  listMedia: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/media',
    tag: 'Backup',
    summary: 'List media files',
    description: 'Files that have arrived, of all kinds, newest first.',
    permission: 'member',
    subscriber: true,
    params,
    query: Type.Object(
      {
        cursor: Type.Optional(cursor),
        limit: Type.Optional(pageSize),
        order: Type.Optional(order('desc')),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: MediaPage },
  },
  downloadMedia: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/media/:messageId',
    tag: 'Backup',
    summary: 'Download a media file',
    description: 'Understands `Range`, `If-Range` and `If-None-Match`; always an attachment.',
    permission: 'member',
    subscriber: true,
    params: messageParams,
    query: Type.Object(
      {
        redirect: Type.Optional(
          Type.Literal('1', {
            description:
              'Be led to the store itself where files lie in one; where they lie on the machine of the service, the answer is ' +
              'the file all the same.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    answer: {
      status: 200,
      media: ['application/octet-stream'],
      partial: true,
      elsewhere: 'Only with `redirect=1`: an address of the store, good for five minutes, which needs no key.',
      headers: {
        'Content-Length': 'Size of the file in bytes.',
        'Content-Disposition': 'Always `attachment`, with a file name.',
        ETag: 'Changes with the bytes.',
        'Accept-Ranges': 'Always `bytes`.',
      },
    },
    errors: ['message-not-found', 'media-not-available-yet', 'media-lost', 'range-not-satisfiable'],
  },
  viewMedia: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/media/:messageId/view',
    tag: 'Backup',
    summary: 'Show a media file',
    description:
      'Like the download, but pictures, video and sound of common formats come with their own `Content-Type`, to be shown ' +
      'in a page. What a file is, its first bytes say. Everything else comes as an attachment, as with the download.',
    permission: 'member',
    subscriber: true,
    params: messageParams,
    answer: {
      status: 200,
      media: ['image/*', 'video/*', 'audio/*', 'application/octet-stream'],
      partial: true,
      headers: {
        'Content-Length': 'Size of the file in bytes.',
        'Content-Disposition': '`inline` for formats that are safe to show, else `attachment`.',
        ETag: 'Changes with the bytes.',
        'Accept-Ranges': 'Always `bytes`.',
      },
    },
    errors: ['message-not-found', 'media-not-available-yet', 'media-lost', 'range-not-satisfiable'],
  },
  getPreview: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/media/:messageId/preview',
    tag: 'Backup',
    summary: 'A small picture of a media file',
    description:
      'Of images and videos, at most 480 pixels on the longer side. Made soon after the file has arrived; 404 until then, ' +
      'and where none can be made.',
    permission: 'member',
    subscriber: true,
    params: messageParams,
    answer: {
      status: 200,
      media: ['image/webp'],
      partial: true,
      headers: {
        'Content-Length': 'Size of the picture in bytes.',
        'Content-Disposition': 'Always `inline`.',
        ETag: 'Changes with the bytes.',
        'Accept-Ranges': 'Always `bytes`.',
      },
    },
    errors: ['message-not-found', 'media-not-available-yet', 'media-lost', 'no-preview', 'range-not-satisfiable'],
  },
})
