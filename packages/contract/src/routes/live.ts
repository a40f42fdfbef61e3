import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'

export const liveRoutes = defineRoutes({
  watchChannel: {
    method: 'GET',
    path: '/api/channels/:channelId/events',
    tag: 'Backup',
    summary: 'Stream live events',
    description:
      'Sends server-sent events until the caller disconnects or loses access.\n\n' +
      '- `message` (a person or the bot sent something), `edited` and `media` (the file or its preview is available, or was lost) ' +
      'have the data `{"item": <TimelineItem>}`.\n' +
      '- `happening` (someone joined or left, a name changed and so on) has the data `{"item": <TimelineItem>}`.\n' +
      '- `unsent` has the data `{"id": "<message ID>"}`.\n' +
      '- `member` (people, names or roles changed), `settings` (settings, status, name, picture or assistant changed) and `reset` ' +
      'have the data `{}`. After `reset`, reload everything, because too much has changed.\n\n' +
      'To resume, send the last ID you received in `Last-Event-ID` or `?lastEventId=`. To start from a timeline, send its ' +
      '`lastEventId`. The same event may arrive twice, and an ID may arrive without an event. ' +
      "Ignore events and items that you don't know, because more may be added. " +
      'Comments keep the connection alive.',
    permission: 'member',
    subscriber: true,
    params: Type.Object({ channelId }),
    cost: 'stream',
    query: Type.Object(
      {
        lastEventId: Type.Optional(
          Type.String({
            pattern: '^\\d{1,15}$',
            description: "Where to resume, for clients that can't send the header.",
          }),
        ),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, media: ['text/event-stream'] },
  },
})
