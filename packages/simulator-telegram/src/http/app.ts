import { setTimeout as sleep } from 'node:timers/promises'
import { createApiServer, type Outcome, sendOutcome } from '@innkeeper/simulator-kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loginRoutes } from '../login/login-routes.ts'
import { findLinked } from '../methods/files.ts'
import type { Call } from '../methods/method.ts'
import { methods } from '../methods/methods.ts'
import type { RequestRecord, World } from '../world.ts'
import { ApiError, answerError, answerResult, notFound, unauthorized } from './api-error.ts'
import type { Fault, FaultyRequest } from './faults.ts'
import { outcomeAfter, outcomeBefore } from './outcomes.ts'
import { readParameters } from './parameters.ts'

const bodyLimitBytes = 60 * 1024 * 1024

export type AppParts = {
  world: World
  takeFault(request: FaultyRequest): Fault | undefined
  poller: Call['poller']
  webhooks: Call['webhooks']
  page: FastifyInstance | undefined
  isForPage(url: string | undefined): boolean
}

/** The server of the Bot API: `/bot<token>/<method>` and `/file/bot<token>/<path>`. */
export function createApp(parts: AppParts): FastifyInstance {
  const { page, isForPage } = parts
  const app = createApiServer({ bodyLimitBytes, page, isForPage })
  app.setNotFoundHandler((_request, reply) => sendOutcome(reply, answerError(notFound)))
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
    sendOutcome(reply, answerError(new ApiError(error.statusCode ?? 500, error.message))),
  )
  for (const path of ['/bot:token/:method', '/bot:token/test/:method']) {
    app.route({ method: ['GET', 'POST'], url: path, handler: (request, reply) => answerCall(parts, request, reply) })
  }
  loginRoutes(app, parts)
  app.get('/file/bot:token/*', (request, reply) => answerDownload(parts, request, reply))
  return app
}

async function answerCall(parts: AppParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { world } = parts
  const { token = '', method: name = '' } = request.params as Record<string, string>
  const record = note(world, name, request)
  const closed = new AbortController()
  reply.raw.on('close', () => closed.abort())
  let fault: Fault | undefined
  const outcome = await settle(async () => {
    const raw = request.body
    const { values, uploads } = readParameters(
      request.query as Record<string, string>,
      request.headers['content-type'],
      raw,
    )
    record.parameters = values
    fault = parts.takeFault({ route: name.toLowerCase(), httpMethod: request.method, parameters: values })
    const before = fault && outcomeBefore(fault)
    if (before) return before
    if (fault?.kind === 'delay') await sleep(fault.ms)
    checkToken(world, token)
    const method = methods.get(name.toLowerCase())
    if (!method) throw notFound
    const { poller, webhooks } = parts
    const result = await method({ world, values, uploads, signal: closed.signal, poller, webhooks })
    return outcomeAfter(fault, answerResult(result))
  })
  await finish(reply, record, outcome, fault)
  return reply
}

async function answerDownload(parts: AppParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { world } = parts
  const { token = '', '*': path = '' } = request.params as Record<string, string>
  const record = note(world, 'file', request)
  record.parameters = { path }
  const fault = parts.takeFault({ route: 'file', httpMethod: request.method, parameters: { path } })
  const outcome = await settle(async () => {
    const before = fault && outcomeBefore(fault)
    if (before) return before
    if (fault?.kind === 'delay') await sleep(fault.ms)
    checkToken(world, token)
    // A server of one's own doesn't serve files.
    const file = world.settings.localFolder === undefined ? findLinked(world, path) : undefined
    if (!file) throw notFound
    return outcomeAfter(fault, { status: 200, bytes: file.bytes, contentType: 'application/octet-stream' })
  })
  await finish(reply, record, outcome, fault)
  return reply
}

/** The outcome, also if it is a refusal. Everything else that is thrown is a bug of the simulator. */
async function settle(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) return answerError(error)
    return answerError(new ApiError(500, `Internal Server Error: ${error instanceof Error ? error.message : error}`))
  }
}

async function finish(reply: FastifyReply, record: RequestRecord, outcome: Outcome, fault: Fault | undefined) {
  // Before the response is sent, because the client may look at the record immediately.
  if (typeof outcome === 'object') {
    record.status = outcome.status
    const { description } = (outcome.body ?? {}) as { description?: string }
    if (description !== undefined) record.description = description
  }
  await sendOutcome(reply, outcome, fault)
}

function checkToken(world: World, token: string): void {
  if (token !== world.settings.token) throw unauthorized
  if (world.settings.clock() < world.loggedOutUntil) throw new ApiError(400, 'Logged out')
}

function note(world: World, name: string, request: FastifyRequest): RequestRecord {
  const record = { name, httpMethod: request.method, parameters: {}, at: world.settings.clock() }
  world.requests.push(record)
  return record
}
