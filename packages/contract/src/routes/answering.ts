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
  UnansweredReport,
} from '../schemas/assistant/answering.ts'
import { channelId } from '../schemas/channels.ts'
import { cursor, day, pageSize, word } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })

/** What the bot says, said, or would have said, and why. */
export const answeringRoutes = defineRoutes({
  explainAnswer: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/explain',
    tag: 'Assistant',
    summary: 'Explain why a message is answered or not',
    description:
      'Returns for each rule whether it matches and what stops it, using the current assistant. Sends nothing. `messageId` ' +
      'needs a subscription, and uses the message as first sent, with its own time and the cooldowns of that time. `text` ' +
      'needs the role of an admin, and is treated as if the caller sent it now. A draft `rule` also needs the role of an admin, ' +
      'and shows what would happen if it were saved.',
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
      'Runs a rule or a whole assistant over saved messages as if it had been active, including cooldowns and schedules. Uses ' +
      'the messages as first sent, with their own times, and assumes that each could have been replied to. Whether the bot is ' +
      "muted now doesn't matter. Sends nothing.\n\n" +
      'For each person and each channel, one replay runs and one waits. More are rejected with 429. After 30 seconds, a replay ' +
      'stops with `isComplete: false`.',
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
      'Runs all rules that are turned on over saved messages, together with a draft if you send one. Returns pairs of rules ' +
      "that match the same messages while both are active. Cooldowns don't matter.\n\n" +
      'Shares its queue and limits with replays. For each person and each channel, one runs and one waits. After 30 seconds, a ' +
      'search stops with `isComplete: false`.',
    permission: 'admin',
    subscriber: true,
    readsOnly: true,
    cost: 'trial',
    params,
    body: ConflictSearch,
    answer: { status: 200, schema: ConflictReport },
  },
  listUnanswered: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/unanswered',
    tag: 'Assistant',
    summary: 'List unanswered questions',
    description:
      'Goes through saved messages as they were first sent. Lists the questions that got no answer and that no enabled rule ' +
      'matches now. A text counts as a question if it ends with a question mark, or is worded like one in English, Japanese, ' +
      'Chinese or Thai. Questions with similar wordings are grouped.\n\n' +
      'Shares its queue and limits with replays. For each person and each channel, one runs and one waits. After 30 seconds, it ' +
      'stops with `isComplete: false`.',
    permission: 'admin',
    subscriber: true,
    cost: 'trial',
    params,
    query: Type.Object(
      {
        from: Type.Optional(day("First day, in the channel's time zone. Defaults to 29 days before `to`.")),
        to: Type.Optional(day('Last day. Defaults to today.')),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: UnansweredReport },
  },
  listSends: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/log',
    tag: 'Assistant',
    summary: 'List send log entries',
    description:
      'Shows everything the bot sent or tried to send, newest first. Entries are kept as long as messages are, and go back as ' +
      'far as the caller can read messages. Messages that got no answer although a rule might have matched are listed too.',
    permission: 'admin',
    cost: 'report',
    params,
    query: Type.Object(
      {
        state: Type.Optional(word(sendStates, { description: 'Only entries in this state.' })),
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
