import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

export type Guard = {
  isAllowed(address: string): boolean
  /** All addresses of a name. */
  resolve(hostname: string): Promise<LookupAddress[]>
}

export const systemResolver: Guard['resolve'] = (hostname) => lookup(hostname, { all: true })

/** No request was sent: there is no permitted address. */
export class NotAllowed extends Error {}

/** `ca`: certificates to trust instead of those of well-known authorities. */
type Sent = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: Uint8Array; ca?: string | undefined }

/**
 * Starts a request to a permitted address, and to no other. What is checked is what is connected to: a name is resolved once,
 * for this connection, so it can't resolve differently the second time. No connection is reused.
 */
export function startRequest(
  url: URL,
  guard: Guard,
  signal: AbortSignal,
  { method = 'GET', headers = {}, body, ca }: Sent = {},
): Promise<IncomingMessage> {
  // The URL parser has normalized a literal address. It is not looked up, so it is checked here.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !guard.isAllowed(literal)) return Promise.reject(new NotAllowed())
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(url, {
      agent: false,
      lookup: guardedLookup(guard),
      signal,
      // Compressed, the announced length would not be the length of what arrives.
      method,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'innkeeper', ...headers },
      ...(ca !== undefined && { ca }),
    })
      .once('response', (response) => {
        // A reader receives the error anyway; without one it must not end the process.
        response.on('error', () => {})
        resolve(response)
      })
      .on('error', reject)
      .end(body)
  })
}

function guardedLookup({ isAllowed, resolve }: Guard): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname)
      .then((all) => {
        const allowed = all.filter(({ address }) => isAllowed(address))
        const [first] = allowed
        if (!first) throw new NotAllowed()
        return { allowed, first }
      })
      .then(
        ({ allowed, first }) => (options.all ? done(null, allowed) : done(null, first.address, first.family)),
        (error) => done(error, ''),
      )
  }
}
