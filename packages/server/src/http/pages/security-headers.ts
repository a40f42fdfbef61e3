import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../../domain/platforms/loopback.ts'

/** Blocks loading, running and sending anything. `default-src` does not cover the last two directives. */
export const blockEverything = "default-src 'none'; base-uri 'none'; form-action 'none'"

/** For files that are never shown as pages. */
export const inertPolicy = `${blockEverything}; sandbox`

/** On every response. */
export function setGeneralHeaders(request: FastifyRequest, reply: FastifyReply, baseUrl: string): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  if (isReachedByHttps(request, baseUrl)) reply.header('strict-transport-security', strictTransport)
}

/** On every response below /api. */
export function setPrivateHeaders(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store')
  // Pages of other origins may not even show what a browser would fetch for them.
  reply.header('cross-origin-resource-policy', 'same-origin')
}

/** A year, for this host only: other services that the operator runs under the same domain are not ours to decide about. */
const strictTransport = 'max-age=31536000'

/**
 * Whether to tell browsers to use only HTTPS for this host from now on. They must have reached it over HTTPS: directly,
 * through a trusted proxy that says so, or at the base URL that the operator set. Never for a loopback name, because other
 * programs on the machine may serve plain HTTP on other ports.
 */
function isReachedByHttps(request: FastifyRequest, baseUrl: string): boolean {
  const { host } = request
  if (request.protocol !== 'https' && !(baseUrl.startsWith('https://') && baseUrl.slice(8) === host)) return false
  return !isLoopback(URL.parse(`https://${host}`)?.hostname ?? '')
}
