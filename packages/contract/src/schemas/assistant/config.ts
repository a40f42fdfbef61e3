import { Type } from '../../schema.ts'
import { clockTime, exactly, nullable, nullableMoment, nullableTimestamp, readOnly, word } from '../primitives.ts'

export const qaModes = ['keyword', 'exact', 'regex', 'similar', 'ai'] as const

const stamped = {
  updatedAt: nullableTimestamp('When it was last changed. Null if never.'),
  updatedBy: nullable<string>('string', {
    description: 'User ID of the person who last changed it. Null if it was never changed.',
  }),
}

const stamps = readOnly(['updatedAt', 'updatedBy'])

export const mode = word(qaModes, {
  description:
    'Match mode. With `keyword`, the message contains a keyword. With `exact`, the whole message is a keyword. With ' +
    '`regex`, a keyword is found as an RE2 pattern. With `similar`, the question or a keyword is the closest to the ' +
    'message. With `ai`, a language model chooses the rule, if the operator has set one up.',
})

/** One day. */
export const longestCooldownSeconds = 86_400

export const cooldown = (description: string) =>
  Type.Integer({ minimum: 0, maximum: longestCooldownSeconds, description })

const cooldownSeconds = cooldown(
  'Seconds to wait after an answer before answering again in this channel. 0 means no wait.',
)

const memberCooldownSeconds = cooldown('Seconds to wait before answering the same member again. 0 means no wait.')

const quietUntil = nullableMoment("Until this time, the bot doesn't answer or welcome anyone. Null if it isn't muted.")

export const AssistantConfig = exactly(
  'AssistantConfig',
  {
    enabled: Type.Boolean({ description: 'Whether the assistant is on.' }),
    qa: Type.Object(
      { enabled: Type.Boolean(), mode, cooldownSeconds, memberCooldownSeconds },
      { additionalProperties: false },
    ),
    welcome: Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false }),
    rules: Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false }),
    quietUntil,
    ...stamped,
  },
  {
    description: 'Configuration of the assistant. The channel details show the same switches under `config`.',
    examples: [
      {
        enabled: true,
        qa: { enabled: true, mode: 'keyword', cooldownSeconds: 0, memberCooldownSeconds: 0 },
        welcome: { enabled: true },
        rules: { enabled: false },
        quietUntil: null,
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
          memberCooldownSeconds: Type.Optional(memberCooldownSeconds),
        },
        { additionalProperties: false },
      ),
    ),
    welcome: toggle,
    rules: toggle,
    quietUntil: Type.Optional(quietUntil),
    ...stamps,
  },
  {
    description: 'Fields to change, merged deeply. All others stay as they are.',
    examples: [{ qa: { mode: 'exact' } }],
  },
)

const quietHours = Type.Unsafe<{ from: string; to: string } | null>({
  type: ['object', 'null'],
  properties: {
    from: clockTime("Start time, in the channel's time zone."),
    to: clockTime('End time. If earlier than `from`, on the next day.'),
  },
  required: ['from', 'to'],
  additionalProperties: false,
  description:
    'Hours without welcomes. When they end, everyone who joined gets one welcome, if the platform still allows it. Null ' +
    'means none.',
})

const greetReturning = Type.Boolean({ description: 'Whether people who come back are welcomed again.' })

export const Welcome = exactly(
  'Welcome',
  {
    enabled: Type.Boolean(),
    message: Type.String({
      maxLength: 5000,
      description:
        'The variables `{name}`, `{names}`, `{group}`, `{count}` and `{rules}` are filled in. Any other text in braces is left ' +
        'as it is.',
    }),
    quietHours,
    greetReturning,
    ...stamped,
  },
  {
    description: 'The welcome for new members. If it is on but empty, nothing is sent.',
    examples: [
      {
        enabled: true,
        message: 'Welcome, {name}!',
        quietHours: { from: '22:00', to: '07:00' },
        greetReturning: true,
        updatedAt: null,
        updatedBy: null,
      },
    ],
  },
)

export const WelcomeChange = exactly(
  'WelcomeChange',
  {
    enabled: Type.Optional(Type.Boolean()),
    message: Type.Optional(Type.String({ maxLength: 5000 })),
    quietHours: Type.Optional(quietHours),
    greetReturning: Type.Optional(greetReturning),
    ...stamps,
  },
  { examples: [{ enabled: true, message: 'Welcome, {name}!' }] },
)

export const GroupRules = exactly(
  'GroupRules',
  {
    enabled: Type.Boolean(),
    content: Type.String({ maxLength: 5000, description: 'The group rules, as posted.' }),
    ...stamped,
  },
  {
    description: 'The group rules, posted on `/rules` and wherever the welcome or an answer contains `{rules}`.',
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
