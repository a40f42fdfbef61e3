import type { AlertFailure } from '@innkeeper/contract'
import type { AlertOutcome } from '../../domain/notifications/alerts/alert.ts'
import type { AlertSenders } from '../../ports/alerts.ts'
import { failureOf, postSigned, type SignedRequestOptions } from './signed-request.ts'

export type WebhookSenderOptions = SignedRequestOptions

/** Sends alerts to operators. The body of the response isn't read. */
export function createWebhookSender(options: WebhookSenderOptions = {}): AlertSenders['sendWebhook'] {
  const { timeLimitMs = 15_000 } = options
  return async ({ url, secret, allow }, { id, body }, { at, signal }) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)])
    try {
      const response = await postSigned({ url, id, body, secrets: [secret], at, allow }, options, limit)
      response.destroy()
      return judge(response.statusCode ?? 0, response.headers['retry-after'])
    } catch (error) {
      const { kind, code } = failureOf(error)
      if (kind === 'not-allowed') return failed(kind)
      if (limit.aborted) return failed('silent')
      return failed(kind, kind === 'not-found' ? '' : code)
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

function failed(failure: AlertFailure, detail = ''): AlertOutcome & { kind: 'failed' } {
  return { kind: 'failed', failure, detail }
}
