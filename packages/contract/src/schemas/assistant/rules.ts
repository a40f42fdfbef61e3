import { Type } from '../../schema.ts'
import {
  clockTime,
  exactly,
  nextCursor,
  nullable,
  nullableMoment,
  nullableTimestamp,
  readOnly,
  timestamp,
  word,
} from '../primitives.ts'
import { cooldown, longestCooldownSeconds, qaModes } from './config.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Limits of a rule, exported so that forms can check them before the service does. */
export const ruleLimits = {
  keywords: 50,
  keyword: 200,
  question: 500,
  answer: 5000,
  answers: 20,
  priority: 1000,
  spans: 20,
  quickReplies: 13,
  label: 20,
  quickReply: 300,
  picture: 1000,
  cooldownSeconds: longestCooldownSeconds,
} as const

const keywords = Type.Array(Type.String({ minLength: 1, maxLength: ruleLimits.keyword }), {
  minItems: 1,
  maxItems: ruleLimits.keywords,
  description: 'Words and phrases that the rule matches. In `regex` mode, patterns.',
})
const question = Type.String({
  minLength: 1,
  maxLength: ruleLimits.question,
  format: 'not-blank',
  description: 'A typical question. Names the rule, and is used for similar and AI matching.',
})
const answer = Type.String({
  minLength: 1,
  maxLength: ruleLimits.answer,
  format: 'not-blank',
  description:
    'What the bot says. The variables `{name}`, `{group}`, `{count}`, `{date}`, `{time}` and `{rules}` are filled in. ' +
    "The date and the time are written in the channel's language. Any other text in braces is left as it is.",
})
const answers = Type.Array(Type.String({ minLength: 1, maxLength: ruleLimits.answer, format: 'not-blank' }), {
  maxItems: ruleLimits.answers,
  description: 'More answers to pick from, in addition to `answer`. They can contain the same variables.',
})
const pick = word(['random', 'in-order'], {
  description: 'How to pick one of several answers: at random or in turn.',
})
const priority = Type.Integer({
  minimum: -ruleLimits.priority,
  maximum: ruleLimits.priority,
  description: 'If several rules match, the highest priority wins.',
})
const match = Type.Unsafe<(typeof qaModes)[number] | null>({
  type: ['string', 'null'],
  enum: [...qaModes, null],
  description: "Match mode of this rule. Null means the channel's mode.",
})
const schedule = Type.Array(
  Type.Object(
    {
      days: Type.Array(word(weekdays), { minItems: 1, maxItems: 7, description: 'Days of the week.' }),
      from: clockTime("Start time, in the channel's time zone."),
      to: clockTime('End time, exclusive. If not later than `from`, on the next day. `00:00` is the end of the day.'),
    },
    { additionalProperties: false },
  ),
  { maxItems: ruleLimits.spans, description: 'When the rule answers. Empty means at any time.' },
)
const activeFrom = nullableMoment('The rule answers from this time on. Null means no start.')
const activeUntil = nullableMoment('The rule answers until this time, exclusive. Null means no end.')
const quickReplies = Type.Array(
  Type.Object(
    {
      label: Type.String({
        minLength: 1,
        maxLength: ruleLimits.label,
        format: 'not-blank',
        description: 'Label of the button.',
      }),
      text: Type.String({
        minLength: 1,
        maxLength: ruleLimits.quickReply,
        format: 'not-blank',
        description: 'Text that the button sends to the chat.',
      }),
    },
    { additionalProperties: false },
  ),
  { maxItems: ruleLimits.quickReplies, description: 'Buttons below the answer, if the platform supports them.' },
)
const picture = nullable<string>('string', {
  maxLength: ruleLimits.picture,
  format: 'https-address',
  description:
    'URL of a JPEG or PNG to send after the answer, if the platform supports it. The platform fetches it from there. Null ' +
    'means none.',
})
const cooldownSeconds = cooldown('Seconds to wait before this rule answers again. 0 means no wait.')
const memberCooldownSeconds = cooldown(
  'Seconds to wait before this rule answers the same member again. 0 means no wait.',
)

/** The members that the author of a rule sets. */
const written = {
  keywords,
  question,
  answer,
  answers,
  pick,
  enabled: Type.Boolean(),
  priority,
  match,
  cooldownSeconds,
  memberCooldownSeconds,
  schedule,
  activeFrom,
  activeUntil,
  quickReplies,
  picture,
}

