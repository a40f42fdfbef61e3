import { randomBytes } from 'node:crypto'
import { listRoutes, type Route, type RouteName } from '@innkeeper/contract'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ChannelGrant, Grant } from '../actions/access.ts'
import { Refusal } from '../domain/refusal.ts'
import type { AppDeps } from './app-deps.ts'
import { allowOrigins } from './cors.ts'
import { createGate, type Gate } from './gate.ts'
import type { Call, Handlers } from './handlers.ts'
import { takeJsonBodies } from './json-body.ts'
import { createRateLimit } from './rate-limit.ts'
import { sendError } from './refusals.ts'
import { inputReader } from './route-input.ts'
import { accountHandlers } from './routes/account.ts'
import { assistantHandlers } from './routes/assistant.ts'
import { backupHandlers } from './routes/backup.ts'
import { channelHandlers } from './routes/channels.ts'
import { serviceHandlers } from './routes/service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    keyId: string | undefined
    grant: Grant | ChannelGrant | undefined
  }
}

const bodyLimitBytes = 1024 * 1024

/** The HTTP door: every route of the table, each behind the gate, and nothing else. */
export function createApp(deps: AppDeps): FastifyInstance {
  const { log, clock } = deps
  const app = fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    genReqId: requestIds(),
    trustProxy: deps.trustProxy,
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    frameworkErrors: (error, request, reply) => {
      decorateAnswer(request, reply)
      sendError(log, error, request, reply)
    },
    ...(deps.tls ? { https: deps.tls } : {}),
  }) as unknown as FastifyInstance
  app.decorateRequest('keyId', undefined)
  app.decorateRequest('grant', undefined)
  takeJsonBodies(app)
  app.addHook('onRequest', async (request, reply) => decorateAnswer(request, reply))
  if (deps.corsOrigins.length > 0) allowOrigins(app, deps.corsOrigins)
  logRequests(app, deps)
  app.setErrorHandler((error, request, reply) => sendError(log, error, request, reply))

  const gate = createGate({
    ...deps,
    requests: createRateLimit(deps.rateLimit, clock),
    failures: createRateLimit(deps.authRateLimit, clock),
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api')) await gate.enter(request, reply, undefined)
    throw new Refusal('not-found')
  })
  refuseUnlistedRoutes(app)
  const handlers: Handlers = {
    ...serviceHandlers(deps),
    ...accountHandlers(deps),
    ...channelHandlers(deps),
    ...assistantHandlers(deps),
    ...backupHandlers(deps),
  }
  for (const { name, route } of listRoutes()) register(app, gate, name, route, handlers)
  return app
}

function register(app: FastifyInstance, gate: Gate, name: RouteName, route: Route, handlers: Handlers): void {
  const readInput = inputReader(route)
  const handle = handlers[name] as (call: Call<Route>) => Promise<unknown> | unknown
  const isPublic = route.permission === 'public'
  const status = route.answer.status
  app.route({
    // HEAD answers come from the same handler; a file's must not be opened for it, so that route takes HEAD itself.
    method: 'partial' in route.answer ? ['GET', 'HEAD'] : route.method,
    url: route.path,
    onRequest: async (request, reply) => {
      if (!isPublic) request.grant = await gate.pass(request, reply, route)
    },
    handler: async (request, reply) => {
      const { query, body } = readInput(request)
      const params = request.params as object
      const answer = await handle({ grant: request.grant as never, params, query, body: body as never, request, reply })
      if (reply.sent || answer === reply) return reply
      reply.code(status).header('content-type', 'application/json; charset=utf-8')
      return Buffer.isBuffer(answer) ? answer : JSON.stringify(answer)
    },
  })
}

/** A path that the contract does not know must not exist. */
function refuseUnlistedRoutes(app: FastifyInstance): void {
  const listed = new Set(listRoutes().map(({ route }) => `${route.method} ${route.path}`))
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      const name = `${one === 'HEAD' ? 'GET' : one} ${url}`
      if (!listed.has(name)) throw new Error(`${name} is not in the contract's route table`)
    }
  })
}

function decorateAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
}

/** One line a request: never a query, a body, a header, or a key; ids of channels and keys only. */
function logRequests(app: FastifyInstance, { log, metrics }: AppDeps): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.noteRequest(request.method, route, reply.statusCode, reply.elapsedTime)
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        channelId: (request.params as { channelId?: string } | undefined)?.channelId,
        keyId: request.keyId,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
      },
      'request',
    )
    done()
  })
}

/** Unique across restarts and nodes, cheap, and in order within a process. */
function requestIds(): () => string {
  const boot = randomBytes(5).toString('hex')
  let count = 0
  return () => `${boot}-${(++count).toString(36)}`
}
