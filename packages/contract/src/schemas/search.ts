import { Type } from '../schema.ts'
import { messageTypes, TimelineMessage, textRanges } from './messages.ts'
import { exactly, nextCursor, word } from './primitives.ts'

export const messageFilter = word(messageTypes, { description: 'Only messages of this type.' })

export const SearchPage = exactly(
  'SearchPage',
  {
    hits: Type.Array(
      exactly('SearchHit', {
        item: TimelineMessage,
        field: word(['content', 'fileName', 'address', 'title'], { description: 'Where the words were found.' }),
        highlights: textRanges('Where in that field, in UTF-16 units; every place, in order.'),
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
