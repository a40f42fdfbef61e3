import type { IncomingMessage } from 'node:http'
import type { Accepted, Refused } from '../../domain/webhooks/deliver.ts'
import type { SendEvent } from '../../ports/webhooks.ts'
import { failureOf, postSigned, type SignedRequestOptions } from './signed-request.ts'

/** Of an answer, what people are shown. */
const shownBytes = 200

/** Sends what happens in channels. `allow`: hosts that the operator allowed, although their address may not be public. */
export function createEventSender(options: SignedRequestOptions, allow: () => readonly string[]): SendEvent {
  const { timeLimitMs = 20_000 } = options
  return async (url, event, { at, signal }) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)])
    try {
      const response = await postSigned({ url, ...event, at, allow: allow() }, options, limit)
      return judge(response, await readBeginning(response))
    } catch (error) {
      return limit.aborted
        ? refused(`The receiver did not answer within ${timeLimitMs / 1000} seconds`)
        : explain(error)
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

function judge({ statusCode: status = 0, headers }: IncomingMessage, answer: string): Accepted | Refused {
  if (status >= 200 && status < 300) return { kind: 'sent', status, answer }
  const found = { status, answer }
  if (status === 410) return { ...refused('The receiver answered 410: it wants no more events', found), isGone: true }
  if (status >= 300 && status < 400)
    return refused(`The receiver redirects (${status}); enter the URL that it redirects to`, found)
  return { ...refused(`The receiver answered ${status}`, found), retryAfterMs: readRetryAfter(headers['retry-after']) }
}

/** Seconds, or a date. */
function readRetryAfter(text = ''): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

function explain(error: unknown): Refused {
  const { kind, code } = failureOf(error)
  switch (kind) {
    case 'not-allowed':
      return refused(
        'The host is not a public address with https, or leads to one that is not; the operator can allow it in INNKEEPER_WEBHOOK_ALLOW',
      )
    case 'not-found':
      return refused('The host was not found; check the URL')
    case 'certificate':
      return refused(`The certificate of the receiver is not trusted (${code})`)
    case 'unreachable':
      return refused(`The connection failed${code === '' ? '' : `: ${code}`}`)
  }
}

function refused(
  problem: string,
  found: { status: number | null; answer: string } = { status: null, answer: '' },
): Refused {
  return { kind: 'refused', ...found, problem, isGone: false, retryAfterMs: undefined }
}
