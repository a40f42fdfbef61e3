import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import { LinkPage } from '../schemas/links.ts'
import { GalleryCount, GalleryPage, MediaPage, mediaFilter, mediaSender, ZipWish } from '../schemas/media.ts'
import { cursor, dayRange, order, pageSize } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })
const messageParams = Type.Object({ channelId, messageId: Type.String() })
const readable = { permission: 'member', subscriber: true, params } as const

/** Pictures of channels and people, which need no key. */
export const pictureRoutes = defineRoutes({
  getPicture: {
    method: 'GET',
    path: '/pictures/:name',
    tag: 'Service',
    summary: 'Get a picture',
    description:
      'The picture of a channel or person, as last fetched from the platform. The name comes from `picture` and `pictureUrl` ' +
      'in other responses. A new picture has a new name, so you can cache this one forever.',
    permission: 'public',
    params: Type.Object({ name: Type.String() }),
    answer: { status: 200, media: ['image/*'] },
    errors: ['not-found'],
  },
  getDefaultPicture: {
    method: 'GET',
    path: '/pictures/default/:name',
    tag: 'Service',
    summary: 'Get a generated picture',
    description: 'Used for channels and people without a picture. The name is eight hexadecimal digits and `.svg`.',
    permission: 'public',
    params: Type.Object({ name: Type.String() }),
    answer: { status: 200, media: ['image/svg+xml'] },
    errors: ['not-found'],
  },
})

/** Media files one by one. */
export const mediaRoutes = defineRoutes({
  listMedia: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/media',
    tag: 'Backup',
    summary: 'List media files',
    description: 'Downloaded files of all types, newest first.',
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
    description: 'Supports `Range`, `If-Range` and `If-None-Match`. The file is always an attachment.',
    permission: 'member',
    subscriber: true,
    params: messageParams,
    query: Type.Object(
      {
        redirect: Type.Optional(
          Type.Literal('1', {
            description:
              "Redirect to the bucket if files are stored in one. If they are on the server's own disk, the response is the file " +
              'itself.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    answer: {
      status: 200,
      media: ['application/octet-stream'],
      partial: true,
      elsewhere: 'Redirect to the bucket, only with `redirect=1`. The URL needs no key and is valid for five minutes.',
      headers: {
        'Content-Length': 'Size of the file in bytes.',
        'Content-Disposition': 'Always `attachment`, with a file name.',
        ETag: 'Changes when the bytes change.',
        'Accept-Ranges': 'Always `bytes`.',
      },
    },
    errors: ['message-not-found', 'media-not-available-yet', 'media-lost', 'range-not-satisfiable'],
  },
  viewMedia: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/media/:messageId/view',
    tag: 'Backup',
    summary: 'View a media file',
    description:
      'Like a download, but images, videos and audio in common formats have their own `Content-Type`, so that a page can show ' +
      'them. The format is detected from the first bytes. Everything else is sent as an attachment, as for a download.',
    permission: 'member',
    subscriber: true,
    params: messageParams,
    answer: {
      status: 200,
      media: ['image/*', 'video/*', 'audio/*', 'application/octet-stream'],
      partial: true,
      headers: {
        'Content-Length': 'Size of the file in bytes.',
        'Content-Disposition': '`inline` for formats that are safe to show, otherwise `attachment`.',
        ETag: 'Changes when the bytes change.',
        'Accept-Ranges': 'Always `bytes`.',
      },
    },
    errors: ['message-not-found', 'media-not-available-yet', 'media-lost', 'range-not-satisfiable'],
  },
  getPreview: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/media/:messageId/preview',
    tag: 'Backup',
    summary: 'Get a preview of a media file',
    description:
      'A small picture of an image or video, at most 480 pixels on the longer side. Created soon after the file is ' +
      'downloaded. The response is 404 until then, and if no preview can be made.',
    permission: 'member',
    subscriber: true,
    params: messageParams,
    answer: {
      status: 200,
      media: ['image/webp'],
      partial: true,
      headers: {
        'Content-Length': 'Size of the preview in bytes.',
        'Content-Disposition': 'Always `inline`.',
        ETag: 'Changes when the bytes change.',
        'Accept-Ranges': 'Always `bytes`.',
      },
    },
    errors: ['message-not-found', 'media-not-available-yet', 'media-lost', 'no-preview', 'range-not-satisfiable'],
  },
})

/** Many media files at once. */
export const galleryRoutes = defineRoutes({
  listGallery: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/gallery',
    tag: 'Backup',
    summary: 'List media files for a gallery',
    description: 'Like the list of media files, with the details needed to lay out a gallery. Newest first.',
    ...readable,
    query: Type.Object(
      {
        type: Type.Optional(mediaFilter),
        sender: Type.Optional(mediaSender),
        ...dayRange,
        cursor: Type.Optional(cursor),
        limit: Type.Optional(pageSize),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: GalleryPage },
  },
  countGallery: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/gallery/counts',
    tag: 'Backup',
    summary: 'Count the media files of a gallery',
    description: 'Takes the filters of the gallery except the type. The list of a type has exactly as many items.',
    ...readable,
    query: Type.Object({ sender: Type.Optional(mediaSender), ...dayRange }, { additionalProperties: false }),
    answer: { status: 200, schema: GalleryCount },
  },
  listLinks: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/links',
    tag: 'Backup',
    summary: 'List links',
    description:
      'Web and email addresses that people sent, newest first: those that begin with `http://`, `https://` or `www.`, and e-mail ' +
      'addresses. These are the messages that a search for `has:link` finds.',
    ...readable,
    cost: 'search',
    query: Type.Object(
      {
        sender: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: 'User ID. Only links that this person sent.' }),
        ),
        ...dayRange,
        cursor: Type.Optional(cursor),
        limit: Type.Optional(pageSize),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: LinkPage },
  },
  downloadZip: {
    method: 'POST',
    path: '/api/channels/:channelId/backup/zip',
    tag: 'Backup',
    summary: 'Download media files as a ZIP file',
    description:
      "Streams the files, uncompressed, in one ZIP file. Files that aren't available (unsent, lost or not downloaded yet) are " +
      'listed in `not-included.txt` inside it. If none is available, the response is 404.',
    ...readable,
    cost: 'zip',
    readsOnly: true,
    body: ZipWish,
    answer: {
      status: 200,
      media: ['application/zip'],
      headers: {
        'Content-Length': 'Size of the ZIP file in bytes.',
        'Content-Disposition': 'Always `attachment`, with a file name.',
        'X-Files-Left-Out': 'Number of files that are not included.',
      },
    },
    errors: ['message-not-found'],
  },
})
