import { answersWithETag, listRoutes, type Route, type RouteName, takesIfMatch } from '@innkeeper/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ChannelGrant, Grant } from '../actions/access.ts'
import type { WebhookIntake } from '../actions/platforms/webhook-intake.ts'
import { editionOf, readIfMatch } from '../domain/edition.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Gate } from './gate.ts'
import type { Call, Handlers } from './handlers.ts'
import type { Budgets, Slot } from './limits/budgets.ts'
import type { Connections } from './limits/connection-limits.ts'
import type { Turns } from './limits/turns.ts'
import { setPrivateHeaders } from './pages/security-headers.ts'
import type { DropReport } from './receiving/drop-report.ts'
import { type FileBodies, leaveBodies } from './receiving/file-body.ts'
import { takeRawBodies } from './receiving/raw-body.ts'
import { inputReader } from './receiving/route-input.ts'
import type { UploadLimits } from './receiving/upload-budget.ts'
import { chooseEncoding, compress, shortestCompressed, varyByEncoding } from './sending/compress-json.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The route in the contract's table; undefined for an unknown path. */
    route: Route | undefined
    keyId: string | undefined
    /** The number of the cookie with the sign-in that it uses; undefined for a key. */
    signInSlot: number | undefined
    grant: Grant | ChannelGrant | undefined
    /** The share of the person's or channel's budget that it uses; undefined on public routes and for files. */
    slot: Slot | undefined
  }
}

type RegisterDeps = {
  gate: Gate
  budgets: Budgets
  turns: Turns
  connections: Connections
  drops: DropReport
  fileBodies: FileBodies
  webhookIntake: WebhookIntake
  webhookLimits: UploadLimits
}

/** Registers every route of the contract's table with its handler, and refuses to register any other. */
export function registerRoutes(app: FastifyInstance, handlers: Handlers, deps: RegisterDeps): void {
  app.decorateRequest('route', undefined)
  app.decorateRequest('keyId', undefined)
  app.decorateRequest('signInSlot', undefined)
  app.decorateRequest('grant', undefined)
  app.decorateRequest('slot', undefined)
  refuseUnlistedRoutes(app)
  for (const { name, route } of listRoutes()) {
    if (route.raw) registerRaw(app, deps, name, route, handlers)
    else if (route.upload) registerUpload(app, deps, name, route, handlers)
    else register(app, deps, name, route, handlers)
  }
}

function register(
  app: FastifyInstance,
  { gate, budgets, turns, connections, fileBodies }: RegisterDeps,
  name: RouteName,
  route: Route,
  handlers: Handlers,
): void {
  const isPrivate = route.permission !== 'public' || route.path.startsWith('/api')
  const { cost } = route
  const admit = (request: FastifyRequest, grant: Grant | ChannelGrant, next: () => void) => {
    request.grant = grant
    connections.noteKnown(request.socket)
    next()
  }
  const pass: Gate['pass'] = async (request, reply) => {
    const grant = await gate.pass(request, reply, route)
    if (cost === undefined) {
      // A file is sent at the reader's speed: four slow downloads must not block everything else of the same person.
      if (!('media' in route.answer)) request.slot = await turns.take(grant.userId, reply)
    } else {
      await budgets.countStart(cost, grant, reply)
      request.slot = budgets.begin(cost, grant, reply)
    }
    return grant
  }
  const answer = createAnswer(route, handlers[name] as Handle, fileBodies)
  app.route({
    // HEAD is answered by the GET handler. A file must not be opened for it, so routes for files handle HEAD themselves.
    method: 'partial' in route.answer ? ['GET', 'HEAD'] : route.method,
    url: route.path,
    onRequest: (request, reply, next) => {
      request.route = route
      if (isPrivate) setPrivateHeaders(reply)
      if (route.permission === 'public') next()
      else pass(request, reply, route).then((grant) => admit(request, grant, next), next)
    },
    handler: (request, reply) => {
      const { slot } = request
      return slot ? slot.run(() => answer(request, reply)) : answer(request, reply)
    },
  })
}

