import { randomBytes } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { AppDeps } from './app-deps.ts'
import { createGate, type Gate } from './gate.ts'
import type { Handlers } from './handlers.ts'
import { createBudgets } from './limits/budgets.ts'
import { limitConnections } from './limits/connection-limits.ts'
import { createChangingRateLimit, createRateLimit } from './limits/rate-limit.ts'
import { createSharedRateLimit } from './limits/shared-rate-limit.ts'
import { createTurns } from './limits/turns.ts'
import { createCors } from './pages/cors.ts'
import { setGeneralHeaders } from './pages/security-headers.ts'
import { createDropReport } from './receiving/drop-report.ts'
import { createFileBodies, type FileBodies } from './receiving/file-body.ts'
import { takeJsonBodies } from './receiving/json-body.ts'
import { createTrustProxy, trustsNone } from './receiving/trusted-proxies.ts'
import { registerRoutes } from './register-routes.ts'
import { accountHandlers } from './routes/accounts.ts'
import { assistantHandlers } from './routes/assistant.ts'
import { channelHandlers } from './routes/channels.ts'
import { consoleHandlers } from './routes/console.ts'
import { exportHandlers } from './routes/exports.ts'
import { importHandlers } from './routes/imports.ts'
import { liveHandlers } from './routes/live.ts'
import { mediaHandlers } from './routes/media.ts'
import { memberHandlers } from './routes/members.ts'
import { messageHandlers } from './routes/messages.ts'
import { notificationHandlers } from './routes/notifications.ts'
import { platformHandlers } from './routes/platforms.ts'
import { searchHandlers } from './routes/search.ts'
import { serviceHandlers } from './routes/service.ts'
import { setupHandlers } from './routes/setup.ts'
import { storageHandlers } from './routes/storage.ts'
import { usageHandlers } from './routes/usage.ts'
import { channelWebhookHandlers } from './routes/webhooks-of-channels.ts'
import { serviceWebhookHandlers } from './routes/webhooks-of-service.ts'
import { refuseUnreadable, sendError } from './sending/refusals.ts'
import { logRequests } from './sending/request-log.ts'
import { createUnknownPathHandler, isUnknownPath } from './unknown-path.ts'

/** Requests of one person that are answered at the same time; a browser sends six. Expensive ones have budgets instead. */
const mostAtOnce = 4

/** The HTTP server: every route of the contract's table, each behind the gate, and nothing else. */
export function createApp(deps: AppDeps): FastifyInstance {
  const { log, receiveLimits } = deps
  const nextRequestId = requestIds()
  const trustProxy = createTrustProxy(deps.trustProxy)
  const limitFor = rateLimits(deps)
  const gate = createGate({
    ...deps,
    requests: limitFor(() => deps.rateLimit, 'requests'),
    failures: limitFor(() => deps.authRateLimit, 'failures'),
  })
  const refuseUnknownPath = createUnknownPathHandler({ gate, consoleFiles: deps.consoleFiles })

  const fileBodies = createFileBodies(receiveLimits.files)
  const app = createServer(deps, { fileBodies, trustProxy, nextRequestId, refuseUnknownPath })
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

  const answerPreflight = createCors(deps.corsOrigins)
  app.addHook('onRequest', (request, reply, next) => {
    setGeneralHeaders(request, reply, deps.baseUrl())
    if (answerPreflight(request, reply)) return
    // Before the body, as on every other path: without a key the body is not read.
    if (isUnknownPath(request)) refuseUnknownPath(request, reply).catch(next)
    else next()
  })
  registerRoutes(app, createHandlers(deps, gate), {
    gate,
    budgets: createBudgets(() => deps.rateLimit, limitFor),
    turns: createTurns(mostAtOnce),
    connections,
    drops,
    fileBodies,
    webhookIntake: deps.webhookIntake,
    webhookLimits: receiveLimits.webhooks,
  })
  return app
}

function createHandlers(deps: AppDeps, gate: Gate): Handlers {
  return {
    ...serviceHandlers(deps),
    ...accountHandlers(deps, gate),
    ...channelHandlers(deps),
    ...memberHandlers(deps),
    ...usageHandlers(deps),
    ...assistantHandlers(deps),
    ...messageHandlers(deps),
    ...mediaHandlers(deps),
    ...exportHandlers(deps, gate),
    ...importHandlers(deps),
    ...searchHandlers(deps),
    ...liveHandlers(deps, gate),
    ...channelWebhookHandlers(deps),
    ...serviceWebhookHandlers(deps),
    ...notificationHandlers(deps),
    ...platformHandlers(deps),
    ...storageHandlers(deps),
    ...setupHandlers(deps),
    ...consoleHandlers(deps),
  }
}

/** With several nodes, a limit holds for all of them together. */
function rateLimits({ store: { nodes }, clock }: AppDeps) {
  return (findLimit: () => number, kind: string) =>
    createChangingRateLimit(findLimit, (limit) =>
      nodes ? createSharedRateLimit(limit, { clock, nodes, kind }) : createRateLimit(limit, clock),
    )
}

type ServerParts = {
  fileBodies: FileBodies
  trustProxy: ReturnType<typeof createTrustProxy>
  nextRequestId: () => string
  refuseUnknownPath: ReturnType<typeof createUnknownPathHandler>
}

function createServer(
  deps: AppDeps,
  { fileBodies, trustProxy, nextRequestId, refuseUnknownPath }: ServerParts,
): FastifyInstance {
  const { log, receiveLimits } = deps
  const deadlines = {
    headersTimeout: receiveLimits.headMs,
    requestTimeout: receiveLimits.requestMs,
    connectionsCheckingInterval: receiveLimits.checkEveryMs,
  }
  return fastify({
    logger: false,
    genReqId: ({ headers }) => findRequestId(headers['x-request-id']) ?? nextRequestId(),
    trustProxy: trustsNone(deps.trustProxy) ? false : trustProxy,
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: 'idle',
    // A request that arrives while the service stops is answered like any other, and its connection is closed.
    return503OnClosing: false,
    requestTimeout: receiveLimits.requestMs,
    connectionTimeout: receiveLimits.idleMs,
    // route-input.ts checks the table's schemas. Loading Fastify's own compilers would take a tenth of the start-up time.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    // A path that can't be decoded is treated like any other path that is not in the table.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      setGeneralHeaders(request, reply, deps.baseUrl())
      refuseUnknownPath(request, reply).catch((error: unknown) => sendError(log, error, request, reply))
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && fileBodies.isReceiving(socket)) return
      refuseUnreadable(error, socket, nextRequestId())
    },
    ...(deps.tls
      ? { https: { ...deps.tls, ...deadlines, handshakeTimeout: receiveLimits.headMs } }
      : { http: deadlines }),
  }) as unknown as FastifyInstance
}

function unused(): never {
  throw new Error('Routes must not use Fastify schemas')
}

/** The caller's own id, such as one that a proxy logs too. Ignored if it could not safely go into a header or a log. */
function findRequestId(given: string | string[] | undefined): string | undefined {
  return typeof given === 'string' && /^[\x21-\x7e]{1,64}$/.test(given) ? given : undefined
}

/** Unique across restarts and nodes, cheap, and in order within a process. */
function requestIds(): () => string {
  const boot = randomBytes(5).toString('hex')
  let count = 0
  return () => `${boot}-${(++count).toString(36)}`
}
