import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import {
  ConflictReport,
  ConflictSearch,
  Explain,
  Explanation,
  Replay,
  ReplayReport,
  SendLog,
  sendStates,
} from '../schemas/assistant/answering.ts'
import { channelId } from '../schemas/channels.ts'
import { cursor, pageSize, word } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })

/** Seeing why: what the bot says, said, or would have said. */
export const answeringRoutes = defineRoutes({
  explainAnswer: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/explain',
    tag: 'Assistant',
    summary: 'Explain why a message is answered or not',
    description:
      'For each rule whether it matched, and what stopped it, by the assistant as it is now. Sends nothing. A message of the ' +
      'backup needs a subscription; it is looked at as it was said at first, at the time it was said, with the cooldowns of then. ' +
      'A typed text is looked at as if the caller said it now, and needs the role of an admin.',
    permission: 'member',
    readsOnly: true,
    cost: 'trial',
    params,
    body: Explain,
    answer: { status: 200, schema: Explanation },
    errors: ['not-a-subscriber', 'message-not-found'],
  },
  replayAssistant: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/replay',
    tag: 'Assistant',
    summary: 'Try a draft on past messages',
    description:
      'Runs a rule or a whole assistant over the backup as if it had been in force, cooldowns and schedules included, on the ' +
      "messages' own times and as they were said at first. Sends nothing, and takes it that each could have been replied to. Whether the bot is silenced just now plays no part. " +
      'Of one person, and of one channel, one replay runs and one waits; more are refused with 429. After 30 seconds it ends with ' +
      '`isComplete: false`.',
    permission: 'admin',
    subscriber: true,
    readsOnly: true,
    cost: 'trial',
    params,
    body: Replay,
    answer: { status: 200, schema: ReplayReport },
  },
  listConflicts: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/conflicts',
    tag: 'Assistant',
    summary: 'Find rules that match the same messages',
    description:
      'Runs all rules that are switched on, or a draft among them, over the backup, and answers the pairs that match the same ' +
      'messages at times when both are in force. Cooldowns play no part. Shares one queue with replays and has their limits: of one ' +
      'person, and of one channel, one runs and one waits; after 30 seconds it ends with `isComplete: false`.',
    permission: 'admin',
    subscriber: true,
    readsOnly: true,
    cost: 'trial',
    params,
    body: ConflictSearch,
    answer: { status: 200, schema: ConflictReport },
  },
  listSends: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/log',
    tag: 'Assistant',
    summary: 'Read what the bot said',
    description:
      'Every send and how it ended, newest first; for as long as messages are kept, and as far back as the caller may read messages. A ' +
      'message that a rule may have answered, but for which no answer was found in time, is listed too.',
    permission: 'admin',
    cost: 'report',
    params,
    query: Type.Object(
      {
        state: Type.Optional(word(sendStates, { description: 'Only those in this state.' })),
        ruleId: Type.Optional(Type.String({ minLength: 1, description: 'Only answers of this rule.' })),
        messageId: Type.Optional(Type.String({ minLength: 1, description: 'Only answers to this message.' })),
        limit: Type.Optional(pageSize),
        cursor: Type.Optional(cursor),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: SendLog },
  },
})
