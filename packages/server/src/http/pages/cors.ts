import type { FastifyReply, FastifyRequest } from 'fastify'

const methods = 'GET, HEAD, POST, PUT, DELETE'
const sent =
  'authorization, content-type, last-event-id, range, if-range, if-match, if-none-match, mcp-protocol-version, mcp-method, mcp-name'
const exposed =
  'ratelimit, ratelimit-policy, retry-after, x-request-id, x-files-left-out, location, etag, content-range, content-disposition'

/**
 * Lets pages of the listed origins call /api and /mcp with a key, never with cookies. The returned function answers a preflight request
 * itself and then returns true.
 */
export function createCors(origins: string[]): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const allowed = new Set(origins)
  return (request, reply) => {
    const { origin } = request.headers
    if (allowed.size === 0 || !/^\/(api\/|mcp$)/.test(request.url)) return false
    reply.header('vary', 'Origin')
    if (origin === undefined || !allowed.has(origin)) return false
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposed)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false
    reply
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', sent)
      .header('access-control-max-age', '600')
      .code(204)
      .send()
    return true
  }
}
