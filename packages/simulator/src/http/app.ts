import { createApiServer, isForPage, type Outcome, sendOutcome } from '@innkeeper/simulator-kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeToken } from '../rules/rate-limit.ts'
import type { RequestRecord, World } from '../world.ts'
import { type Answer, notFound, refuse } from './answer.ts'
import { parseBody } from './body.ts'
import type { Fault, FaultyRequest } from './faults.ts'
import { invalidToken, outcomesAfter, outcomesBefore, rateExceeded } from './outcomes.ts'
import type { Call, Route } from './route.ts'

const bodyLimitBytes = 2 * 1024 * 1024

export type AppParts = {
  world: World
  routes: Route[]
  takeFault(request: FaultyRequest): Fault | undefined
  /** The chat page, on the same port. */
  page: FastifyInstance
}

/** The API server. It does what all routes share: request ids, access tokens, rate limits, bodies and faults. */
export function createApp({ world, routes, takeFault, page }: AppParts): FastifyInstance {
  const records = new WeakMap<FastifyRequest, RequestRecord>()
  const app = createApiServer({ bodyLimitBytes, page, isForPage })

  app.addHook('onRequest', async (request, reply) => {
    const requestId = world.ids.requestId()
    const path = request.url.split('?', 1)[0] ?? ''
    const record: RequestRecord = { method: request.method, path, at: world.settings.clock(), requestId }
    records.set(request, record)
    world.requests.push(record)
    reply.header('x-line-request-id', requestId)
  })
  const finish = async (request: FastifyRequest, reply: FastifyReply, outcome: Outcome, fault?: Fault) => {
    const record = records.get(request)
    // Before the response is sent, because the client may look at the record immediately.
    if (record && typeof outcome === 'object') record.status = outcome.status
    await sendOutcome(reply, outcome, fault)
  }
  app.setNotFoundHandler((request, reply) => finish(request, reply, notFound))
  app.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
    const isTooLarge = error.statusCode === 413
    return finish(request, reply, refuse(isTooLarge ? 413 : 500, isTooLarge ? 'Payload Too Large' : error.message))
  })

  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const record = records.get(request)
        if (record) record.route = route.path
        const call = callOf(request, record?.requestId ?? '')
        const parsed = parseBody(route.accepts, call.headers['content-type'], request.body)
        const seen = { method: request.method, path: record?.path ?? '', route: `${route.method} ${route.path}` }
        const fault = takeFault({ ...seen, query: call.query, headers: call.headers, body: parsed.body })
        const answer = async () =>
          refuseAccess(world, route, call) ??
          refuseRate(world, route) ??
          parsed.refusal ??
          refuseRetryKey(route, call) ??
          route.answer({ ...call, body: parsed.body })
        const before = fault && outcomesBefore[fault.kind]
        const given = before ?? (await answer())
        const outcome = fault?.kind === 'last-page' ? withoutNext(given) : given
        await finish(request, reply, (fault && outcomesAfter[fault.kind]) ?? outcome, fault)
        return reply
      },
    })
  }
  return app
}

function withoutNext(outcome: Outcome): Outcome {
  if (typeof outcome !== 'object' || !outcome.body) return outcome
  const { next: _, ...body } = outcome.body as { next?: string }
  return { ...outcome, body }
}

function callOf(request: FastifyRequest, requestId: string): Call {
  return {
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
    headers: request.headers as Record<string, string | undefined>,
    body: undefined,
    requestId,
  }
}

function refuseAccess(world: World, route: Route, call: Call): Answer | undefined {
  if (route.access === 'open') return undefined
  const [, token] = /^Bearer +(.+)$/i.exec(call.headers.authorization ?? '') ?? []
  if (token === undefined)
    return refuse(401, "Authorization header required. Must follow the scheme, 'Authorization: Bearer <ACCESS TOKEN>'")
  const known = world.accessTokens.get(token)
  return known && world.settings.clock() < known.expiresAt ? undefined : invalidToken
}

/** One bucket per method and path template, regardless of the parameters. */
function refuseRate(world: World, route: Route): Answer | undefined {
  const { rateLimits, clock } = world.settings
  if (!rateLimits) return undefined
  const name = `${route.method} ${route.path}`
  const { isAllowed, bucket } = takeToken(world.buckets.get(name), rateLimits[route.bucket ?? 'usual'], clock())
  world.buckets.set(name, bucket)
  return isAllowed ? undefined : rateExceeded
}

/** A reply, for example, has no retry key: its token can be used only once anyway. */
function refuseRetryKey(route: Route, call: Call): Answer | undefined {
  if (route.takesRetryKey || call.headers['x-line-retry-key'] === undefined) return undefined
  return refuse(400, 'The retry key is not supported by this API')
}
