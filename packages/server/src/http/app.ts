import { randomBytes } from 'node:crypto'
import { bearsEdition, listRoutes, type Route, type RouteName, takesIfMatch } from '@innkeeper/contract'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ChannelGrant, Grant } from '../actions/access.ts'
import { editionOf, readIfMatch } from '../domain/edition.ts'
import { Refusal } from '../domain/refusal.ts'
import type { AppDeps } from './app-deps.ts'
import { createGate, type Gate } from './gate.ts'
import type { Call, Handlers } from './handlers.ts'
import { type Budgets, createBudgets, type Slot } from './limits/budgets.ts'
import { type Connections, limitConnections } from './limits/connection-limits.ts'
import { createRateLimit } from './limits/rate-limit.ts'
import { createSharedRateLimit } from './limits/shared-rate-limit.ts'
import { createTurns, type Turns } from './limits/turns.ts'
import { createCors } from './pages/cors.ts'
import { wantsNotFoundPage } from './pages/not-found-page.ts'
import { isReachedByHttps, strictTransport } from './pages/transport-security.ts'
import { createDropReport, type DropReport } from './receiving/drop-report.ts'
import { takeJsonBodies } from './receiving/json-body.ts'
import { takeRawBodies } from './receiving/raw-body.ts'
import { inputReader } from './receiving/route-input.ts'
import { createTrustProxy, trustsNone } from './receiving/trusted-proxies.ts'
import { accountHandlers } from './routes/accounts.ts'
import { assistantHandlers } from './routes/assistant.ts'
import { channelHandlers } from './routes/channels.ts'
import { consoleHandlers } from './routes/console.ts'
import { liveHandlers } from './routes/live.ts'
import { mediaHandlers } from './routes/media.ts'
import { memberHandlers } from './routes/members.ts'
import { messageHandlers } from './routes/messages.ts'
import { platformHandlers } from './routes/platforms.ts'
import { searchHandlers } from './routes/search.ts'
import { serviceHandlers } from './routes/service.ts'
import { storageHandlers } from './routes/storage.ts'
import { usageHandlers } from './routes/usage.ts'
import { refuseUnreadable, sendError } from './sending/refusals.ts'
import { logRequests } from './sending/request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The row of the contract's table; undefined where the path leads nowhere. */
    route: Route | undefined
    keyId: string | undefined
    grant: Grant | ChannelGrant | undefined
    /** What it takes of the person's or channel's share; undefined on public routes and for files. */
    slot: Slot | undefined
  }
}

/** Requests of one person that are answered at once; a browser sends six. Expensive ones have budgets of their own instead. */
const mostAtOnce = 4

