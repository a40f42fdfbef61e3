import type { Static } from 'typebox'
import { Type } from '../schema.ts'
import { originMembers } from './origin.ts'
import { exactly, nextCursor, nullable, sizeLimits, timestamp, word } from './primitives.ts'

export const mediaTypes = ['image', 'video', 'audio', 'file'] as const

export const mediaStates = ['pending', 'stored', 'lost'] as const

export const mediaFilter = word(mediaTypes, { description: 'Only files of this type.' })

export const MediaItem = exactly(
  'MediaItem',
  {
    id: Type.String({ description: 'ID of the message with the file.' }),
    ts: timestamp('When the message was sent.'),
    type: word(mediaTypes),
    sender: Type.String({ description: 'Display name of the sender.' }),
    size: Type.Integer({ minimum: 0, description: 'Size in bytes.' }),
  },
  {
    examples: [{ id: '532091845517611042', ts: '2026-03-01T09:31:00Z', type: 'image', sender: 'Mika', size: 204800 }],
  },
)

export const MediaPage = exactly('MediaPage', { items: Type.Array(MediaItem), nextCursor })

const size = (what: string) => nullable<number>('integer', { minimum: 1, description: what })

const Preview = exactly(
  'Preview',
  { width: size('In pixels. Null if unknown.'), height: size('In pixels. Null if unknown.') },
  { description: 'The preview of a file.' },
)

export const preview = Type.Unsafe<Static<typeof Preview> | null>({
  anyOf: [Preview, { type: 'null' }],
  description: 'The preview. Null if there is none.',
})

export const GalleryPage = exactly(
  'GalleryPage',
  {
    items: Type.Array(
      exactly('GalleryItem', {
        ...MediaItem.properties,
        senderId: Type.String({ description: 'User ID. Empty if the platform withholds it.' }),
        fileName: nullable<string>('string', { description: 'File name, if the platform reports one.' }),
        caption: nullable<string>('string', {
          description: 'Text that was sent with the file. Null if there is none.',
        }),
        duration: nullable<number>('integer', { description: 'Duration of video and audio, in milliseconds.' }),
        preview,
        ...originMembers,
      }),
      { description: 'Newest first.' },
    ),
    timezone: Type.String({ description: "The channel's time zone, for grouping by month." }),
    nextCursor,
  },
  { description: 'Media files with the details needed to show them.' },
)

const files = (what: string) => Type.Integer({ minimum: 0, description: `Number of ${what}.` })

export const GalleryCount = exactly(
  'GalleryCount',
  { image: files('photos'), video: files('videos'), audio: files('audio files'), file: files('other files') },
  {
    description: 'How many downloaded files of each type the caller can read.',
    examples: [{ image: 40, video: 4, audio: 12, file: 3 }],
  },
)

/** The files of one person. */
export const mediaSender = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'User ID. Only files that this person sent.',
})

export const ZipWish = exactly(
  'ZipWish',
  {
    ids: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: sizeLimits.zipFiles,
      description: 'IDs of the messages whose files to include.',
    }),
  },
  { examples: [{ ids: ['532091845517611042'] }] },
)
