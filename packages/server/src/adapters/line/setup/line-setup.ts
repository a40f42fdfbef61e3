import { fill } from '../../../domain/fill-text.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PlatformSetup, SetupLanguage, SetupStep, SetupValues } from '../../../ports/platform-setup.ts'
import { createExchange } from '../../http-client/http-call.ts'
import { lineApi } from '../api/api-errors.ts'
import { createPictures } from '../api/pictures.ts'
import { lineDescription } from '../description.ts'
import { checkDelivery, checkRedelivery, findObstacle } from './check-delivery.ts'
import { checkValues } from './check-values.ts'
import type { LineValues } from './line-api.ts'
import { setupTexts } from './setup-texts.ts'
import type { LineSetupTexts } from './texts/words.ts'

export type LineSetupOptions = {
  apiBaseUrl: string
  clock: Clock
  fetch?: typeof globalThis.fetch
  /** For each call; ten seconds if unset. */
  timeLimitMs?: number
}

const fields = [
  { name: 'lineChannelId', key: 'channelId', isSecret: false, isRequired: true },
  {
    name: 'lineChannelSecret',
    key: 'channelSecret',
    isSecret: true,
    isRequired: true,
    formerIn: 'lineChannelSecretOld',
  },
  { name: 'lineChannelAccessToken', key: 'accessToken', isSecret: true, isRequired: false },
] as const

const checkOrder = [
  'credentials',
  'account',
  'address',
  'switch',
  'delivery',
  'redelivery',
  'replies',
  'groups',
] as const

/** How a LINE channel is connected: with its ID and its secret. A long-lived token can take the place of the ID. */
export function createLineSetup(options: LineSetupOptions): PlatformSetup {
  const { clock, fetch = globalThis.fetch, timeLimitMs = 10_000 } = options
  const baseUrl = options.apiBaseUrl.replace(/\/+$/, '')
  const getPicture = createPictures({ fetch, origins: [new URL(baseUrl).origin], timeLimitMs })
  const line = { exchange: createExchange(lineApi, fetch), baseUrl, clock, timeLimitMs, getPicture }
  return {
    platform: 'line',
    description: lineDescription,
    fields,
    others: ['lineChannelSecretOld'],
    guide(language) {
      const texts = setupTexts(language)
      return {
        intro: texts.intro,
        addressNeeds: texts.addressNeeds,
        steps: stepsOf(texts, language),
        invitation: texts.invitation,
        checks: checkOrder.map((id) => ({ id, title: texts.checks[id].title })),
      }
    },
    verify: (values, language) => checkValues(line, readValues(values), setupTexts(language)),
    announce: (values, scene, language) => checkDelivery(line, readValues(values), scene, setupTexts(language)),
    inspect: async (_values, _webhookUrl, language) => [checkRedelivery(false, setupTexts(language))],
    findObstacle: (values, webhookUrl) => findObstacle(line, readValues(values), webhookUrl, setupTexts('en')),
    describeOtherAccount(name, language) {
      const { title, other } = setupTexts(language).checks.account
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

function readValues(values: SetupValues): LineValues {
  const read = (name: string) => values.get(name)?.trim() ?? ''
  return {
    channelId: read('lineChannelId'),
    channelSecret: read('lineChannelSecret'),
    accessToken: read('lineChannelAccessToken'),
  }
}

const managerUrl = 'https://manager.line.biz/'
const consoleUrl = 'https://developers.line.biz/console/'

/** LINE's pages exist in English and Japanese. */
const pageTexts: Record<'en' | 'ja', { page: string; basic: string; messaging: string; rows: Record<string, string> }> =
  {
    en: {
      page: 'LINE Developers Console',
      basic: 'Basic settings',
      messaging: 'Messaging API',
      rows: { id: 'Channel ID', secret: 'Channel secret', groups: 'Allow bot to join group chats' },
    },
    ja: {
      page: 'LINE Developersコンソール',
      basic: 'チャネル基本設定',
      messaging: 'Messaging API設定',
      rows: {
        id: 'チャネルID',
        secret: 'チャネルシークレット',
        groups: 'グループトーク・複数人トークへの参加を許可する',
      },
    },
  }

function stepsOf(texts: LineSetupTexts, language: SetupLanguage): SetupStep[] {
  const { steps, links } = texts
  const { page, basic, messaging, rows } = pageTexts[language === 'ja' ? 'ja' : 'en']
  const marked = (name = '') => ({ name, isMarked: true })
  const other = { name: '…', isMarked: false }
  const tabs = [basic, messaging]
  return [
    { ...steps.create, link: { label: links.manager, url: managerUrl }, sketch: null, fields: [] },
    {
      ...steps.groups,
      link: { label: links.console, url: consoleUrl },
      sketch: { page, tabs, openTab: messaging, rows: [other, marked(rows.groups), other] },
      fields: [],
    },
    { ...steps.replies, link: { label: links.manager, url: managerUrl }, sketch: null, fields: [] },
    {
      ...steps.values,
      link: { label: links.console, url: consoleUrl },
      sketch: { page, tabs, openTab: basic, rows: [marked(rows.id), other, marked(rows.secret)] },
      fields: fields.map(({ name, key, isSecret, isRequired }) => ({
        name,
        isSecret,
        isRequired,
        ...texts.fields[key],
      })),
    },
  ]
}