type Handle = (call: Call<Route>) => Promise<unknown> | unknown

/** Reads the input, calls the handler and sends what it returns. */
function createAnswer(route: Route, handle: Handle, fileBodies: FileBodies) {
  const readInput = inputReader(route)
  const { status } = route.answer
  const isConditional = takesIfMatch(route)
  const hasETag = answersWithETag(route)
  const finish = (reply: FastifyReply, answer: unknown) => {
    if (hasETag) reply.header('etag', editionOf(answer as object))
    return send(reply, status, answer)
  }
  // Not an async function: an answer that is ready immediately is sent in the same tick.
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { query, body } = readInput(request)
    const params = request.params as object
    const ifMatch = isConditional ? readIfMatch(request.headers['if-match']) : undefined
    const grant = request.grant as never
    const file = (route.upload && fileBodies.receive(request)) as undefined
    const answered = handle({ grant, params, query, body: body as never, file, ifMatch, request, reply })
    if (answered instanceof Promise) return answered.then((value) => finish(reply, value))
    return finish(reply, answered)
  }
}

/** In a Fastify context of its own, because bodies aren't read before the handler there. */
function registerUpload(
  app: FastifyInstance,
  deps: RegisterDeps,
  name: RouteName,
  route: Route,
  handlers: Handlers,
): void {
  app.register(async (scope) => {
    leaveBodies(scope)
    register(scope, deps, name, route, handlers)
  })
}

/**
 * In a Fastify context of its own, because bodies are bytes there. No key and no rate limit: a platform signs what it sends, and
 * a refused webhook may be lost.
 */
function registerRaw(
  app: FastifyInstance,
  { webhookIntake, webhookLimits, connections, drops }: RegisterDeps,
  name: RouteName,
  route: Route,
  handlers: Handlers,
): void {
  const handle = handlers[name] as (call: object) => Promise<unknown>
  app.register(async (scope) => {
    takeRawBodies(scope, route.raw?.mostBytes ?? 0, webhookLimits, drops)
    scope.route({
      method: route.method,
      url: route.path,
      onRequest: (request, _reply, next) => {
        request.route = route
        // The body is taken as bytes, even if its declared type is nonsense.
        request.headers['content-type'] = undefined
        const { platform } = request.params as { platform: string }
        if (webhookIntake.isOpenFor(platform)) next()
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

/** A handler that has already sent its answer returns the reply. */
function send(reply: FastifyReply, status: number, answer: unknown): FastifyReply | Promise<FastifyReply> {
  if (answer === reply) return reply
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (Buffer.isBuffer(answer)) return sendBytes(reply, answer)
  const text = JSON.stringify(answer)
  return text.length <= longestInOneWrite ? reply.send(text) : sendBytes(reply, Buffer.from(text))
}

function sendBytes(reply: FastifyReply, bytes: Buffer): FastifyReply | Promise<FastifyReply> {
  const { grant, headers } = reply.request
  // Compressing takes time, which nobody gets without a key.
  if (!grant || bytes.length < shortestCompressed) return reply.send(bytes)
  varyByEncoding(reply)
  const encoding = chooseEncoding(String(headers['accept-encoding'] ?? ''))
  if (!encoding) return reply.send(bytes)
  return compress(bytes, encoding).then((compressed) => reply.header('content-encoding', encoding).send(compressed))
}

/** Up to this length, a body leaves in one write with its headers. Above it, sending it as bytes is cheaper. */
const longestInOneWrite = 1024

function refuseUnlistedRoutes(app: FastifyInstance): void {
  const listed = new Set(listRoutes().map(({ route }) => `${route.method} ${route.path}`))
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      const name = `${one === 'HEAD' ? 'GET' : one} ${url}`
      if (!listed.has(name)) throw new Error(`${name} is not in the contract's route table`)
    }
  })
}