/** The HTTP door: every route of the table, each behind the gate, and nothing else. */
export function createApp(deps: AppDeps): FastifyInstance {
  const { log, clock } = deps
  const { receiveLimits } = deps
  const nextRequestId = requestIds()
  const trustProxy = createTrustProxy(deps.trustProxy)
  const deadlines = {
    headersTimeout: receiveLimits.headMs,
    requestTimeout: receiveLimits.requestMs,
    connectionsCheckingInterval: receiveLimits.checkEveryMs,
  }
  const app = fastify({
    logger: false,
    genReqId: ({ headers }) => findRequestId(headers['x-request-id']) ?? nextRequestId(),
    trustProxy: trustsNone(deps.trustProxy) ? false : trustProxy,
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: 'idle',
    // A request that arrives while the service stops is answered like any other, and its connection closed.
    return503OnClosing: false,
    requestTimeout: receiveLimits.requestMs,
    connectionTimeout: receiveLimits.idleMs,
    // The table's schemas are checked in route-input.ts. The compilers that are loaded otherwise cost a tenth of a start.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    // A path that cannot be decoded leads nowhere, like any other that is not in the table.
    frameworkErrors: (_error, request, reply) => {
      decorateAnswer(request, reply, deps.baseUrl())
      refuseNowhere(request, reply).catch((error: unknown) => sendError(log, error, request, reply))
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, nextRequestId()),
    ...(deps.tls
      ? { https: { ...deps.tls, ...deadlines, handshakeTimeout: receiveLimits.headMs } }
      : { http: deadlines }),
  }) as unknown as FastifyInstance
  app.decorateRequest('route', undefined)
  app.decorateRequest('keyId', undefined)
  app.decorateRequest('grant', undefined)
  app.decorateRequest('slot', undefined)
  const drops = createDropReport(log)
  const connections = limitConnections(app.server, receiveLimits.connections, {
    trustProxy,
    drops,
    refuse: (socket) => refuseUnreadable({ code: 'CROWDED' }, socket, nextRequestId()),
  })
  app.addHook('preClose', async () => connections.dropHandshakes())
  takeJsonBodies(app, receiveLimits, drops)
  logRequests(app, deps)
  app.setErrorHandler((error, request, reply) => sendError(log, error, request, reply))

  const { nodes } = deps.store
  const limitFor = (limit: number, kind: string) =>
    nodes ? createSharedRateLimit(limit, { clock, nodes, kind }) : createRateLimit(limit, clock)
  const gate = createGate({
    ...deps,
    requests: limitFor(deps.rateLimit, 'requests'),
    failures: limitFor(deps.authRateLimit, 'failures'),
  })
  const budgets = createBudgets(deps.rateLimit, limitFor)
  const turns = createTurns(mostAtOnce)
  const refuseNowhere = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.startsWith('/api')) {
      keepPrivate(reply)
      await gate.enter(request, reply, undefined)
    }
    if (wantsNotFoundPage(request)) {
      const { html, headers } = deps.consoleFiles.page()
      reply.code(404).headers(headers).send(html)
      return
    }
    throw new Refusal('not-found')
  }
  const answerPreflight = createCors(deps.corsOrigins)
  app.addHook('onRequest', (request, reply, next) => {
    decorateAnswer(request, reply, deps.baseUrl())
    if (answerPreflight(request, reply)) return
    // Ahead of the body, as at every other path: without a key it is not read.
    if (request.is404 || hasEmptySegment(request)) refuseNowhere(request, reply).catch(next)
    else next()
  })
  refuseUnlistedRoutes(app)
  const handlers: Handlers = {
    ...serviceHandlers(deps),
    ...accountHandlers(deps, gate),
    ...channelHandlers(deps),
    ...memberHandlers(deps),
    ...usageHandlers(deps),
    ...assistantHandlers(deps),
    ...messageHandlers(deps),
    ...mediaHandlers(deps),
    ...searchHandlers(deps),
    ...liveHandlers(deps, gate),
    ...platformHandlers(deps),
    ...storageHandlers(deps),
    ...consoleHandlers(deps),
  }
  for (const { name, route } of listRoutes()) {
    if (route.raw) registerRaw(app, { ...deps, connections, drops }, name, route, handlers)
    else register(app, { gate, budgets, turns, connections }, name, route, handlers)
  }
  return app
}

function unused(): never {
  throw new Error('No route has a schema of the framework')
}

