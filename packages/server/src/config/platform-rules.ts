type LineTogether = {
  lineChannelSecret: string | null
  lineChannelSecretOld: string | null
  lineChannelAccessToken: string | null
  lineChannelId: string | null
  lineLoginChannelId: string | null
  lineLoginChannelSecret: string | null
}

type TelegramTogether = {
  telegramBotToken: string | null
  telegramBotId: number | null
  telegramFiles: string | null
  telegramLoginClientSecret: string | null
  telegramWebhook: boolean
  baseUrl: string
  acmeDomain: string | null
}

/** What is wrong with the settings of platforms taken together; undefined if nothing is. */
export function findPlatformConflict(config: LineTogether & TelegramTogether): string | undefined {
  return findLineConflict(config) ?? findLoginConflict(config) ?? findTelegramConflict(config)
}

function findLineConflict(config: LineTogether): string | undefined {
  const { lineChannelSecret: secret, lineChannelAccessToken: token, lineChannelId: channelId } = config
  const [needing] = [
    ...(token === null ? [] : ['LINE_CHANNEL_ACCESS_TOKEN']),
    ...(channelId === null ? [] : ['LINE_CHANNEL_ID']),
    ...(config.lineChannelSecretOld === null ? [] : ['LINE_CHANNEL_SECRET_OLD']),
  ]
  if (secret === null && needing !== undefined) {
    return `${needing} is set, but LINE_CHANNEL_SECRET is not. Set both, or neither to run without LINE.`
  }
  if (secret === null || token !== null || channelId !== null) return undefined
  return (
    'LINE_CHANNEL_SECRET is set, but neither LINE_CHANNEL_ACCESS_TOKEN nor LINE_CHANNEL_ID is. Set one of them, so that the ' +
    'service can reply on LINE.'
  )
}

function findLoginConflict({
  lineLoginChannelId: channelId,
  lineLoginChannelSecret: secret,
}: LineTogether): string | undefined {
  if ((channelId === null) === (secret === null)) return undefined
  return 'Only one of LINE_LOGIN_CHANNEL_ID and LINE_LOGIN_CHANNEL_SECRET is set. Set both, or neither to turn off signing in with LINE.'
}

function findTelegramConflict(config: TelegramTogether): string | undefined {
  const [needing] = [
    ...(config.telegramBotId === null ? [] : ['TELEGRAM_BOT_ID']),
    ...(config.telegramFiles === null ? [] : ['TELEGRAM_FILES']),
    ...(config.telegramLoginClientSecret === null ? [] : ['TELEGRAM_LOGIN_CLIENT_SECRET']),
  ]
  if (config.telegramBotToken === null && needing !== undefined) {
    return `${needing} is set, but TELEGRAM_BOT_TOKEN is not. Set both, or neither to run without Telegram.`
  }
  if (!config.telegramWebhook || config.baseUrl.startsWith('https:') || config.acmeDomain !== null) return undefined
  return (
    'TELEGRAM_WEBHOOK is on, but INNKEEPER_BASE_URL is not an address with https. Set it to the public address of this service, or ' +
    'set TELEGRAM_WEBHOOK to off, so that Telegram is asked for messages.'
  )
}

/** Where the platforms are reached. */
export function platformAddresses(config: { lineApiBaseUrl?: string; telegramApiBaseUrl?: string }): string[] {
  return [config.lineApiBaseUrl, config.telegramApiBaseUrl].filter((url) => url !== undefined)
}
