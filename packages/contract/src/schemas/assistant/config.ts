import { Type } from '../../schema.ts'
import { clockTime, exactly, nullable, nullableMoment, nullableTimestamp, readOnly, word } from '../primitives.ts'

export const qaModes = ['keyword', 'exact', 'regex', 'similar', 'ai'] as const

const stamped = {
  updatedAt: nullableTimestamp('Last change; null while untouched.'),
  updatedBy: nullable<string>('string', { description: 'User id of the last change; null while untouched.' }),
}

const stamps = readOnly(['updatedAt', 'updatedBy'])

export const mode = word(qaModes, {
  description:
    '`keyword`: a keyword occurs in the message; `exact`: the message is the keyword; `regex`: RE2 patterns; ' +
    '`similar`: closest question above a threshold; `ai`: grounded in the rules, where the operator configured a model.',
})

/** One day. */
export const longestCooldownSeconds = 86_400

export const cooldown = (description: string) =>
  Type.Integer({ minimum: 0, maximum: longestCooldownSeconds, description })

const cooldownSeconds = cooldown('Seconds of silence after an answer in this channel; 0: none.')

const memberCooldownSeconds = cooldown('Seconds without a second answer for the same member; 0: none.')

const quietUntil = nullableMoment('Until then the bot neither answers nor greets; null: it is not silenced.')

export const AssistantConfig = exactly(
  'AssistantConfig',
  {
    enabled: Type.Boolean({ description: 'The assistant as a whole.' }),
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
    description: 'The switches of the assistant; the same truth as `config` in the channel detail.',
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
  { description: 'The members to change, merged deeply; the others stay.', examples: [{ qa: { mode: 'exact' } }] },
)

const quietHours = Type.Unsafe<{ from: string; to: string } | null>({
  type: ['object', 'null'],
  properties: {
    from: clockTime("When they begin, in the channel's time zone."),
    to: clockTime('When they end; earlier than `from`: on the next day.'),
  },
  required: ['from', 'to'],
  additionalProperties: false,
  description:
    'Hours in which nobody is greeted. Newcomers are greeted together when they end, where the bot may still speak; null: none.',
})

const greetReturning = Type.Boolean({ description: 'Whether people who were here before are greeted again.' })

export const Welcome = exactly(
  'Welcome',
  {
    enabled: Type.Boolean(),
    message: Type.String({
      maxLength: 5000,
      description: '`{name}` `{names}` `{group}` `{count}` `{rules}` are filled in; any other brace is literal text.',
    }),
    quietHours,
    greetReturning,
    ...stamped,
  },
  {
    description: 'What newcomers are told. Enabled but empty sends nothing.',
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
