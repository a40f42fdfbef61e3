import type { messagingApi } from '@line/bot-sdk'
import { fill } from '../../../domain/fill-text.ts'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { Obstacle, SetupCheck, SetupChecks } from '../../../ports/platform-setup.ts'
import type { Untrusted } from '../../http-client/untrusted-json.ts'
import type { Api } from '../api/api.ts'
import { getBotInfo } from '../api/profiles.ts'
import { type Line, type LineValues, openApi } from './line-api.ts'
import { finding } from './setup-texts.ts'
import type { LineSetupTexts } from './texts/words.ts'

type Scene = { webhookUrl: string; hasRedelivered: boolean }

const endpoint = '/v2/bot/channel/webhook/endpoint'

/** Registers our address at LINE and lets LINE deliver a test. */
export async function* checkDelivery(
  line: Line,
  values: LineValues,
  { webhookUrl: url, hasRedelivered }: Scene,
  texts: LineSetupTexts,
): SetupChecks {
  const api = openApi(line, values)
  const { groups } = texts.checks
  const address = await setAddress(api, url, texts)
  yield address
  if (address.state === 'ok') {
    yield await checkSwitch(api, texts)
    yield await tryDelivery(api, url, texts)
  }
  yield checkRedelivery(hasRedelivered, texts)
  yield await checkReplies(api, texts)
  yield finding('groups', 'unknown', groups.title, groups.text)
}

/** LINE doesn't say whether it is on. */
export function checkRedelivery(isSeen: boolean, { checks: { redelivery } }: LineSetupTexts): SetupCheck {
  const { title, seen, unknown } = redelivery
  return isSeen ? finding('redelivery', 'ok', title, seen) : finding('redelivery', 'unknown', title, unknown)
}

async function setAddress(api: Api, url: string, { checks }: LineSetupTexts): Promise<SetupCheck> {
  const { title, set, refused, failed } = checks.address
  const check = (state: SetupCheck['state'], text: string) => finding('address', state, title, text)
  try {
    await api.put('the address of the webhook', endpoint, { endpoint: url })
    return check('ok', fill(set, { url }))
  } catch (error) {
    const reason = reasonOf(error)
    const isRefused = error instanceof PlatformRefusal && error.code === 'invalid'
    return check('failed', fill(isRefused ? refused : failed, { url, reason }))
  }
}

/** "Use webhook" in LINE's console, which no API can turn on. */
async function checkSwitch(api: Api, { checks }: LineSetupTexts): Promise<SetupCheck> {
  const { title, on, off, unknown } = checks.switch
  const isOn = await api.get('the state of the webhook', endpoint).then(
    (answer) => (answer.json() as Untrusted<messagingApi.GetWebhookEndpointResponse>).active,
    (error: unknown) => void reasonOf(error),
  )
  if (isOn === true) return finding('switch', 'ok', title, on)
  if (isOn === false) return finding('switch', 'failed', title, off)
  return finding('switch', 'unknown', title, unknown)
}

/** LINE tells whether "Chat" is on, and not whether its greeting and auto-response messages are. */
async function checkReplies(api: Api, { checks }: LineSetupTexts): Promise<SetupCheck> {
  const { title, chatOn, unknown } = checks.replies
  const mode = await getBotInfo(api).then(
    (answer) => (answer.json() as Untrusted<messagingApi.BotInfoResponse>).chatMode,
    (error: unknown) => void reasonOf(error),
  )
  return mode === 'chat' ? finding('replies', 'failed', title, chatOn) : finding('replies', 'unknown', title, unknown)
}

async function tryDelivery(api: Api, url: string, texts: LineSetupTexts): Promise<SetupCheck> {
  const { delivery } = texts.checks
  const check = (state: SetupCheck['state'], text: string) => finding('delivery', state, delivery.title, text)
  try {
    const problem = await requestTest(api, url, texts)
    return problem === null ? check('ok', delivery.works) : check('failed', problem)
  } catch (error) {
    return check('failed', fill(delivery.unknown, { reason: reasonOf(error) }))
  }
}

/** Null if LINE's test webhook arrived. */
async function requestTest(api: Api, url: string, { checks: { delivery } }: LineSetupTexts): Promise<string | null> {
  const answer = await api.post('a test of the webhook', '/v2/bot/channel/webhook/test', { endpoint: url })
  const { success, statusCode, reason } = answer.json() as Untrusted<messagingApi.TestWebhookEndpointResponse>
  if (success === true) return null
  const values = { url, status: String(statusCode), reason: String(reason) }
  return fill(delivery[causeOf(statusCode, reason)], values)
}

const elsewhere = 'LINE delivers webhooks to another address. Open Setup and check the connection to register this one.'

/** Why LINE can't deliver now. Null if it can, and undefined if LINE doesn't say. Changes nothing. */
export async function findObstacle(
  line: Line,
  values: LineValues,
  url: string,
  texts: LineSetupTexts,
): Promise<Obstacle | null | undefined> {
  const api = openApi(line, values)
  try {
    const answer = await api.get('the state of the webhook', endpoint)
    const state = answer.json() as Untrusted<messagingApi.GetWebhookEndpointResponse>
    if (state.active === false) return { reason: 'switched-off', text: texts.checks.switch.off }
    const isElsewhere = typeof state.endpoint === 'string' && state.endpoint !== url
    const text = isElsewhere ? elsewhere : await requestTest(api, url, texts)
    return text === null ? null : { reason: 'unreachable', text }
  } catch (error) {
    reasonOf(error)
    return undefined
  }
}

/** Connections that LINE could not open have a status of 0 or less. */
function causeOf(
  status: unknown,
  reason: unknown,
): Exclude<keyof LineSetupTexts['checks']['delivery'], 'title' | 'works'> {
  if (reason === 'COULD_NOT_CONNECT') return 'unreachable'
  if (reason === 'REQUEST_TIMEOUT') return 'late'
  if (typeof status !== 'number' || status <= 0) return 'unknown'
  if (status === 401) return 'signature'
  if (status === 404) return 'notFound'
  return status >= 300 && status < 400 ? 'redirected' : 'status'
}

function reasonOf(error: unknown): string {
  if (error instanceof PlatformRefusal || error instanceof PlatformSilence) return error.message
  throw error
}
