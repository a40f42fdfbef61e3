import { Type } from 'typebox'
import { qaModes } from './channel.ts'
import { exactly, nextCursor, nullable, nullableTimestamp, readOnly, timestamp, word } from './primitives.ts'

const stamped = {
  updatedAt: nullableTimestamp('Last change; null while untouched.'),
  updatedBy: nullable<string>('string', { description: 'User id of the last change; null while untouched.' }),
}
const stamps = readOnly(['updatedAt', 'updatedBy'])

const mode = word(qaModes, {
  description:
    '`keyword`: a keyword occurs in the message; `exact`: the message is the keyword; `regex`: RE2 patterns; ' +
    '`similar`: closest question above a threshold; `ai`: grounded in the rules, where the operator configured a model.',
})
const cooldownSeconds = Type.Integer({
  minimum: 0,
  maximum: 86400,
  description: 'Seconds of silence after an answer in this channel; 0: none.',
})

export const AssistantConfig = exactly(
  'AssistantConfig',
  {
    enabled: Type.Boolean({ description: 'The assistant as a whole.' }),
    qa: Type.Object({ enabled: Type.Boolean(), mode, cooldownSeconds }, { additionalProperties: false }),
    welcome: Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false }),
    rules: Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false }),
    ...stamped,
  },
  {
    description: 'The switches of the assistant; the same truth as `config` in the channel detail.',
    examples: [
      {
        enabled: true,
        qa: { enabled: true, mode: 'keyword', cooldownSeconds: 0 },
        welcome: { enabled: true },
        rules: { enabled: false },
        updatedAt: '2026-03-01T09:30:00Z',
        updatedBy: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
      },
    ],
  },
)

const toggle = Type.Optional(Type.Object({ enabled: Type.Optional(Type.Boolean()) }, { additionalProperties: false }))

export const AssistantConfigChange = exactly(
  'AssistantConfigChange',
  {
    enabled: Type.Optional(Type.Boolean()),
    qa: Type.Optional(
      Type.Object(
        {
          enabled: Type.Optional(Type.Boolean()),
          mode: Type.Optional(mode),
          cooldownSeconds: Type.Optional(cooldownSeconds),
        },
        { additionalProperties: false },
      ),
    ),
    welcome: toggle,
    rules: toggle,
    ...stamps,
  },
  { description: 'The members to change, merged deeply; the others stay.', examples: [{ qa: { mode: 'exact' } }] },
)

const keywords = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  minItems: 1,
  maxItems: 50,
  description: 'What the rule listens for; patterns in `regex` mode.',
})
const question = Type.String({ minLength: 1, maxLength: 500, description: 'The question in full.' })
const answer = Type.String({ minLength: 1, maxLength: 5000, description: 'What the bot says.' })
const priority = Type.Integer({ minimum: -1000, maximum: 1000, description: 'The highest wins.' })
const match = Type.Unsafe<(typeof qaModes)[number] | null>({
  type: ['string', 'null'],
  enum: [...qaModes, null],
  description: "How this rule matches; null: by the channel's mode.",
})

export const Rule = exactly(
  'Rule',
  {
    id: Type.String(),
    keywords,
    question,
    answer,
    enabled: Type.Boolean(),
    priority,
    match,
    hits: Type.Integer({ minimum: 0, description: 'How often the rule answered.' }),
    lastHitAt: nullableTimestamp('When it answered last; null: never.'),
    createdAt: timestamp('When the rule was made.'),
    updatedAt: timestamp('When the rule was last changed.'),
    createdBy: Type.String({ description: 'User id of its author.' }),
  },
  {
    description: 'A rule of auto-reply.',
    examples: [
      {
        id: 'r_7Hq2mZc0TnW4',
        keywords: ['opening hours', '営業時間'],
        question: 'When are you open?',
        answer: 'Every day from 9 to 18.',
        enabled: true,
        priority: 0,
        match: null,
        hits: 12,
        lastHitAt: '2026-03-02T11:05:00Z',
        createdAt: '2026-03-01T09:30:00Z',
        updatedAt: '2026-03-01T09:30:00Z',
        createdBy: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
      },
    ],
  },
)

const ruleStamps = readOnly(['id', 'hits', 'lastHitAt', 'createdAt', 'updatedAt', 'createdBy'])

export const RuleList = exactly('RuleList', {
  rules: Type.Array(Rule),
  nextCursor: Type.Optional(nextCursor),
})

export const NewRule = exactly(
  'NewRule',
  {
    keywords,
    question,
    answer,
    enabled: Type.Optional(Type.Boolean({ default: true })),
    priority: Type.Optional(priority),
    match: Type.Optional(match),
    ...ruleStamps,
  },
  {
    examples: [{ keywords: ['opening hours'], question: 'When are you open?', answer: 'Every day from 9 to 18.' }],
  },
)

export const RuleChange = exactly(
  'RuleChange',
  {
    keywords: Type.Optional(keywords),
    question: Type.Optional(question),
    answer: Type.Optional(answer),
    enabled: Type.Optional(Type.Boolean()),
    priority: Type.Optional(priority),
    match: Type.Optional(match),
    ...ruleStamps,
  },
  { description: 'The members to change; the others stay.', examples: [{ answer: 'Every day from 8 to 20.' }] },
)

export const Welcome = exactly(
  'Welcome',
  {
    enabled: Type.Boolean(),
    message: Type.String({
      maxLength: 5000,
      description: '`{name}` `{names}` `{group}` `{count}` `{rules}` are filled in; any other brace is literal text.',
    }),
    ...stamped,
  },
  {
    description: 'What newcomers are told. Enabled but empty sends nothing.',
    examples: [{ enabled: true, message: 'Welcome, {name}!', updatedAt: null, updatedBy: null }],
  },
)

export const WelcomeChange = exactly(
  'WelcomeChange',
  {
    enabled: Type.Optional(Type.Boolean()),
    message: Type.Optional(Type.String({ maxLength: 5000 })),
    ...stamps,
  },
  { examples: [{ enabled: true, message: 'Welcome, {name}!' }] },
)

export const GroupRules = exactly(
  'GroupRules',
  {
    enabled: Type.Boolean(),
    content: Type.String({ maxLength: 5000, description: 'The rules of the group, as posted.' }),
    ...stamped,
  },
  {
    description: 'The rules of the group, posted on `/rules` and inside the welcome where `{rules}` stands.',
    examples: [{ enabled: true, content: '1. Be kind.', updatedAt: null, updatedBy: null }],
  },
)

export const GroupRulesChange = exactly(
  'GroupRulesChange',
  {
    enabled: Type.Optional(Type.Boolean()),
    content: Type.Optional(Type.String({ maxLength: 5000 })),
    ...stamps,
  },
  { examples: [{ enabled: true, content: '1. Be kind.' }] },
)
