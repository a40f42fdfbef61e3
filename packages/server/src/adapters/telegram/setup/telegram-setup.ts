import { fill } from '../../../domain/fill-text.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PlatformSetup, SetupLanguage, SetupRemedy, SetupStep } from '../../../ports/platform-setup.ts'
import { describeTelegram } from '../description.ts'
import { checkReceiving } from './check-receiving.ts'
import { checkToken, type TelegramAccess } from './check-token.ts'
import { english } from './texts/en.ts'
import { japanese } from './texts/ja.ts'
import { thai } from './texts/th.ts'
import type { TelegramSetupTexts } from './texts/words.ts'
import { traditionalChinese } from './texts/zh-tw.ts'

export type TelegramSetupOptions = {
  clock: Clock
  apiBaseUrl: string
  /** Telegram delivers to this service, instead of being asked. */
  usesWebhook: boolean
  /** Where a local Bot API server keeps its files; null without one. */
  folder: string | null
  fetch?: typeof globalThis.fetch
  /** For each call; ten seconds if unset. */
  timeLimitMs?: number
}

const field = { name: 'telegramBotToken', isSecret: true, isRequired: true } as const

const checkOrder = ['credentials', 'account', 'receiving', 'privacy', 'groups'] as const

const languages: Record<SetupLanguage, TelegramSetupTexts> = {
  en: english,
  ja: japanese,
  'zh-TW': traditionalChinese,
  th: thai,
}

/** How a bot is connected: with its token, and nothing else. */
export function createTelegramSetup(options: TelegramSetupOptions): PlatformSetup {
  const { clock, fetch = globalThis.fetch, timeLimitMs = 10_000, usesWebhook, folder } = options
  const apiBaseUrl = options.apiBaseUrl.replace(/\/+$/, '')
  const access: TelegramAccess = { clock, fetch, timeLimitMs, folder, apiBaseUrl }
  const tokenOf = (values: ReadonlyMap<string, string>) => values.get(field.name)?.trim() ?? ''
  return {
    platform: 'telegram',
    description: describeTelegram({ usesWebhook, hasLocalFiles: folder !== null }),
    fields: [field],
    others: ['telegramLoginClientSecret'],
    guide(language) {
      const { intro, addressNeeds, invitation, ...texts } = languages[language]
      const checks = checkOrder.map((id) => ({ id, title: texts.checks[id].title }))
      return { intro, addressNeeds, steps: stepsOf(texts), invitation, checks }
    },
    verify: (values, language) => checkToken(access, tokenOf(values), languages[language]),
    announce: (values, { webhookUrl, remedies }, language) =>
      checkReceiving(access, tokenOf(values), { webhookUrl, usesWebhook, remedies }, languages[language]),
    inspect: (values, webhookUrl, language) => {
      const scene = { webhookUrl, usesWebhook, remedies: new Set<SetupRemedy>() }
      return Array.fromAsync(checkReceiving(access, tokenOf(values), scene, languages[language]))
    },
    // Where Telegram is asked, the time of the last poll says more.
    findObstacle: async (values, webhookUrl) => {
      if (!usesWebhook) return undefined
      const scene = { webhookUrl, usesWebhook, remedies: new Set<SetupRemedy>() }
      const checks = await Array.fromAsync(checkReceiving(access, tokenOf(values), scene, english))
      const receiving = checks.find(({ id }) => id === 'receiving')
      if (receiving?.state === 'unknown') return undefined
      return receiving?.state === 'failed' ? { reason: 'unreachable', text: receiving.text ?? '' } : null
    },
    describeOtherAccount(name, language) {
      const { title, other } = languages[language].checks.account
      return {
        id: 'other-account',
        state: 'failed',
        isBlocking: true,
        title,
        text: fill(other, { name }),
        remedy: null,
      }
    },
  }
}

const botFatherUrl = 'https://t.me/BotFather'

function stepsOf({ steps, links, token }: Pick<TelegramSetupTexts, 'steps' | 'links' | 'token'>): SetupStep[] {
  const link = { label: links.botFather, url: botFatherUrl }
  return [
    { ...steps.create, link, sketch: null, fields: [] },
    { ...steps.privacy, link: null, sketch: null, fields: [] },
    { ...steps.token, link: null, sketch: null, fields: [{ ...field, ...token }] },
  ]
}
