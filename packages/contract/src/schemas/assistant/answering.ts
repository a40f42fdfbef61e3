import type { Static } from 'typebox'
import { Type } from '../../schema.ts'
import { day, exactly, nextCursor, nullable, nullableTimestamp, timestamp, word } from '../primitives.ts'
import { mode, qaModes } from './config.ts'
import { AssistantFile } from './files.ts'
import { RuleDraft } from './rules.ts'

/** Why a rule did not answer. */
export const stops = [
  'no-match',
  'disabled',
  'not-active',
  'schedule',
  'cooldown',
  'member-cooldown',
  'lower-priority',
  'no-model',
] as const

/** Whose daily token limit for the language model is used up. */
const modelLimits = ['ai-day-limit', 'ai-channel-limit', 'ai-member-limit'] as const

/** Why the bot did not answer at all. */
export const silences = [
  'assistant-off',
  'qa-off',
  'quiet',
  'channel-disabled',
  'from-a-bot',
  'command',
  'not-text',
  'no-rule',
  'channel-cooldown',
  'member-cooldown',
  ...modelLimits,
] as const

export const sendStates = ['waiting', 'sent', 'refused', 'unknown'] as const

/** There was no answer to send. */
export const unansweredFailures = ['undecided', ...modelLimits] as const

/** Why a send was refused. */
export const sendFailures = [
  'no-token',
  'quota',
  'quiet-hours',
  'channel-disabled',
  'platform',
  'expired',
  ...unansweredFailures,
] as const

const ModelChoice = exactly('ModelChoice', {
  ruleIds: Type.Array(Type.String(), { description: 'IDs of the rules it was offered.' }),
  passages: Type.Integer({ minimum: 0, description: 'Number of passages of the group rules it was offered.' }),
  passage: nullable<number>('integer', {
    minimum: 1,
    description: 'Number of the passage it cited. Null if it chose a rule.',
  }),
  tokens: Type.Integer({ minimum: 0, description: 'Tokens this cost.' }),
})

export const Send = exactly(
  'Send',
  {
    id: Type.String(),
    kind: word(['answer', 'welcome', 'command', 'notice'], {
      description:
        'An `answer` is sent by a rule, a `welcome` to new members, a `command` in reply to a command, and a `notice` on the ' +
        "bot's own initiative.",
    }),
    messageId: nullable<string>('string', { description: 'ID of the message it answers. Null if none.' }),
    userId: nullable<string>('string', {
      description:
        'User ID of the person it was sent to. Null if it was for everyone, or the person is unknown or erased.',
    }),
    ruleId: nullable<string>('string', {
      description:
        'ID of the rule that answered or that the model cited. If `failure` is `undecided`, ID of the rule whose pattern took ' +
        'the most time. Null if none.',
    }),
    mode: Type.Unsafe<(typeof qaModes)[number] | null>({
      ...mode,
      type: ['string', 'null'],
      enum: [...qaModes, null],
      description: 'Match mode of that rule.',
    }),
    at: timestamp('When the event that caused it happened.'),
    state: word(sendStates, {
      description: '`waiting` until it is sent, `unknown` if the platform never confirmed it.',
    }),
    by: word(['reply', 'push'], { description: 'A `reply` is free, a `push` counts toward the quota.' }),
    finishedAt: nullableTimestamp('When it reached its final state. Null while it is waiting.'),
    failure: Type.Unsafe<(typeof sendFailures)[number] | null>({
      type: ['string', 'null'],
      enum: [...sendFailures, null],
      description:
        "Why it was refused. Null if it wasn't. `undecided` means that no answer was found in time, so there was nothing to " +
        "send. With `ai-day-limit`, `ai-channel-limit` and `ai-member-limit`, the language model wasn't asked, because the " +
        "service's tokens for the day, or the share of the channel or the member, are used up.",
    }),
    reason: nullable<string>('string', { description: 'The same as a sentence.' }),
    texts: Type.Array(Type.String(), { description: 'What was sent, one text per bubble.' }),
    model: Type.Unsafe<Static<typeof ModelChoice> | null>({
      ...ModelChoice,
      type: ['object', 'null'],
      description: 'What the language model chose from. Null if no model was involved.',
    }),
  },
  {
    description: 'Something the bot sent or tried to send.',
    examples: [
      {
        id: '1042',
        kind: 'answer',
        messageId: '508201437520076802',
        userId: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
        ruleId: 'r_7Hq2mZc0TnW4',
        mode: 'keyword',
        at: '2026-03-02T11:05:00Z',
        state: 'sent',
        by: 'reply',
        finishedAt: '2026-03-02T11:05:01Z',
        failure: null,
        reason: null,
        texts: ['Every day from 9 to 18.'],
        model: null,
      },
    ],
  },
)

