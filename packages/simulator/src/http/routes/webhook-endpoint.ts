import { isSuccess, postWebhook, signBody, type WebhookResponse } from '../../webhook/post.ts'
import type { World } from '../../world.ts'
import { type Answer, refuse, succeed } from '../answer.ts'
import { type Call, type Route, textOf } from '../route.ts'

const invalidUrl = refuse(400, 'Invalid webhook endpoint URL')
const noEndpoint = refuse(404, 'Webhook endpoint not found')

/** The webhook URL: get, set and test. A new one is used immediately; on the platform it may take a minute. */
export function endpointRoutes(world: World): Route[] {
  const path = '/v2/bot/channel/webhook/endpoint'
  return [
    {
      method: 'GET',
      path,
      bucket: 'webhookEndpoint',
      answer: () =>
        world.webhookUrl ? succeed({ endpoint: world.webhookUrl, active: world.settings.isWebhookOn }) : noEndpoint,
    },
    {
      method: 'PUT',
      path,
      accepts: 'json',
      bucket: 'webhookEndpoint',
      answer: ({ body }) => {
        const endpoint = textOf(body, 'endpoint')
        if (!isEndpoint(endpoint)) return invalidUrl
        world.webhookUrl = endpoint
        return succeed()
      },
    },
    {
      method: 'POST',
      path: '/v2/bot/channel/webhook/test',
      accepts: 'json',
      bucket: 'hourly',
      answer: (call) => testEndpoint(world, call),
    },
  ]
}

async function testEndpoint(world: World, { body }: Call): Promise<Answer> {
  const { settings, webhookUrl } = world
  const url = textOf(body, 'endpoint') || webhookUrl
  if (url === undefined) return noEndpoint
  if (!isEndpoint(url)) return invalidUrl
  const sent = JSON.stringify({ destination: settings.botUserId, events: [] })
  const signature = signBody(sent, settings.channelSecret)
  const response = await postWebhook({ url, body: sent, signature, deadlineMs: settings.deadlineMs })
  const timestamp = new Date(settings.clock()).toISOString()
  return succeed({ success: isSuccess(response), timestamp, ...describe(response) })
}

function describe(response: WebhookResponse): { statusCode: number; reason: string; detail: string } {
  if (response.status === undefined)
    return { statusCode: 0, reason: response.error.toUpperCase(), detail: response.detail }
  const reason = isSuccess(response) ? 'OK' : 'ERROR_STATUS_CODE'
  return { statusCode: response.status, reason, detail: String(response.status) }
}

/** The platform requires https. Here plain http is allowed too, but only to this machine. */
function isEndpoint(url: string): boolean {
  if (!URL.canParse(url) || url.length > 500) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
}
