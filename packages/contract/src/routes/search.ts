import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import { cursor, dayRange, pageSize } from '../schemas/primitives.ts'
import { messageFilter, SearchPage } from '../schemas/search.ts'

export const searchRoutes = defineRoutes({
  searchMessages: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/search',
    tag: 'Backup',
    summary: 'Search the backup',
    description:
      'Messages in which `q` stands as it is written, in any script, in their text, file name, place or title. Upper and lower ' +
      'case, full and half width and composed and decomposed letters are alike; everything else, spaces included, counts.',
    permission: 'member',
    subscriber: true,
    params: Type.Object({ channelId }),
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
        ...dayRange,
        sender: Type.Optional(Type.String({ maxLength: 200, description: 'User id: only what this person sent.' })),
        type: Type.Optional(messageFilter),
        cursor: Type.Optional(cursor),
        limit: Type.Optional(pageSize),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: SearchPage },
  },
})