export const SendLog = exactly('SendLog', { sends: Type.Array(Send), nextCursor })

export const Explain = exactly(
  'Explain',
  {
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: 5000, description: 'A message as a member might write it.' }),
    ),
    messageId: Type.Optional(Type.String({ minLength: 1, description: 'ID of a saved message.' })),
    rule: Type.Optional(RuleDraft),
  },
  {
    description:
      'Send either `text` or `messageId`. A draft `rule` is added to the existing rules, or replaces the one with its ID. A new ' +
      'rule without an ID is called `draft`.',
    examples: [{ text: 'What are your opening hours?' }],
  },
)

const stoppedBy = Type.Unsafe<(typeof stops)[number] | (typeof silences)[number] | null>({
  type: ['string', 'null'],
  enum: [...new Set([...stops, ...silences]), null],
  description:
    'What stopped it from answering. Null means nothing, so it answers unless there is a `silence`. In `ai` mode, null ' +
    'means that the model may choose it.',
})

export const Explanation = exactly(
  'Explanation',
  {
    at: timestamp('Time used for schedules and cooldowns.'),
    silence: Type.Unsafe<(typeof silences)[number] | null>({
      type: ['string', 'null'],
      enum: [...silences, null],
      description:
        'Why nothing is sent. Null if there is an answer, or the model is asked for one. With `ai-day-limit`, ' +
        "`ai-channel-limit` and `ai-member-limit`, the service's tokens for the day, or the share of the channel or the caller, " +
        'are used up.',
    }),
    ruleId: nullable<string>('string', { description: 'ID of the rule that answers. Null if none.' }),
    texts: Type.Array(Type.String(), { description: 'What is sent, one text per bubble.' }),
    rules: Type.Array(
      Type.Object(
        {
          ruleId: Type.String(),
          question: Type.String(),
          mode,
          priority: Type.Integer(),
          matched: Type.Boolean(),
          matchedBy: nullable<string>('string', { description: 'Keyword or question that matched.' }),
          score: Type.Unsafe<number | null>({
            type: ['number', 'null'],
            description: 'Similarity from 0 to 1, in `similar` mode.',
          }),
          stoppedBy,
        },
        { additionalProperties: false },
      ),
      { description: 'Rules that matched, best first, then others by priority and age. At most 1,000 in total.' },
    ),
    ruleCount: Type.Integer({ minimum: 0, description: 'Total number of rules.' }),
    asksModel: Type.Boolean({
      description: 'Whether the language model would be asked, because no other rule answers.',
    }),
    sends: Type.Array(Send, { description: 'What was really sent in reply to this message.' }),
  },
  { description: 'Why the bot answers a message or not.' },
)

export const Replay = exactly(
  'Replay',
  {
    rule: Type.Optional(RuleDraft),
    assistant: Type.Optional(AssistantFile),
    from: Type.Optional(day("First day, in the channel's time zone. Defaults to 29 days before `to`.")),
    to: Type.Optional(day('Last day. Defaults to today.')),
  },
  {
    description:
      'The draft to try. A `rule` is added to the existing rules, or replaces the one with its ID. An `assistant` is used as ' +
      'if imported with mode `replace`. Without either, the current assistant is used.',
    examples: [{ rule: { keywords: ['parking'], question: 'Where can I park?', answer: 'Behind the house.' } }],
  },
)

const hits = Type.Integer({ minimum: 0 })

