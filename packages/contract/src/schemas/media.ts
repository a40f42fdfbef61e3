import type { Static } from 'typebox'
import { Type } from '../schema.ts'
import { exactly, nextCursor, nullable, sizeLimits, timestamp, word } from './primitives.ts'

export const mediaTypes = ['image', 'video', 'audio', 'file'] as const

export const mediaStates = ['pending', 'stored', 'lost'] as const

export const mediaFilter = word(mediaTypes, { description: 'Only files of this kind.' })

export const MediaItem = exactly(
  'MediaItem',
  {
    id: Type.String({ description: 'Id of the message that carries the media.' }),
    ts: timestamp('When the message was sent.'),
    type: word(mediaTypes),
    sender: Type.String({ description: 'Display name of the sender.' }),
    size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  },
  {
    examples: [{ id: '532091845517611042', ts: '2026-03-01T09:31:00Z', type: 'image', sender: 'Mika', size: 204800 }],
  },
)

export const MediaPage = exactly('MediaPage', { items: Type.Array(MediaItem), nextCursor })

const size = (what: string) => nullable<number>('integer', { minimum: 1, description: what })

const Preview = exactly(
  'Preview',
  { width: size('In pixels; null where it is not known.'), height: size('In pixels; null where it is not known.') },
  { description: 'The small picture of a file.' },
)

export const preview = Type.Unsafe<Static<typeof Preview> | null>({
  anyOf: [Preview, { type: 'null' }],
  description: 'Null where there is none.',
})

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
