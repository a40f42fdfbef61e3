import type { settings } from './settings.ts'

type Editable = { name: keyof typeof settings; group: 'address' | 'line' | 'model' | 'retention' | 'limits' | 'pages' }

/**
 * Settings that an operator can change in the browser. The others say where the data is, how a node listens, or are the same for all
 * tests of a platform.
 */
export const editableSettings: readonly Editable[] = [
  { name: 'baseUrl', group: 'address' },
  { name: 'timezone', group: 'address' },
  { name: 'lineChannelSecret', group: 'line' },
  { name: 'lineChannelSecretOld', group: 'line' },
  { name: 'lineChannelAccessToken', group: 'line' },
  { name: 'lineChannelId', group: 'line' },
  { name: 'lineLoginChannelId', group: 'line' },
  { name: 'lineLoginChannelSecret', group: 'line' },
  { name: 'claim', group: 'line' },
  { name: 'aiBaseUrl', group: 'model' },
  { name: 'aiModel', group: 'model' },
  { name: 'aiKey', group: 'model' },
  { name: 'aiTimeLimitMs', group: 'model' },
  { name: 'aiDailyTokens', group: 'model' },
  { name: 'aiChannelShare', group: 'model' },
  { name: 'aiPersonShare', group: 'model' },
  { name: 'retentionCeilingDays', group: 'retention' },
  { name: 'mostMediaBytes', group: 'limits' },
  { name: 'mostVersions', group: 'limits' },
  { name: 'mostVersionBytes', group: 'limits' },
  { name: 'mostAssistantBytes', group: 'limits' },
  { name: 'mostChannelBytes', group: 'limits' },
  { name: 'rateLimit', group: 'limits' },
  { name: 'authRateLimit', group: 'limits' },
  { name: 'corsOrigins', group: 'pages' },
  { name: 'framedBy', group: 'pages' },
  { name: 'logLevel', group: 'limits' },
]
