import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { checkCaller } from './guard.ts'
import { createLiveChanges } from './live-changes.ts'
import type { ChatPlatform } from './platform.ts'
import { PageRefusal } from './read-input.ts'
import { readRoutes } from './read-routes.ts'
import { listStaticFiles } from './static-files.ts'
import { writeRoutes } from './write-routes.ts'

const uploadLimitBytes = 20 * 1024 * 1024

// Nothing from other origins, no inline script or style, embedded only by our own pages, and no way to turn text into markup.
const policyFor = (frames: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-src ${frames}`,
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** Whether a request is for the chat page and not for the platform's API. */
export function isForPage(url: string | undefined): boolean {
  return url !== undefined && /^\/(chat\/.*|\?.*)?$/.test(url)
}

/** The chat page and its API, separate from the platform's API: its tokens, rate limits, faults and records don't apply here. */
export function createPageApp<Happening>(platform: ChatPlatform<Happening>): FastifyInstance {
  const app = Fastify({ bodyLimit: uploadLimitBytes, exposeHeadRoutes: false, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 256 * 1024 }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body) || '{}'))
    } catch {
      done(new PageRefusal(400, 'The body is not valid JSON.'))
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    secure(reply)
    const path = request.url.split('?', 1)[0] ?? ''
    checkCaller({ method: request.method, path, headers: request.headers })
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof PageRefusal) return reply.code(error.status).send({ error: error.message })
    if (error.statusCode === 413)
      return reply.code(413).send({ error: 'The file is larger than 20 MB. Choose a smaller file.' })
    return reply.code(error.statusCode ?? 500).send({ error: error.message })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'There is no page at this address.' }))
  const files = listStaticFiles()
  const sendFile = (reply: FastifyReply, path: string) => {
    const file = files.get(path)
    if (!file) throw new PageRefusal(404, `There is no file ${path}.`)
    return reply.header('cache-control', 'no-cache').type(file.contentType).send(file.bytes)
  }
  app.get('/', (_request, reply) => sendFile(reply, 'index.html'))
  app.get('/chat/beside', (_request, reply) => {
    const service = originOf(platform.serviceUrl())
    reply.header('content-security-policy', policyFor(service === undefined ? "'self'" : `'self' ${service}`))
    return sendFile(reply, 'beside.html')
  })
  app.get('/chat/page/*', (request, reply) => sendFile(reply, (request.params as { '*': string })['*']))
  readRoutes(app, platform, createLiveChanges(platform))
  writeRoutes(app, platform.actions)
  return app
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.origin
}

function secure(reply: FastifyReply): void {
  reply.headers({
    'content-security-policy': policyFor("'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
}
