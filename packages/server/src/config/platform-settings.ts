import { isAbsolute } from 'node:path'
import { baseUrl, endpointUrl, scaled, setting, visibleWord, wholeNumber } from './setting-values.ts'

const onlyForTests = 'Change it only to practice with the simulated LINE: see "Practice connecting LINE".'

/** Settings of the AI model and of the platforms. */
export const platformSettings = {
  aiBaseUrl: setting<string | null>({
    env: 'INNKEEPER_AI_BASE_URL',
    standard: '',
    comment:
      'Base URL of an OpenAI-compatible endpoint, without `/chat/completions`. Needed for match mode `ai`. If empty, that ' +
      "mode isn't available.",
    allowed: 'an http or https URL such as http://127.0.0.1:11434/v1, or leave it empty',
    parse: (text) => (text === '' ? null : endpointUrl(text)),
  }),
  aiModel: setting<string | null>({
    env: 'INNKEEPER_AI_MODEL',
    standard: '',
    comment: 'Name of the model at that endpoint.',
    allowed: 'the name of the model as the endpoint lists it, or leave it empty',
    parse: visibleWord,
  }),
  aiKey: setting<string | null>({
    env: 'INNKEEPER_AI_KEY',
    standard: '',
    comment: 'API key for that endpoint. Leave it empty if the endpoint needs none.',
    allowed: 'the API key for the endpoint, or leave it empty',
    isSecret: true,
    parse: visibleWord,
  }),
  aiTimeLimitMs: setting({
    env: 'INNKEEPER_AI_TIME_LIMIT',
    standard: '15',
    comment: 'Seconds to wait for the model, 45 at most. The bot has about a minute to reply.',
    allowed: 'a whole number from 1 to 45',
    parse: (text) => scaled(wholeNumber(text, 1, 45), 1000),
  }),
  aiDailyTokens: setting<number | null>({
    env: 'INNKEEPER_AI_DAILY_TOKENS',
    standard: '1000000',
    comment: 'Tokens per day for all channels together, counting questions and answers. 0 means no limit.',
    allowed: 'a whole number from 0 to 999999999',
    parse: (text) => (text === '0' ? null : wholeNumber(text, 1, 999_999_999)),
  }),
  aiChannelShare: setting({
    env: 'INNKEEPER_AI_CHANNEL_SHARE',
    standard: '20',
    comment:
      'Percentage of the daily tokens that one channel can use. The first question of the day is always asked. 100 means no ' +
      'limit per channel.',
    allowed: 'a whole number from 1 to 100',
    parse: (text) => wholeNumber(text, 1, 100),
  }),
  aiPersonShare: setting({
    env: 'INNKEEPER_AI_PERSON_SHARE',
    standard: '10',
    comment:
      'Percentage of the daily tokens that one person can use, across all channels. 100 means no limit per person. If the ' +
      "platform doesn't identify the sender, the question counts toward the channel's owner.",
    allowed: 'a whole number from 1 to 100',
    parse: (text) => wholeNumber(text, 1, 100),
  }),
  lineChannelSecret: setting<string | null>({
    env: 'LINE_CHANNEL_SECRET',
    standard: '',
    comment: "Channel secret of the bot's account at LINE, which LINE calls a channel. If empty, LINE isn't connected.",
    allowed: 'the channel secret from the LINE Developers Console, or leave it empty',
    isSecret: true,
    parse: visibleWord,
  }),
  lineChannelSecretOld: setting<string | null>({
    env: 'LINE_CHANNEL_SECRET_OLD',
    standard: '',
    comment:
      'Previous LINE channel secret, while you change it. Webhooks signed with either secret are accepted. When you replace the secret ' +
      'on the setup page, it is kept here for a day.',
    allowed: 'the previous channel secret, or leave it empty',
    isSecret: true,
    parse: visibleWord,
  }),
  lineChannelAccessToken: setting<string | null>({
    env: 'LINE_CHANNEL_ACCESS_TOKEN',
    standard: '',
    comment:
      "Long-lived channel access token of the bot's account at LINE. It takes precedence over `LINE_CHANNEL_ID`.",
    allowed: 'the channel access token from the LINE Developers Console, or leave it empty',
    isSecret: true,
    parse: visibleWord,
  }),
  lineChannelId: setting<string | null>({
    env: 'LINE_CHANNEL_ID',
    standard: '',
    comment:
      "Channel ID of the bot's account at LINE, to use 15-minute tokens that the service renews itself instead of a long-lived token.",
    allowed: 'the channel ID from the LINE Developers Console (digits only), or leave it empty',
    parse: (text) => (text === '' ? null : /^\d{1,20}$/.test(text) ? text : undefined),
  }),
  lineLoginChannelId: setting<string | null>({
    env: 'LINE_LOGIN_CHANNEL_ID',
    standard: '',
    comment:
      "Channel ID of a LINE Login channel under the same provider as the bot. If empty, people can't sign in with LINE.",
    allowed: 'the channel ID from the LINE Developers Console (digits only), or leave it empty',
    parse: (text) => (text === '' ? null : /^\d{1,20}$/.test(text) ? text : undefined),
  }),
  lineLoginChannelSecret: setting<string | null>({
    env: 'LINE_LOGIN_CHANNEL_SECRET',
    standard: '',
    comment: 'Channel secret of that LINE Login channel.',
    allowed: 'the channel secret from the LINE Developers Console, or leave it empty',
    isSecret: true,
    parse: visibleWord,
  }),
  lineLoginBaseUrl: setting({
    env: 'LINE_LOGIN_BASE_URL',
    standard: 'https://access.line.me',
    comment: `Address of LINE Login. ${onlyForTests}`,
    allowed: 'an http or https URL without a path',
    parse: (text) => baseUrl(text) || undefined,
  }),
  lineApiBaseUrl: setting({
    env: 'LINE_API_BASE_URL',
    standard: 'https://api.line.me',
    comment: `Address of the LINE API. ${onlyForTests}`,
    allowed: 'an http or https URL without a path',
    parse: (text) => baseUrl(text) || undefined,
  }),
  lineDataApiBaseUrl: setting({
    env: 'LINE_DATA_API_BASE_URL',
    standard: 'https://api-data.line.me',
    comment: `Address of LINE's media files. ${onlyForTests}`,
    allowed: 'an http or https URL without a path',
    parse: (text) => baseUrl(text) || undefined,
  }),
  telegramBotToken: setting<string | null>({
    env: 'TELEGRAM_BOT_TOKEN',
    standard: '',
    comment: "Token of your bot from @BotFather. If empty, Telegram isn't connected.",
    allowed: 'the token from @BotFather, such as 123456789:AAE…, or leave it empty',
    isSecret: true,
    parse: (text) => (text === '' ? null : /^\d{1,16}:[\w-]{1,100}$/.test(text) ? text : undefined),
  }),
  telegramBotId: setting<number | null>({
    env: 'TELEGRAM_BOT_ID',
    standard: '',
    comment:
      "The number before the colon of the bot's token. Only needed to confirm that you replaced the bot with another one. Its groups " +
      'count as different groups.',
    allowed: "the number before the colon of the bot's token, or leave it empty",
    parse: (text) => (text === '' ? null : /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined),
  }),
  telegramWebhook: setting({
    env: 'TELEGRAM_WEBHOOK',
    standard: 'off',
    comment:
      'How messages arrive: `off` to ask Telegram for them, which needs no public address, or `on` to have them delivered to ' +
      '`INNKEEPER_BASE_URL`, which needs HTTPS on port 443, 80, 88 or 8443.',
    allowed: 'on or off',
    parse: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
  }),
  telegramFiles: setting<string | null>({
    env: 'TELEGRAM_FILES',
    standard: '',
    comment:
      "Folder in which a local Bot API server keeps its files. If empty, files are downloaded, and Telegram's limit of 20 MB applies.",
    allowed: 'the whole path of a folder, or leave it empty',
    parse: (text) => (text === '' ? null : isAbsolute(text) ? text : undefined),
  }),
  telegramLoginClientSecret: setting<string | null>({
    env: 'TELEGRAM_LOGIN_CLIENT_SECRET',
    standard: '',
    comment:
      "Client secret from @BotFather, under Bot Settings, Web Login. If empty, people can't sign in with Telegram in the browser.",
    allowed: 'the client secret from @BotFather, or leave it empty',
    isSecret: true,
    parse: visibleWord,
  }),
  telegramApiBaseUrl: setting({
    env: 'TELEGRAM_API_BASE_URL',
    standard: 'https://api.telegram.org',
    comment:
      'Address of the Bot API. Change it only if you run your own Bot API server, or to test against your own simulator.',
    allowed: 'an http or https URL without a path',
    parse: (text) => baseUrl(text) || undefined,
  }),
  telegramLoginBaseUrl: setting({
    env: 'TELEGRAM_LOGIN_BASE_URL',
    standard: 'https://oauth.telegram.org',
    comment: "Address of Telegram's sign-in. Change it only to test against your own simulator.",
    allowed: 'an http or https URL without a path',
    parse: (text) => baseUrl(text) || undefined,
  }),
}
