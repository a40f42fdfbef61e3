import type { IncomingMessage } from 'node:http'
import { buildPushPayload } from '@block65/webcrypto-web-push'
import { PlatformSilence } from '../../domain/platforms/platform-errors.ts'
import type { PushOutcome, SendPush } from '../../ports/notifications.ts'
import { type Guard, NotAllowed, startRequest, systemResolver } from './guarded-request.ts'
import { isPublicAddress } from './public-address.ts'
import { createWaitLimit } from './wait-limit.ts'

export type PushSenderOptions = Partial<Guard> & {
  timeLimitMs?: number
  /** Certificates of push services to trust instead of those of well-known authorities. */
  ca?: string
}

/** A phone that was off for longer shows what is new when its owner looks. */
const keptSeconds = 12 * 60 * 60

/**
 * Sends notifications to the push services of browsers (RFC 8030). The address comes from a user, so only public addresses are
 * contacted, and redirects aren't followed. A failure names the host, never what it resolved to.
 */
export function createPushSender(options: PushSenderOptions = {}): SendPush {
  const { isAllowed = isPublicAddress, resolve = systemResolver, timeLimitMs = 10_000, ca } = options
  return async (target, notification, { subject, publicKey, privateKey }) => {
    const url = new URL(target.endpoint)
    const host = url.host.slice(0, 100)
    const limit = createWaitLimit(`${host} did not answer for ${timeLimitMs} ms`, timeLimitMs)
    try {
      const { headers, body } = await buildPushPayload(
        { data: notification, options: { ttl: keptSeconds, urgency: 'normal' } },
        { endpoint: target.endpoint, expirationTime: null, keys: { p256dh: target.p256dh, auth: target.auth } },
        { subject, publicKey, privateKey },
      )
      limit.wait()
      const response = await startRequest(url, { isAllowed, resolve }, limit.signal, {
        method: 'POST',
        headers: { ...headers },
        body: new Uint8Array(body),
        ca,
      })
      response.destroy()
      return judge(host, response)
    } catch (error) {
      return failed(describe(host, error, limit.signal))
    } finally {
      limit.end()
    }
  }
}

function judge(host: string, { statusCode: status = 0, headers }: IncomingMessage): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const seconds = /^\d{1,6}$/.test(headers['retry-after'] ?? '') ? Number(headers['retry-after']) : undefined
  return failed(`${host} rejected it: status ${status}`, seconds === undefined ? undefined : seconds * 1000)
}

function failed(reason: string, retryAfterMs?: number): PushOutcome {
  return { kind: 'failed', reason, retryAfterMs }
}

/** Only the error's code: its message may contain the address behind the name. */
function describe(host: string, error: unknown, { aborted, reason }: AbortSignal): string {
  if (error instanceof NotAllowed) return `${host} is not a public address; only public addresses are contacted`
  if (aborted && reason instanceof PlatformSilence) return reason.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return `the connection to ${host} failed: ${code}`
}
