import { createServer } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'

/** A server for a platform's API. Requests for the chat page go to an app of their own on the same port. */
export function createApiServer(options: {
  bodyLimitBytes: number
  page: FastifyInstance | undefined
  isForPage(url: string | undefined): boolean
}): FastifyInstance {
  const { page, isForPage } = options
  const app = Fastify({
    bodyLimit: options.bodyLimitBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    serverFactory: (handle) => {
      const server = createServer((request, response) => {
        if (page && isForPage(request.url)) page.routing(request, response)
        else handle(request, response)
      })
      // Longer than clients keep connections, so that none is closed just when a client reuses it.
      server.keepAliveTimeout = 72_000
      server.requestTimeout = 0
      return server
    },
  })
  if (page) {
    app.addHook('onReady', () => page.ready().then(() => {}))
    app.addHook('onClose', () => page.close().then(() => {}))
  }
  // Bodies are read as bytes, so that errors in them are reported in the platform's own words.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  return app
}
