import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import { GalleryPage, MediaPage, mediaFilter, ZipWish } from '../schemas/media.ts'
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
    summary: "A channel's or a person's picture",
    description:
      'As the platform had it when it was last looked at. The name comes from `picture` and `pictureUrl` of other ' +
      'answers; a new picture has a new name, so this one may be cached for ever.',
    permission: 'public',
    params: Type.Object({ name: Type.String() }),
    answer: { status: 200, media: ['image/*'] },
    errors: ['not-found'],
  },
  getDefaultPicture: {
    method: 'GET',
    path: '/pictures/default/:name',
    tag: 'Service',
    summary: 'A drawn picture',
    description:
      'Stands in for a channel or a person without a picture. The name is eight hexadecimal digits and `.svg`.',
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

/** Many media files at once. */
export const galleryRoutes = defineRoutes({
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
        ...dayRange,
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
})
