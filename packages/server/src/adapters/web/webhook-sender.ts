import type { AlertFailure } from '@innkeeper/contract'
import { Webhook } from 'standardwebhooks'
import type { AlertOutcome } from '../../domain/notifications/alerts/alert.ts'
import { isAllowedHost } from '../../domain/notifications/alerts/allowed-host.ts'
import type { AlertSenders } from '../../ports/alerts.ts'
import { type Guard, NotAllowed, startRequest, systemResolver } from './guarded-request.ts'
import { isMetadataAddress, isPublicAddress } from './public-address.ts'

export type WebhookSenderOptions = Partial<Guard> & {
  timeLimitMs?: number
  /** Certificates to trust instead of those of well-known authorities. */
  ca?: string
}

/**
 * Sends what Standard Webhooks defines. Only public addresses are contacted, and those of hosts that the operator allowed. Redirects aren't
 * followed, and the body of the response isn't read.
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): AlertSenders['sendWebhook'] {
  const { isAllowed = isPublicAddress, resolve = systemResolver, timeLimitMs = 15_000, ca } = options
  return async ({ url: text, secret, allow }, { id, body }, { at, signal }) => {
    const url = new URL(text)
    const isOwn = isAllowedHost(url, allow)
    if (url.protocol !== 'https:' && !isOwn) return failed('not-allowed')
    const guard = {
      resolve,
      isAllowed: (address: string) => (isOwn ? !isMetadataAddress(address) : isAllowed(address)),
    }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)])
    const sentAt = new Date(at)
    try {
      const response = await startRequest(url, guard, limit, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at / 1000)),
          'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
        },
        body: Buffer.from(body),
        ca,
      })
      response.destroy()
      return judge(response.statusCode ?? 0, response.headers['retry-after'])
    } catch (error) {
      return explain(error, limit)
    }
  }
}

function judge(status: number, retryAfter = ''): AlertOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent', isPartial: false }
  const retryAfterMs = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined
  const detail = `HTTP ${status}`
  if (status === 410) return failed('gone', detail)
  if (status >= 300 && status < 400) return failed('redirected', detail)
  return { ...failed('rejected', detail), retryAfterMs }
}

/** Only the error's code: its message may contain the address behind the name. */
function explain(error: unknown, { aborted }: AbortSignal): AlertOutcome {
  if (error instanceof NotAllowed) return failed('not-allowed')
  if (aborted) return failed('silent')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return failed('not-found')
  return failed(/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? 'certificate' : 'unreachable', code)
}

function failed(failure: AlertFailure, detail = ''): AlertOutcome & { kind: 'failed' } {
  return { kind: 'failed', failure, detail }
}
