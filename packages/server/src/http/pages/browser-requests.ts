import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../domain/platforms/loopback.ts'

/**
 * Whether the request comes from one of our own pages or from the address bar. Browsers say so in `Sec-Fetch-Site`. Older
 * browsers, and all browsers over plain HTTP, send `Origin` at least with requests that change something. `SameSite=Strict` alone
 * would let pages of sibling hosts through.
 */
export function isFromOwnPage(request: FastifyRequest, baseUrl: string): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || (isRead && site === 'none')
  const { origin } = request.headers
  return origin === undefined ? isRead : isOwnOrigin(origin, request, baseUrl)
}

/** Whether a page of another origin sends it. A client that is not a browser sends neither header, and has no cookie to misuse. */
export function isFromForeignPage(request: FastifyRequest, baseUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site !== 'same-origin'
  return origin !== undefined && !isOwnOrigin(origin, request, baseUrl)
}

/**
 * Whether the browser would keep a `Secure` cookie from this address. Browsers send `Sec-Fetch-Site` only over connections they
 * trust, so the header answers this even behind a proxy that doesn't report HTTPS.
 */
export function keepsCookies(request: FastifyRequest, baseUrl: string): boolean {
  if (request.protocol === 'https' || request.headers['sec-fetch-site'] !== undefined) return true
  const { host, hostname } = URL.parse(`http://${request.host}`) ?? {}
  if (hostname !== undefined && isLoopback(hostname)) return true
  const own = URL.parse(baseUrl)
  return own?.protocol === 'https:' && own.host === host
}

export function isOwnOrigin(origin: string, request: FastifyRequest, baseUrl: string): boolean {
  return origin === baseUrl || URL.parse(origin)?.host === request.host
}