export const ReplayReport = exactly(
  'ReplayReport',
  {
    from: day('First day.'),
    to: day('Last day.'),
    messages: Type.Integer({ minimum: 0, description: 'Number of messages checked.' }),
    hits: Type.Integer({ minimum: 0, description: 'Number of messages that would have had an answer.' }),
    draftMatched: Type.Optional(
      Type.Boolean({
        description:
          'Whether the draft `rule` matches any message, including messages that another rule answers. Only present if you send a draft rule.',
      }),
    ),
    silence: Type.Unsafe<(typeof silences)[number] | null>({
      type: ['string', 'null'],
      enum: [...silences, null],
      description: 'Why nothing at all is answered, such as `assistant-off`. Otherwise null.',
    }),
    daily: Type.Array(
      Type.Object(
        {
          date: day('The day.'),
          hits,
          draftHits: Type.Optional(
            Type.Integer({ minimum: 0, description: 'Hits of the draft `rule`. Omitted if there is no draft rule.' }),
          ),
        },
        { additionalProperties: false },
      ),
      { description: 'One entry per day, including days without hits.' },
    ),
    rules: Type.Array(
      Type.Object({ ruleId: Type.String(), question: Type.String(), hits }, { additionalProperties: false }),
      {
        description:
          'Rules that would have answered, most frequent first. A new rule without an ID is called `draft`. In a draft assistant, ' +
          'new rules are called `draft-1` and so on.',
      },
    ),
    samples: Type.Array(
      Type.Object(
        {
          messageId: Type.String(),
          timestamp: timestamp('When it was sent.'),
          sender: Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false }),
          content: Type.String(),
          ruleId: Type.String(),
          matchedBy: Type.String({ description: 'The keyword, pattern or question that matched.' }),
          texts: Type.Array(Type.String()),
        },
        { additionalProperties: false },
      ),
      {
        description:
          'Up to 50 messages that would have had an answer, spread over the period. Hits of a draft `rule` come first.',
      },
    ),
    skippedModel: Type.Integer({
      minimum: 0,
      description: "Messages for which the language model would have been asked. A replay doesn't ask it.",
    }),
    isComplete: Type.Boolean({
      description: 'False if there were too many messages for one replay, or they took too long.',
    }),
  },
  { description: 'What a draft would have answered. Nothing was sent.' },
)

export const UnansweredReport = exactly(
  'UnansweredReport',
  {
    from: day('First day.'),
    to: day('Last day.'),
    messages: Type.Integer({ minimum: 0, description: 'Number of messages checked.' }),
    questions: Type.Array(
      Type.Object(
        {
          messageId: Type.String({ description: 'ID of the latest message that asks it.' }),
          content: Type.String({ description: 'Text of that message.' }),
          lastAt: timestamp('When that message was sent.'),
          variants: Type.Array(Type.String(), { description: 'Up to 5 other wordings, latest first.' }),
          messages: Type.Integer({ minimum: 1, description: 'Number of messages that ask it.' }),
          people: Type.Integer({ minimum: 1, description: 'Number of people who asked it.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'Similar questions are grouped. Most frequent first, then latest, at most 100.' },
    ),
    isComplete: Type.Boolean({
      description:
        'False if there were more than 20,000 messages, of which only the latest were checked, or they took too long.',
    }),
  },
  { description: 'Questions that got no answer and that no rule matches.' },
)

export const ConflictSearch = exactly(
  'ConflictSearch',
  {
    rule: Type.Optional(RuleDraft),
    from: Type.Optional(day("First day, in the channel's time zone. Defaults to 29 days before `to`.")),
    to: Type.Optional(day('Last day. Defaults to today.')),
  },
  {
    description:
      'With a draft `rule`, only pairs that include it are returned. It is added to the existing rules, or replaces the one ' +
      'with its ID.',
    examples: [{ rule: { keywords: ['parking'], question: 'Where can I park?', answer: 'Behind the house.' } }],
  },
)

const conflictingRule = (description: string) =>
  Type.Object({ ruleId: Type.String(), question: Type.String() }, { additionalProperties: false, description })

export const ConflictReport = exactly(
  'ConflictReport',
  {
    from: day('First day.'),
    to: day('Last day.'),
    messages: Type.Integer({ minimum: 0, description: 'Number of messages checked.' }),
    pairs: Type.Array(
      Type.Object(
        {
          first: conflictingRule('The rule that wins, or that wins more often.'),
          second: conflictingRule('The rule that is overridden.'),
          messages: Type.Integer({ minimum: 1, description: 'Number of messages that both match.' }),
          firstWins: Type.Integer({ minimum: 1, description: 'Number of those messages for which `first` wins.' }),
          sample: Type.Unsafe<{
            messageId: string
            timestamp: string
            sender: { id: string; name: string }
            content: string
          } | null>({
            type: ['object', 'null'],
            properties: {
              messageId: Type.String(),
              timestamp: timestamp('When it was sent.'),
              sender: Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false }),
              content: Type.String(),
            },
            required: ['messageId', 'timestamp', 'sender', 'content'],
            additionalProperties: false,
            description: 'The latest message for which `first` wins. Null if it no longer exists.',
          }),
        },
        { additionalProperties: false },
      ),
      { description: 'Most frequent first, at most 50. A new rule without an ID is called `draft`.' },
    ),
    isComplete: Type.Boolean({
      description: 'False if there were too many messages or pairs for one search, or they took too long.',
    }),
  },
  { description: 'Rules that match the same messages.' },
)
