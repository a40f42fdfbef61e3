import { createLineLogin } from '../adapters/line/api/login.ts'
import { createLineConnector } from '../adapters/line/line-connector.ts'
import { createLineSetup } from '../adapters/line/setup/line-setup.ts'
import { createLanguageModel } from '../adapters/openai/language-model.ts'
import { createTelegramSetup } from '../adapters/telegram/setup/telegram-setup.ts'
import { createTelegramLogin } from '../adapters/telegram/signing-in/telegram-login.ts'
import { createTelegramConnector } from '../adapters/telegram/telegram-connector.ts'
import type { Config } from '../config/config.ts'
import { shareOut } from '../domain/assistant/answering/model-shares.ts'
import type { Clock } from '../ports/clock.ts'
import type { Connector } from '../ports/connector.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import type { PlatformSetup } from '../ports/platform-setup.ts'
import type { SignInPlatform } from '../ports/sign-in-platform.ts'

/** The configured platforms. */
export function createConnectors(config: Config, clock: Clock): Connector[] {
  return [connectLine(config, clock), connectTelegram(config, clock)].filter((one) => one !== undefined)
}

function connectLine(config: Config, clock: Clock): Connector | undefined {
  const { lineChannelSecret: secret, lineChannelSecretOld: oldSecret } = config
  if (secret === null) return undefined
  return createLineConnector({
    channelSecrets: oldSecret === null ? [secret] : [secret, oldSecret],
    ...(config.lineChannelAccessToken === null ? {} : { accessToken: config.lineChannelAccessToken }),
    ...(config.lineChannelId === null ? {} : { channelId: config.lineChannelId }),
    apiBaseUrl: config.lineApiBaseUrl,
    dataApiBaseUrl: config.lineDataApiBaseUrl,
    clock,
  })
}

function connectTelegram(config: Config, clock: Clock): Connector | undefined {
  const { telegramBotToken: token, telegramBotId: botId, baseUrl } = config
  if (token === null) return undefined
  return createTelegramConnector({
    token,
    ...(botId === null ? {} : { confirmedBotId: botId }),
    apiBaseUrl: config.telegramApiBaseUrl,
    filesFolder: config.telegramFiles,
    ...(baseUrl === '' ? {} : { webhookUrl: `${baseUrl}/webhooks/telegram` }),
    usesWebhook: config.telegramWebhook,
    clock,
  })
}

/** How each platform is set up, whether or not it is. */
export function createPlatformSetups(config: Config, clock: Clock): PlatformSetup[] {
  const { lineApiBaseUrl, telegramApiBaseUrl, telegramFiles, telegramWebhook: usesWebhook } = config
  return [
    createLineSetup({ apiBaseUrl: lineApiBaseUrl, clock }),
    createTelegramSetup({ clock, apiBaseUrl: telegramApiBaseUrl, usesWebhook, folder: telegramFiles }),
  ]
}

/** The platforms configured for signing in. */
export function createSignInPlatforms(config: Config, clock: Clock): SignInPlatform[] {
  return [signInWithLine(config, clock), signInWithTelegram(config, clock)].filter((one) => one !== undefined)
}

function signInWithLine(config: Config, clock: Clock): SignInPlatform | undefined {
  const { lineLoginChannelId: channelId, lineLoginChannelSecret: channelSecret } = config
  if (channelId === null || channelSecret === null) return undefined
  const { lineLoginBaseUrl: loginBaseUrl, lineApiBaseUrl: apiBaseUrl } = config
  return createLineLogin({ channelId, channelSecret, loginBaseUrl, apiBaseUrl, clock })
}

function signInWithTelegram(config: Config, clock: Clock): SignInPlatform | undefined {
  const {
    telegramBotToken: token,
    telegramLoginClientSecret: clientSecret,
    telegramLoginBaseUrl: loginBaseUrl,
  } = config
  return token === null || clientSecret === null
    ? undefined
    : createTelegramLogin({ token, clientSecret, loginBaseUrl, clock })
}

/** Undefined if none is configured. */
export function createModel(config: Config): LanguageModel | undefined {
  const { aiBaseUrl: baseUrl, aiModel: model, aiKey: key, aiTimeLimitMs: timeLimitMs } = config
  if (baseUrl === null || model === null) return undefined
  const shares = { channel: config.aiChannelShare, person: config.aiPersonShare }
  return createLanguageModel({ baseUrl, model, key, timeLimitMs, limits: shareOut(config.aiDailyTokens, shares) })
}