function register(
  app: FastifyInstance,
  { gate, budgets, turns, connections }: { gate: Gate; budgets: Budgets; turns: Turns; connections: Connections },
  name: RouteName,
  route: Route,
  handlers: Handlers,
): void {
  const readInput = inputReader(route)
  const handle = handlers[name] as (call: Call<Route>) => Promise<unknown> | unknown
  const isPrivate = route.path.startsWith('/api')
  const { cost } = route
  const { status } = route.answer
  const isConditional = takesIfMatch(route)
  const hasEdition = bearsEdition(route)
  const admit = (request: FastifyRequest, grant: Grant | ChannelGrant, next: () => void) => {
    request.grant = grant
    connections.noteKnown(request.socket)
    next()
  }
  const finish = (reply: FastifyReply, answer: unknown) => {
    if (hasEdition) reply.header('etag', editionOf(answer as object))
    return send(reply, status, answer)
  }
  // Not an async function: an answer that is there at once leaves at once.
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const { query, body } = readInput(request)
    const params = request.params as object
    const ifMatch = isConditional ? readIfMatch(request.headers['if-match']) : undefined
    const grant = request.grant as never
    const answered = handle({ grant, params, query, body: body as never, ifMatch, request, reply })
    if (answered instanceof Promise) return answered.then((value) => finish(reply, value))
    return finish(reply, answered)
  }
  const pass: Gate['pass'] = async (request, reply) => {
    const grant = await gate.pass(request, reply, route)
    if (cost === undefined) {
      // A file is sent at the reader's speed: four slow downloads must not keep their person from everything else.
      if (!('media' in route.answer)) request.slot = await turns.take(grant.userId, reply)
    } else {
      await budgets.countStart(cost, grant as ChannelGrant, reply)
      request.slot = budgets.begin(cost, grant as ChannelGrant, reply)
    }
    return grant
  }
  app.route({
    // HEAD answers come from the same handler; a file's must not be opened for it, so that route takes HEAD itself.
    method: 'partial' in route.answer ? ['GET', 'HEAD'] : route.method,
    url: route.path,
    onRequest: (request, reply, next) => {
      request.route = route
      if (isPrivate) keepPrivate(reply)
      if (route.permission === 'public') next()
      else pass(request, reply, route).then((grant) => admit(request, grant, next), next)
    },
    handler: (request, reply) => {
      const { slot } = request
      return slot ? slot.run(() => answer(request, reply)) : answer(request, reply)
    },
  })
}

type RawDeps = Pick<AppDeps, 'webhookIntake' | 'receiveLimits'> & { connections: Connections; drops: DropReport }

/**
 * In a context of its own, because there bodies are bytes. No key, no limit of requests: a platform signs what it sends,
 * and what is refused may be lost.
 */
function registerRaw(
  app: FastifyInstance,
  { webhookIntake: reception, receiveLimits, connections, drops }: RawDeps,
  name: RouteName,
  route: Route,
  handlers: Handlers,
): void {
  const handle = handlers[name] as (call: object) => Promise<unknown>
  app.register(async (scope) => {
    takeRawBodies(scope, route.raw?.mostBytes ?? 0, receiveLimits.webhooks, drops)
    scope.route({
      method: route.method,
      url: route.path,
      onRequest: (request, _reply, next) => {
        request.route = route
        // Whatever it says it is, even nonsense, it is bytes.
        request.headers['content-type'] = undefined
        const { platform } = request.params as { platform: string }
        if (reception.isOpenFor(platform)) next()
        else next(new Refusal('not-found'))
      },
      handler: (request, reply) =>
        handle({ params: request.params, request, reply }).then((answer) => {
          connections.noteKnown(request.socket)
          return send(reply, route.answer.status, answer)
        }),
    })
  })
}

/** A handler that has sent its answer by itself returns the reply. */
function send(reply: FastifyReply, status: number, answer: unknown): FastifyReply {
  if (answer === reply) return reply
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (Buffer.isBuffer(answer)) return reply.send(answer)
  const text = JSON.stringify(answer)
  return reply.send(text.length <= longestInOnePiece ? text : Buffer.from(text))
}

/** So much leaves together with its head, in one write; more costs less as bytes of its own. */
const longestInOnePiece = 1024

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

/** `/api/channels/` is not the channel without an id, though the router takes it for that. */
function hasEmptySegment(request: FastifyRequest): boolean {
  const params = request.params as Record<string, string>
  for (const name in params) if (params[name] === '') return true
  return false
}

function decorateAnswer(request: FastifyRequest, reply: FastifyReply, baseUrl: string): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  if (isReachedByHttps(request, baseUrl)) reply.header('strict-transport-security', strictTransport)
}

function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store')
  // Pages of others may not even show what a browser would fetch for them.
  reply.header('cross-origin-resource-policy', 'same-origin')
}

/** Of whoever asks, such as a proxy that logs it, too. One that could not stand in a header or a log is not taken over. */
function findRequestId(given: string | string[] | undefined): string | undefined {
  return typeof given === 'string' && /^[\x21-\x7e]{1,64}$/.test(given) ? given : undefined
}

/** Unique across restarts and nodes, cheap, and in order within a process. */
function requestIds(): () => string {
  const boot = randomBytes(5).toString('hex')
  let count = 0
  return () => `${boot}-${(++count).toString(36)}`
}
