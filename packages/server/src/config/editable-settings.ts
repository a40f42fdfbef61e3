import type { settings } from './settings.ts'

type Name = keyof typeof settings

/** Parts of the service that take changed settings into use while it runs. `each-use`: read whenever they are needed. */
type LivePart = 'address' | 'connectors' | 'sign-in' | 'model' | 'snapshots' | 'each-use'

type Editable = {
  name: Name
  group:
    | 'address'
    | 'owners'
    | 'line'
    | 'telegram'
    | 'model'
    | 'retention'
    | 'snapshots'
    | 'alerts'
    | 'limits'
    | 'pages'
  /** Absent if a change takes effect at the next start. */
  usedBy?: LivePart
}

/**
 * Settings that an operator can change in the browser. The others say where the data and its snapshots are, how a node listens, or
 * which hosts of its own network it may contact: someone who takes over a browser must not be able to reach those. Or they only
 * serve to test a platform.
 */
export const editableSettings: readonly Editable[] = [
  { name: 'baseUrl', group: 'address', usedBy: 'address' },
  { name: 'acmeDomain', group: 'address' },
  { name: 'acmeEmail', group: 'address' },
  { name: 'timezone', group: 'address' },
  { name: 'claim', group: 'owners' },
  { name: 'lineChannelSecret', group: 'line', usedBy: 'connectors' },
  { name: 'lineChannelSecretOld', group: 'line', usedBy: 'connectors' },
  { name: 'lineChannelAccessToken', group: 'line', usedBy: 'connectors' },
  { name: 'lineChannelId', group: 'line', usedBy: 'connectors' },
  { name: 'lineLoginChannelId', group: 'line', usedBy: 'sign-in' },
  { name: 'lineLoginChannelSecret', group: 'line', usedBy: 'sign-in' },
  { name: 'telegramBotToken', group: 'telegram', usedBy: 'connectors' },
  { name: 'telegramLoginClientSecret', group: 'telegram', usedBy: 'sign-in' },
  { name: 'aiBaseUrl', group: 'model', usedBy: 'model' },
  { name: 'aiModel', group: 'model', usedBy: 'model' },
  { name: 'aiKey', group: 'model', usedBy: 'model' },
  { name: 'aiTimeLimitMs', group: 'model', usedBy: 'model' },
  { name: 'aiDailyTokens', group: 'model', usedBy: 'model' },
  { name: 'aiChannelShare', group: 'model', usedBy: 'model' },
  { name: 'aiPersonShare', group: 'model', usedBy: 'model' },
  { name: 'retentionCeilingDays', group: 'retention', usedBy: 'each-use' },
  { name: 'snapshotSchedule', group: 'snapshots', usedBy: 'snapshots' },
  { name: 'snapshotKeep', group: 'snapshots', usedBy: 'snapshots' },
  { name: 'snapshotDrill', group: 'snapshots', usedBy: 'snapshots' },
  { name: 'smtpServer', group: 'alerts', usedBy: 'each-use' },
  { name: 'smtpEncryption', group: 'alerts', usedBy: 'each-use' },
  { name: 'smtpUser', group: 'alerts', usedBy: 'each-use' },
  { name: 'smtpPassword', group: 'alerts', usedBy: 'each-use' },
  { name: 'alertMailTo', group: 'alerts', usedBy: 'each-use' },
  { name: 'alertMailFrom', group: 'alerts', usedBy: 'each-use' },
  { name: 'alertWebhookUrl', group: 'alerts', usedBy: 'each-use' },
  { name: 'alertWebhookSecret', group: 'alerts', usedBy: 'each-use' },
  { name: 'mostMediaBytes', group: 'limits', usedBy: 'each-use' },
  { name: 'mostImportBytes', group: 'limits', usedBy: 'each-use' },
  { name: 'fetchesStickers', group: 'limits', usedBy: 'each-use' },
  { name: 'mostVersions', group: 'limits' },
  { name: 'mostVersionBytes', group: 'limits' },
  { name: 'mostAssistantBytes', group: 'limits' },
  { name: 'mostChannelBytes', group: 'limits' },
  { name: 'rateLimit', group: 'limits', usedBy: 'each-use' },
  { name: 'authRateLimit', group: 'limits', usedBy: 'each-use' },
  { name: 'corsOrigins', group: 'pages' },
  { name: 'framedBy', group: 'pages' },
  { name: 'logLevel', group: 'limits' },
]

export const liveSettings = editableSettings.filter(({ usedBy }) => usedBy !== undefined).map(({ name }) => name)

export const settingsUsedBy: Record<LivePart, Name[]> = {
  address: namesFor('address'),
  connectors: namesFor('connectors'),
  'sign-in': namesFor('sign-in'),
  model: namesFor('model'),
  snapshots: namesFor('snapshots'),
  'each-use': namesFor('each-use'),
}

function namesFor(part: LivePart): Name[] {
  return editableSettings.filter(({ usedBy }) => usedBy === part).map(({ name }) => name)
}
