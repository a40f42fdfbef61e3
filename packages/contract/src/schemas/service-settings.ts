import { Type } from '../schema.ts'
import { exactly, nullable, nullableTimestamp, timestamp, word } from './primitives.ts'

const ServiceSetting = exactly(
  'ServiceSetting',
  {
    name: Type.String(),
    variable: Type.String({ description: 'Environment variable that sets it, too.' }),
    group: Type.String({ description: 'Settings that belong together have the same group.' }),
    description: Type.String(),
    allowed: Type.String({ description: 'Which values are allowed. Completes the sentence "Set it to …".' }),
    standard: Type.String({ description: 'Default value. Empty if there is none.' }),
    isSecret: Type.Boolean(),
    isLive: Type.Boolean({ description: 'Whether a change takes effect while the service runs, on all nodes.' }),
    source: word(['default', 'page', 'environment', 'flag'], {
      description: 'Where the value comes from. With `environment` or `flag`, it cannot be changed here.',
    }),
    value: nullable<string>('string', { description: 'Null for a secret.' }),
    isSet: Type.Boolean({ description: 'Whether it has a value.' }),
    isUnreadable: Type.Boolean({ description: 'Whether it is a secret whose key is missing on this node.' }),
    needsRestart: Type.Boolean({ description: 'Whether this node still uses another value.' }),
    changedAt: nullableTimestamp('When it was last changed here. Null if never.'),
    changedBy: nullable<string>('string', { description: 'Who changed it here. Null if no one did.' }),
  },
  { description: 'A setting of the service.' },
)

export const ServiceSettingList = exactly('ServiceSettingList', {
  settings: Type.Array(ServiceSetting),
  needsRestart: Type.Boolean({ description: 'Whether this node has to be restarted to use all of them.' }),
})

const ServiceSettingChange = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    value: nullable<string>('string', {
      maxLength: 8000,
      description: 'As it would be written in the environment. Null goes back to the default.',
    }),
  },
  { additionalProperties: false },
)

/** What is missing stays as it is. */
export const settingChanges = (minItems: number) => Type.Array(ServiceSettingChange, { minItems, maxItems: 100 })

export const ServiceSettingChanges = exactly(
  'ServiceSettingChanges',
  { changes: settingChanges(1) },
  { examples: [{ changes: [{ name: 'retentionCeilingDays', value: '365' }] }] },
)

export const OperatorLog = exactly('OperatorLog', {
  entries: Type.Array(
    Type.Object(
      {
        at: timestamp('When it happened.'),
        actor: Type.String({ description: 'Name of the operator account, or the user ID of a key.' }),
        action: Type.String({ examples: ['setting.changed'] }),
        subject: Type.String({ description: 'What it was done to, such as the name of a setting.' }),
      },
      { additionalProperties: false },
    ),
  ),
})
