import { pause } from './pause.ts'

type RetryOptions = {
  /** How often a request is repeated. */
  retries?: number
  /** The longest `Retry-After` that is waited for. After a longer one, the caller gets the response. */
  longestWaitSeconds?: number
  fetch?: typeof fetch
  /** Instead of the clock of the machine, for tests. */
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

const firstPauseMs = 300
const longestPauseMs = 10_000
const statusesThatPass: readonly number[] = [408, 429, 502, 503, 504]

/**
 * A `fetch` for `createClient` that repeats what failed for a reason that may pass, after growing pauses or as long as `Retry-After` says.
 *
 * Requests that could do something twice are only repeated after 429, because then the service did nothing. Those are POST and DELETE, and
 * PUT with an ETag: of a second attempt, the service would say that someone changed it meanwhile.
 */
export function retrying({
  retries = 3,
  longestWaitSeconds = 60,
  fetch: send = fetch,
  wait = pause,
}: RetryOptions = {}): typeof fetch {
  return async (target, init) => {
    const mayRepeat = isRepeatable(init)
    const signal = init?.signal ?? undefined
    for (let failures = 0; ; failures++) {
      const isLast = failures >= retries || init?.body instanceof ReadableStream
      const response = await send(target, init).catch((error: unknown) => {
        // Without a response, no one knows whether something was done.
        if (isLast || !mayRepeat || signal?.aborted) throw error
        return undefined
      })
      if (response && (isLast || !mayPass(response, mayRepeat))) return response
      const askedMs = readRetryAfterMs(response?.headers)
      if (response && askedMs > longestWaitSeconds * 1000) return response
      await response?.body?.cancel()
      const ownMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.5 + Math.random() / 2)
      await wait(Math.max(ownMs, askedMs), signal)
    }
  }
}

function mayPass({ status }: Response, mayRepeat: boolean): boolean {
  return status === 429 || (mayRepeat && statusesThatPass.includes(status))
}

function isRepeatable({ method = 'GET', headers }: RequestInit = {}): boolean {
  return method === 'GET' || (method === 'PUT' && !new Headers(headers).has('if-match'))
}

/** The service answers with seconds, but a proxy in front of it may name a date. */
function readRetryAfterMs(headers: Headers | undefined): number {
  const text = headers?.get('retry-after') ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.max(0, ms)
}
