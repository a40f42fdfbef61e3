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
        field: word(['content', 'fileName', 'address', 'title'], { description: 'Where the text was found.' }),
        highlights: textRanges('All matches in that field, in order. Positions are in UTF-16 units.'),
      }),
      {
        description:
          'Newest first. A page may be short or empty although there are more results. Continue while there is a cursor.',
      },
    ),
    isComplete: Type.Boolean({ description: 'False while messages are still being indexed.' }),
    nextCursor,
  },
  { description: 'Messages that contain the text.' },
)
