/** By the name in the API. A test fails if a setting that can be changed in the browser is missing. */
export const serviceSettingNames = {
  baseUrl: {
    label: 'Public address',
    help: 'The address at which people reach this service. Without it, the bot can’t send sign-in links.',
  },
  acmeDomain: {
    label: 'Domain for a certificate',
    help: 'With a domain, the service gets and renews its own HTTPS certificate.',
  },
  acmeEmail: {
    label: 'Contact address for certificates',
    help: 'The authority writes to it if something is wrong. By entering it, you accept the authority’s terms.',
  },
  timezone: {
    label: 'Time zone',
    help: 'For channels whose owner hasn’t chosen one, and for the days in the usage of all channels.',
  },
  lineChannelSecret: {
    label: 'LINE channel secret',
    help: 'Of the bot’s account, which LINE calls a channel. In the LINE Developers Console, under “Basic settings”. Without it, LINE isn’t connected.',
  },
  lineChannelSecretOld: {
    label: 'Previous LINE channel secret',
    help: 'Only while you change the secret. Webhooks signed with either one are accepted. The setup page keeps it here for a day. Remove it at once if it leaked.',
  },
  lineChannelAccessToken: {
    label: 'LINE channel access token',
    help: 'A long-lived token, from the “Messaging API” tab. With a channel ID, you don’t need one.',
  },
  lineChannelId: {
    label: 'LINE channel ID',
    help: 'Of the bot’s account, not of a group. Under “Basic settings”. With it, the service gets short-lived tokens and renews them itself.',
  },
  lineLoginChannelId: {
    label: 'LINE Login channel ID',
    help: 'Of a LINE Login channel under the same provider as the bot. Without it, people can’t sign in with LINE.',
  },
  lineLoginChannelSecret: { label: 'LINE Login channel secret', help: 'The secret of that LINE Login channel.' },
  claim: {
    label: 'Who becomes the owner',
    help: 'Who becomes the owner of a group without one. On platforms that say who owns a group, its owner there can be the owner here. Otherwise, a member sends `/claim`. If the owner left, only admins and returning former owners can.',
  },
  telegramBotToken: { label: 'Bot token', help: 'From @BotFather. Without it, Telegram isn’t connected.' },
  telegramLoginClientSecret: {
    label: 'Client secret for signing in',
    help: 'From @BotFather, under “Bot Settings” → “Web Login”. Without it, people can’t sign in with Telegram in the browser.',
  },
  aiBaseUrl: {
    label: 'Endpoint',
    help: 'Base address of an OpenAI-compatible endpoint, without `/chat/completions`. Without it, the AI match mode isn’t available.',
  },
  aiModel: { label: 'Model', help: 'Name of the model, as the endpoint lists it.' },
  aiKey: { label: 'API key of the endpoint', help: 'Leave it empty if the endpoint doesn’t need a key.' },
  aiTimeLimitMs: {
    label: 'Time limit (seconds)',
    help: 'How long to wait for the model. The bot has about a minute to reply.',
  },
  aiDailyTokens: {
    label: 'Tokens per day',
    help: 'For all channels together, counting questions and answers. 0 means no limit.',
  },
  aiChannelShare: {
    label: 'Share per channel (%)',
    help: 'How much of the daily tokens one channel can use. Its first question of the day is always asked. 100 means no limit.',
  },
  aiPersonShare: {
    label: 'Share per person (%)',
    help: 'How much of the daily tokens one person can use, across all channels. If the platform doesn’t say who asked, the channel’s owner counts. 100 means no limit.',
  },
  retentionCeilingDays: {
    label: 'Delete messages after (days)',
    help: 'Messages in every channel are deleted at the latest after this many days. Owners can choose less. If this is empty, owners decide.',
  },
  snapshotSchedule: {
    label: 'Snapshot schedule',
    help: 'When the service makes a snapshot, in the time zone above. Where it’s stored is set in the environment, with `INNKEEPER_SNAPSHOT_FOLDER` or `INNKEEPER_SNAPSHOT_BUCKET`. If this is empty, it makes none.',
  },
  snapshotKeep: {
    label: 'Snapshots to keep',
    help: 'How many daily, weekly and monthly snapshots to keep in each place.',
  },
  snapshotDrill: {
    label: 'Restore drill',
    help: 'When the service restores the latest snapshot to a temporary folder, tests it and removes it again. It needs free disk space. If this is empty, it never does.',
  },
  smtpServer: {
    label: 'Mail server',
    help: 'Sends alerts by email. Without it, no email is sent.',
  },
  smtpEncryption: {
    label: 'Email encryption',
    help: 'A mail server on this machine doesn’t need it.',
  },
  smtpUser: {
    label: 'User name at the mail server',
    help: 'Leave it empty if the mail server doesn’t need one.',
  },
  smtpPassword: {
    label: 'Password at the mail server',
    help: 'Many providers require an app password.',
  },
  alertMailTo: {
    label: 'Recipients of alerts',
    help: 'They get an email when something needs attention.',
  },
  alertMailFrom: {
    label: 'Sender of alerts',
    help: 'If this is empty, the user name or the first recipient is used.',
  },
  alertWebhookUrl: {
    label: 'Webhook for alerts',
    help: 'It gets the same alerts as signed requests, for a program such as ntfy or n8n.',
  },
  alertWebhookSecret: {
    label: 'Secret of the webhook',
    help: 'The receiver needs it to check the requests.',
  },
  mostMediaBytes: {
    label: 'Largest media file (MiB)',
    help: 'Larger files aren’t downloaded. They are marked as lost.',
  },
  mostImportBytes: {
    label: 'Largest chat history to import (MiB)',
    help: 'Owners can’t upload larger files.',
  },
  fetchesStickers: {
    label: 'Pictures of stickers',
    help: 'Each sticker is fetched once from the platform and kept. When this is off, new stickers are shown as numbers.',
  },
  mostVersions: {
    label: 'Assistant versions per channel',
    help: 'Beyond that, the oldest versions without a name are removed.',
  },
  mostVersionBytes: {
    label: 'Space for assistant versions (MiB)',
    help: 'Per channel. Beyond that, the oldest versions without a name are removed.',
  },
  mostAssistantBytes: {
    label: 'Space for rules and versions (MiB)',
    help: 'Per channel, together. At the limit, neither can grow. 0 means no limit.',
  },
  mostChannelBytes: {
    label: 'Space for a whole channel (MiB)',
    help: 'Messages and media files included, measured once an hour. At the limit, rules and versions can’t grow, but messages are still saved. 0 means no limit.',
  },
  rateLimit: {
    label: 'Requests per minute',
    help: 'Per person, across all their keys and sign-ins. 0 turns the limit off.',
  },
  authRateLimit: {
    label: 'Failed sign-ins per minute',
    help: 'Per network address, including invalid keys. 0 turns the limit off.',
  },
  corsOrigins: {
    label: 'Pages that can call the API',
    help: 'Web pages at these addresses can call the API with a key. If this is empty, no other page can.',
  },
  framedBy: {
    label: 'Pages that can embed the console',
    help: 'Web pages at these addresses can show this console in a frame. If this is empty, none can.',
  },
  logLevel: {
    label: 'Log level',
    help: 'How much the service writes to its log. `debug` and `trace` write the most, `silent` writes nothing.',
  },
} as const
