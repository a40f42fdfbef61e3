import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'

export const liveRoutes = defineRoutes({
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
    permission: 'member',
    subscriber: true,
    params: Type.Object({ channelId }),
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
