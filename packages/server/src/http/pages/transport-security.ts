import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../domain/platforms/loopback.ts'

/** A year, for this host alone: what else the operator runs under the same domain is not ours to decide about. */
export const strictTransport = 'max-age=31536000'

/**
 * Whether browsers may be told to use nothing but HTTPS for this host from now on. They reached it over HTTPS: directly, through
 * a trusted proxy that says so, or at the address that the operator set for them. Never for this machine's own name, where other
 * programs may serve plain HTTP on other ports.
 */
export function isReachedByHttps(request: FastifyRequest, baseUrl: string): boolean {
  const { host } = request
  if (request.protocol !== 'https' && !(baseUrl.startsWith('https://') && baseUrl.slice(8) === host)) return false
  return !isLoopback(URL.parse(`https://${host}`)?.hostname ?? '')
}
