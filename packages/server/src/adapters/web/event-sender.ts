import type { IncomingMessage } from 'node:http'
import type { WebhookFailure } from '@innkeeper/contract'
import type { Accepted, Refused } from '../../domain/webhooks/deliver.ts'
import type { SendEvent } from '../../ports/webhooks.ts'
import { failureOf, postSigned, type SignedRequestOptions } from './signed-request.ts'

/** Of an answer, what people are shown. */
const shownBytes = 200

/**
 * Sends what happens in channels. `allow`: hosts that the operator allowed, although their address may not be public. Times in answers
 * are compared with `at`, the clock of the service.
 */
export function createEventSender(options: SignedRequestOptions, allow: () => readonly string[]): SendEvent {
  const { timeLimitMs = 20_000 } = options
  return async (url, event, { at, signal }) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)])
    try {
      const response = await postSigned({ url, ...event, at, allow: allow() }, options, limit)
      return judge(response, await readBeginning(response), at)
    } catch (error) {
      const { kind, code } = failureOf(error)
      if (kind === 'not-allowed') return refused(kind)
      if (limit.aborted) return refused('silent')
      return refused(kind, { detail: kind === 'not-found' ? '' : code })
    }
  }
}

/** What comes later isn't read. A receiver that stops in the middle has answered. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= shownBytes) break
    }
  } catch {
    // Its status counts.
  }
  response.destroy()
  const text = Buffer.concat(chunks).subarray(0, shownBytes).toString('utf8')
  // Half a character at the end, and what a terminal or a database would choke on.
  return text
    .replace(/\ufffd+$/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .trim()
}

function judge({ statusCode: status = 0, headers }: IncomingMessage, answer: string, at: number): Accepted | Refused {
  if (status >= 200 && status < 300) return { kind: 'sent', status, answer }
  const found = { status, answer }
  if (status === 410) return refused('gone', found)
  if (status >= 300 && status < 400) return refused('redirected', found)
  return { ...refused('rejected', found), retryAfterMs: readRetryAfter(headers['retry-after'], at) }
}

/** Seconds, or a date. */
function readRetryAfter(text: string | undefined, at: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const until = Date.parse(text)
  return Number.isNaN(until) ? undefined : Math.max(0, until - at)
}

function refused(failure: WebhookFailure, found: Partial<Pick<Refused, 'status' | 'answer' | 'detail'>> = {}): Refused {
  return { kind: 'refused', failure, detail: '', status: null, answer: '', retryAfterMs: undefined, ...found }
}
