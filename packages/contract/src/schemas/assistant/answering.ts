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
  ruleIds: Type.Array(Type.String(), { description: 'The rules it was offered.' }),
  passages: Type.Integer({ minimum: 0, description: 'How many passages of the group rules it was offered.' }),
  passage: nullable<number>('integer', { minimum: 1, description: 'Which of them it cited; null: a rule.' }),
  tokens: Type.Integer({ minimum: 0, description: 'What that cost.' }),
})

export const Send = exactly(
  'Send',
  {
    id: Type.String(),
    kind: word(['answer', 'welcome', 'command', 'notice'], {
      description:
        '`answer`: of a rule; `welcome`: of newcomers; `command`: to what somebody asked the bot; `notice`: of its own.',
    }),
    messageId: nullable<string>('string', { description: 'The message it answers; null: none.' }),
    ruleId: nullable<string>('string', {
      description:
        'The rule that answered, or that the model cited; where `failure` is `undecided`, the rule whose pattern took the most ' +
        'time; null: none.',
    }),
    mode: Type.Unsafe<(typeof qaModes)[number] | null>({
      ...mode,
      type: ['string', 'null'],
      enum: [...qaModes, null],
      description: 'How that rule matched.',
    }),
    at: timestamp('When its cause came to pass.'),
    state: word(sendStates, {
      description: '`waiting`: under way; `unknown`: the platform never said whether it arrived.',
    }),
    by: word(['reply', 'push'], { description: '`reply` is free, `push` costs quota.' }),
    finishedAt: nullableTimestamp('When its state was decided; null while it waits.'),
    failure: Type.Unsafe<(typeof sendFailures)[number] | null>({
      type: ['string', 'null'],
      enum: [...sendFailures, null],
      description:
        'Why it was refused; null: it was not. `undecided`: no answer was found in time, so there was nothing to send. ' +
        "`ai-day-limit`, `ai-channel-limit`, `ai-member-limit`: the language model was not asked, because the service's tokens of " +
        "the day, or the channel's or the member's share of them, are used up.",
    }),
    reason: nullable<string>('string', { description: 'The same in words.' }),
    texts: Type.Array(Type.String(), { description: 'What was said, bubble by bubble.' }),
    model: Type.Unsafe<Static<typeof ModelChoice> | null>({
      ...ModelChoice,
      type: ['object', 'null'],
      description: 'Where a language model chose: from what; null: none did.',
    }),
  },
  {
    description: 'Something the bot said, or tried to.',
    examples: [
      {
        id: '1042',
        kind: 'answer',
        messageId: '508201437520076802',
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
      Type.String({ minLength: 1, maxLength: 5000, description: 'A message as somebody might write it.' }),
    ),
    messageId: Type.Optional(Type.String({ minLength: 1, description: 'A message in the backup.' })),
  },
  { description: 'Either `text` or `messageId`.', examples: [{ text: 'What are your opening hours?' }] },
)

const stoppedBy = Type.Unsafe<(typeof stops)[number] | (typeof silences)[number] | null>({
  type: ['string', 'null'],
  enum: [...new Set([...stops, ...silences]), null],
  description:
    'What kept it from answering; null: nothing, so it answers unless there is a `silence`. In `ai` mode null means that the model ' +
    'may choose it.',
})

export const Explanation = exactly(
  'Explanation',
  {
    at: timestamp('The moment for which schedules and cooldowns were looked at.'),
    silence: Type.Unsafe<(typeof silences)[number] | null>({
      type: ['string', 'null'],
      enum: [...silences, null],
      description:
        'Why nothing is said; null: there is an answer, or the model is asked for one. `ai-day-limit`, `ai-channel-limit` and ' +
        "`ai-member-limit`: the service's tokens of the day, or the share of the channel or of the caller, are used up.",
    }),
    ruleId: nullable<string>('string', { description: 'The rule that answers; null: none.' }),
    texts: Type.Array(Type.String(), { description: 'What is said, bubble by bubble.' }),
    rules: Type.Array(
      Type.Object(
        {
          ruleId: Type.String(),
          question: Type.String(),
          mode,
          priority: Type.Integer(),
          matched: Type.Boolean(),
          matchedBy: nullable<string>('string', { description: 'The keyword or question that matched.' }),
          score: Type.Unsafe<number | null>({
            type: ['number', 'null'],
            description: 'How alike, from 0 to 1, in `similar` mode.',
          }),
          stoppedBy,
        },
        { additionalProperties: false },
      ),
      { description: 'Rules that matched, the best first; then others by priority and age, 1,000 in all.' },
    ),
    ruleCount: Type.Integer({ minimum: 0, description: 'How many rules there are.' }),
    asksModel: Type.Boolean({ description: 'Whether a language model would be asked, because no other rule answers.' }),
    sends: Type.Array(Send, { description: 'What was really said to this message.' }),
  },
  { description: 'Why the bot answers a message or does not.' },
)

export const Replay = exactly(
  'Replay',
  {
    rule: Type.Optional(RuleDraft),
    assistant: Type.Optional(AssistantFile),
    from: Type.Optional(day("First day, in the channel's time zone; standard: 30 days before `to`.")),
    to: Type.Optional(day('Last day; standard: today.')),
  },
  {
    description:
      'A draft: one `rule`, added to those there are or in the place of the one with its id; or a whole `assistant`, whose rules ' +
      'take the place of all. With neither, the assistant as it is.',
    examples: [{ rule: { keywords: ['parking'], question: 'Where can I park?', answer: 'Behind the house.' } }],
  },
)

const hits = Type.Integer({ minimum: 0 })

export const ReplayReport = exactly(
  'ReplayReport',
  {
    from: day('First day.'),
    to: day('Last day.'),
    messages: Type.Integer({ minimum: 0, description: 'How many messages were gone through.' }),
    hits: Type.Integer({ minimum: 0, description: 'How many would have been answered.' }),
    silence: Type.Unsafe<(typeof silences)[number] | null>({
      type: ['string', 'null'],
      enum: [...silences, null],
      description: 'Why nothing at all is answered, such as `assistant-off`; null: it is.',
    }),
    daily: Type.Array(
      Type.Object(
        {
          date: day('A day.'),
          hits,
          draftHits: Type.Optional(
            Type.Integer({ minimum: 0, description: 'Those of the draft `rule`; absent where none is tried.' }),
          ),
        },
        { additionalProperties: false },
      ),
      { description: 'One entry a day, zeros included.' },
    ),
    rules: Type.Array(
      Type.Object({ ruleId: Type.String(), question: Type.String(), hits }, { additionalProperties: false }),
      {
        description:
          'Rules that answered, the most frequent first. A new rule without an id is called `draft`, in a whole draft `draft-1` and so on.',
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
          texts: Type.Array(Type.String()),
        },
        { additionalProperties: false },
      ),
      {
        description:
          'Up to 50 of the messages that would have been answered, those of a draft `rule` before others, spread over the time.',
      },
    ),
    skippedModel: Type.Integer({
      minimum: 0,
      description: 'Messages for which a language model would have been asked. It is not asked here.',
    }),
    isComplete: Type.Boolean({
      description: 'False where there were more messages than one replay goes through, or they took too long.',
    }),
  },
  { description: 'What a draft would have answered. Nothing was sent.' },
)

