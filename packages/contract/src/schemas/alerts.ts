import { Type } from '../schema.ts'
import { exactly, nullable, nullableTimestamp, word } from './primitives.ts'
import { settingChanges } from './service-settings.ts'

export const alertWays = ['mail', 'webhook'] as const

const way = word(alertWays, { description: '`mail`: by email. `webhook`: a signed request to a URL.' })

export const alertStatus = Type.Array(
  Type.Object(
    {
      way,
      sentAt: nullableTimestamp('When an alert was last accepted. Null if never.'),
      failingSince: nullableTimestamp('Since when alerts are not accepted. Null if they are.'),
      reason: Type.String({ description: 'Why they are not accepted, and what to do. Empty if they are.' }),
    },
    { additionalProperties: false },
  ),
  { description: 'How alerts reach operators. Empty if only the console shows what needs attention.' },
)

export const alertFailures = [
  'not-set-up',
  'not-found',
  'not-allowed',
  'unreachable',
  'silent',
  'no-encryption',
  'certificate',
  'login',
  'sender',
  'recipient',
  'redirected',
  'gone',
  'rejected',
] as const

export const AlertTestRequest = exactly(
  'AlertTestRequest',
  { way, changes: settingChanges(0) },
  { examples: [{ way: 'mail', changes: [{ name: 'alertMailTo', value: 'hana@inn.example' }] }] },
)

export const AlertTest = exactly('AlertTest', {
  failure: nullable<(typeof alertFailures)[number]>('string', {
    enum: [...alertFailures, null],
    description:
      'Null if the test was accepted. `not-set-up`: the settings name no server or address. `not-allowed`: the address is not a ' +
      'public one, and its host is not in `INNKEEPER_ALERT_WEBHOOK_ALLOW`. `no-encryption`: the mail server does not offer it. ' +
      '`gone`: the webhook answered 410.',
  }),
  advice: Type.String({ description: 'What to do, in English. Empty if the test was accepted.' }),
  detail: Type.String({ description: 'What the other side said. Empty if nothing.' }),
})