const optional = {
  answers: Type.Optional(answers),
  pick: Type.Optional(pick),
  enabled: Type.Optional(Type.Boolean({ default: true })),
  priority: Type.Optional(priority),
  match: Type.Optional(match),
  cooldownSeconds: Type.Optional(cooldownSeconds),
  memberCooldownSeconds: Type.Optional(memberCooldownSeconds),
  schedule: Type.Optional(schedule),
  activeFrom: Type.Optional(activeFrom),
  activeUntil: Type.Optional(activeUntil),
  quickReplies: Type.Optional(quickReplies),
  picture: Type.Optional(picture),
}

const RuleFailure = exactly('RuleFailure', {
  at: timestamp('When it should have been sent.'),
  reason: Type.String({ description: "Why it couldn't be sent." }),
})

export const Rule = exactly(
  'Rule',
  {
    id: Type.String(),
    ...written,
    hits: Type.Integer({
      minimum: 0,
      description: "Number of times the rule answered. Answers that couldn't be sent don't count.",
    }),
    lastHitAt: nullableTimestamp('When it last answered. Null if never.'),
    lastFailure: Type.Unsafe<{ at: string; reason: string } | null>({
      ...RuleFailure,
      type: ['object', 'null'],
      description: "The last answer of this rule that couldn't be sent. Null if there is none.",
    }),
    createdAt: timestamp('When the rule was created.'),
    updatedAt: timestamp('When the rule was last changed.'),
    createdBy: Type.String({ description: 'User ID of its author.' }),
  },
  {
    description: 'Keywords and the answer they trigger.',
    examples: [
      {
        id: 'r_7Hq2mZc0TnW4',
        keywords: ['opening hours', '営業時間'],
        question: 'When are you open?',
        answer: 'Every day from 9 to 18, {name}.',
        answers: [],
        pick: 'random',
        enabled: true,
        priority: 0,
        match: null,
        cooldownSeconds: 60,
        memberCooldownSeconds: 0,
        schedule: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' }],
        activeFrom: null,
        activeUntil: null,
        quickReplies: [{ label: 'Where?', text: 'Where are you?' }],
        picture: null,
        hits: 12,
        lastHitAt: '2026-03-02T11:05:00Z',
        lastFailure: null,
        createdAt: '2026-03-01T09:30:00Z',
        updatedAt: '2026-03-01T09:30:00Z',
        createdBy: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
      },
    ],
  },
)

const ruleStamps = readOnly(['id', 'hits', 'lastHitAt', 'lastFailure', 'createdAt', 'updatedAt', 'createdBy'])

/** As base64, so that a request stays below 1 MiB. */
const mostPictureLength = 1_000_000

export const PictureUpload = exactly(
  'PictureUpload',
  {
    data: Type.String({
      minLength: 4,
      maxLength: mostPictureLength,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'A JPEG, PNG, WebP or GIF of at most 750,000 bytes, in base64.',
    }),
  },
  {
    examples: [
      { data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' },
    ],
  },
)

export const UploadedPicture = exactly(
  'UploadedPicture',
  {
    url: Type.String({ description: 'Public address of the picture, for the `picture` of a rule.' }),
    sizeBytes: Type.Integer({ minimum: 1, description: 'Size of the picture as it was saved.' }),
  },
  {
    examples: [
      {
        url: 'https://inn.example/pictures/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.jpg',
        sizeBytes: 48213,
      },
    ],
  },
)

export const RuleList = exactly('RuleList', {
  rules: Type.Array(Rule),
  nextCursor: Type.Optional(nextCursor),
})

export const NewRule = exactly(
  'NewRule',
  { keywords, question, answer, ...optional, ...ruleStamps },
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
    ...optional,
    ...ruleStamps,
  },
  { description: 'Fields to change. All others stay as they are.', examples: [{ answer: 'Every day from 8 to 20.' }] },
)

/** A rule in a file, or a draft. With an id it refers to an existing rule, without one it is a new rule. */
export const RuleDraft = exactly(
  'RuleDraft',
  {
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 100, format: 'rule-id' })),
    keywords,
    question,
    answer,
    ...optional,
    ...readOnly(['hits', 'lastHitAt', 'lastFailure', 'createdAt', 'updatedAt', 'createdBy']),
  },
  {
    description:
      'A rule with or without an ID. Fields that are left out are taken from the rule with that ID, or have the defaults of a ' +
      'new rule.',
  },
)
