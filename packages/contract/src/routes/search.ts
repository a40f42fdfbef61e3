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
    summary: 'Search messages',
    description:
      'Returns messages that contain `q` in their text, file name, address or title. Works in any script. Case, character ' +
      "width and Unicode composition don't matter. Everything else must match exactly, including spaces.",
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
            description: 'Text to search for, 2 to 200 characters. Required unless you send a cursor.',
          }),
        ),
        ...dayRange,
        sender: Type.Optional(
          Type.String({ maxLength: 200, description: 'User ID. Only messages that this person sent.' }),
        ),
        type: Type.Optional(messageFilter),
        cursor: Type.Optional(cursor),
        limit: Type.Optional(pageSize),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: SearchPage },
  },
})
