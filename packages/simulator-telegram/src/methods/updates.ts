import { badRequest } from '../http/api-error.ts'
import { readBoolean, readInteger, readString } from '../http/parameters.ts'
import { describeAllowed, readAllowedUpdates } from '../updates/allowed-updates.ts'
import { dropExpired } from '../updates/update-queue.ts'
import { unixTime, type World } from '../world.ts'
import type { Call, Method } from './method.ts'

const usualConnections = 40

export const updateMethods: Record<string, Method> = {
  getUpdates: ({ poller, values, uploads, signal }) => poller.poll({ values, uploads }, signal),
  setWebhook(call) {
    const url = readString(call.values, 'url') ?? ''
    return url === '' ? removeWebhook(call) : addWebhook(call, url)
  },
  deleteWebhook: (call) => removeWebhook(call),
  getWebhookInfo({ world }) {
    dropExpired(world.queue, world.settings.clock())
    const { webhook, allowedUpdates, queue } = world
    const allowed = describeAllowed(allowedUpdates)
    return {
      url: webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: queue.waiting.length,
      ...(webhook ? { ip_address: '127.0.0.1', max_connections: webhook.maxConnections } : {}),
      ...(webhook?.lastErrorAt === undefined
        ? {}
        : { last_error_date: unixTime(webhook.lastErrorAt), last_error_message: webhook.lastErrorMessage ?? '' }),
      ...(allowed ? { allowed_updates: allowed } : {}),
    }
  },
}

function addWebhook({ world, values, poller, webhooks }: Call, url: string): true {
  const secretToken = readString(values, 'secret_token')
  if (!isAllowedAddress(url)) throw badRequest('bad webhook: An HTTPS URL must be provided for webhook')
  if (secretToken !== undefined && !/^[\w-]{1,256}$/.test(secretToken))
    throw badRequest('secret token contains unallowed characters')
  const maxConnections = Math.min(100, Math.max(1, readInteger(values, 'max_connections', usualConnections)))
  dropPending(world, values)
  world.allowedUpdates = readAllowedUpdates(values.allowed_updates) ?? world.allowedUpdates
  world.webhook = { url, secretToken, maxConnections }
  poller.endWith('terminated by setWebhook request')
  webhooks.start()
  return true
}

function removeWebhook({ world, values }: Call): true {
  dropPending(world, values)
  world.webhook = undefined
  return true
}

function dropPending(world: World, values: Record<string, unknown>): void {
  if (readBoolean(values, 'drop_pending_updates')) world.queue.waiting = []
}

/** A server of one's own also takes HTTP addresses, and ours only reaches this machine. */
function isAllowedAddress(url: string): boolean {
  const address = URL.parse(url)
  if (!address) return false
  return address.protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(address.hostname)
}