export const ConflictSearch = exactly(
  'ConflictSearch',
  {
    rule: Type.Optional(RuleDraft),
    from: Type.Optional(day("First day, in the channel's time zone; standard: 30 days before `to`.")),
    to: Type.Optional(day('Last day; standard: today.')),
  },
  {
    description:
      'With a draft `rule`, added to those there are or in the place of the one with its id, only what it has in common with others.',
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
    messages: Type.Integer({ minimum: 0, description: 'How many messages were gone through.' }),
    pairs: Type.Array(
      Type.Object(
        {
          first: conflictingRule('The one of the two that goes before the other, or does so more often.'),
          second: conflictingRule('The one that is left without the word.'),
          messages: Type.Integer({ minimum: 1, description: 'How many messages both match.' }),
          firstWins: Type.Integer({ minimum: 1, description: 'In how many of them `first` goes before `second`.' }),
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
            description: 'The latest message in which `first` goes before `second`; null where it is gone.',
          }),
        },
        { additionalProperties: false },
      ),
      { description: 'The most frequent first, 50 at most. A new rule without an id is called `draft`.' },
    ),
    isComplete: Type.Boolean({
      description: 'False where there were more messages or pairs than one search goes through, or they took too long.',
    }),
  },
  { description: 'Rules that match the same messages.' },
)
