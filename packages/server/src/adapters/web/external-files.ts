import type { IncomingMessage } from 'node:http'
import { PlatformRefusal, PlatformSilence } from '../../domain/platforms/platform-errors.ts'
import type { MediaSource } from '../../ports/connector.ts'
import type { ExternalFiles } from '../../ports/media.ts'
import { type Guard, NotAllowed, startRequest, systemResolver } from './guarded-request.ts'
import { isPublicAddress } from './public-address.ts'
import { createWaitLimit, type WaitLimit } from './wait-limit.ts'

const mostRedirects = 3

export type ExternalFilesOptions = Partial<Guard> & {
  /** For each wait: for a response, and for more of it. Ten seconds if unset. */
  timeLimitMs?: number
  /** In addition to the default ports of http and https. */
  ports?: number[]
}

/**
 * Files at URLs that users supplied. Users must not reach through us what only we can reach, so only public addresses are
 * contacted, checked again at every redirect. Reasons name the host from the URL, never what it resolved to.
 */
export function createExternalFiles(options: ExternalFilesOptions = {}): ExternalFiles {
  const { isAllowed = isPublicAddress, resolve = systemResolver, timeLimitMs = 10_000, ports = [] } = options
  return {
    async open(given) {
      const url = URL.parse(given)
      if (!isAsked(url, ports)) return lost(`its URL is not allowed: ${rule}`)
      const host = url.host.slice(0, 100)
      const limit = createWaitLimit(`${host} sent no data for ${timeLimitMs} ms`, timeLimitMs)
      const found = await follow(url, limit).catch((error: unknown) => {
        if (error instanceof NotAllowed)
          return 'is not a public address, or leads to one that is not; only public addresses are contacted'
        throw toSilence(host, error, limit)
      })
      if (typeof found !== 'string') return judge(host, found, limit)
      limit.end()
      return lost(`${host} ${found}`)
    },
  }

  /** The response after all redirects, or what is wrong with them. */
  async function follow(first: URL, limit: WaitLimit): Promise<IncomingMessage | string> {
    let url = first
    for (let hop = 0; hop <= mostRedirects; hop++) {
      limit.wait()
      const response = await startRequest(url, { isAllowed, resolve }, limit.signal)
      const location = findLocation(response)
      if (location === undefined) return response
      response.destroy()
      const next = URL.parse(location, url.href)
      if (!isAsked(next, ports)) return `redirects to a URL that is not allowed: ${rule}`
      url = next
    }
    return `redirects more than ${mostRedirects} times`
  }
}

const rule = 'only http and https on their default ports, without a username or password'

function isAsked(url: URL | null, ports: number[]): url is URL {
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false
  return url.port === '' || ports.includes(Number(url.port))
}

function findLocation({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined
}

function judge(host: string, response: IncomingMessage, limit: WaitLimit): MediaSource {
  const { statusCode: status = 0, headers } = response
  const encoding = headers['content-encoding'] ?? 'identity'
  if (status === 200 && encoding === 'identity') {
    const contentType = headers['content-type'] ?? 'application/octet-stream'
    const length = headers['content-length'] ?? ''
    const sizeBytes = /^\d{1,15}$/.test(length) ? Number(length) : undefined
    return { state: 'ready', body: givenUpBy(limit, readBody(host, response, limit)), contentType, sizeBytes }
  }
  response.destroy()
  limit.end()
  if (status === 200) return lost(`${host} sends the file in an encoding that was not requested`)
  if (status === 404 || status === 410) return lost(`${host} does not have the file: status ${status}`)
  if (status === 429) throw new PlatformRefusal('too-fast', `${host} received too many requests: status 429`)
  // "Request timeout" and "too early" say nothing about the file.
  if (status >= 400 && status < 500 && status !== 408 && status !== 425)
    return lost(`${host} refused to send the file: status ${status}`)
  throw new PlatformSilence(`${host} did not send the file: status ${status}`)
}

/** A generator alone would close the connection only after it has started and the bytes it waits for have arrived. */
function givenUpBy(limit: WaitLimit, body: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
  const next = () => body.next()
  const giveUp = async () => {
    limit.end()
    // It may throw because it was ended.
    await body.return(undefined).catch(() => {})
    return { done: true as const, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: giveUp }) }
}

async function* readBody(host: string, response: IncomingMessage, limit: WaitLimit): AsyncGenerator<Uint8Array> {
  try {
    limit.wait()
    for await (const chunk of response) {
      // The reader can take any time to process what it has.
      limit.pause()
      yield chunk
      limit.wait()
    }
  } catch (error) {
    throw toSilence(host, error, limit)
  } finally {
    limit.end()
  }
}

function lost(reason: string): MediaSource {
  return { state: 'lost', reason }
}

/** Only its code: the error's message may contain the address behind the name. */
function toSilence(host: string, error: unknown, limit: WaitLimit): PlatformSilence {
  const { signal } = limit
  if (signal.aborted && signal.reason instanceof PlatformSilence) return signal.reason
  limit.end()
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return new PlatformSilence(`The connection to ${host} failed: ${code}`)
}
