import type { FastifyInstance } from 'fastify'

const methods = 'GET, HEAD, POST, PUT, DELETE'
const exposed =
  'ratelimit, ratelimit-policy, retry-after, x-request-id, location, etag, content-range, content-disposition'

/** Lets pages of the listed origins call /api with a key. Never with cookies. */
export function allowOrigins(app: FastifyInstance, origins: string[]): void {
  const allowed = new Set(origins)
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (!request.url.startsWith('/api/')) return
    reply.header('vary', 'Origin')
    if (origin === undefined || !allowed.has(origin)) return
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposed)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    reply
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', 'authorization, content-type, range, if-range, if-none-match')
      .header('access-control-max-age', '600')
      .code(204)
      .send()
    return reply
  })
}
