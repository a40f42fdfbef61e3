import { mcpLimits } from '@innkeeper/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readPreview } from '../../actions/media/media.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Gate } from '../gate.ts'
import type { Handlers } from '../handlers.ts'
import type { Budgets } from '../limits/budgets.ts'
import { createMcpServer } from '../mcp/mcp-server.ts'
import { createRouteCalls, type ReadRoute } from '../mcp/route-calls.ts'

/** `handlers`: those that the tools read from. */
type Parts = { gate: Gate; budgets: Budgets; handlers: Pick<Handlers, ReadRoute> }

export function mcpHandlers(deps: AppDeps, parts: Parts): Handlers<'callMcp'> {
  const answer = createMcpServer(deps.version)
  const callsOf = createRouteCalls(parts)
  return {
    async callMcp({ grant, body, request, reply }) {
      if (!deps.hasMcp) throw new Refusal('not-found')
      const response = await answer(toWebRequest(request), body, {
        calls: callsOf(request, reply),
        secret: deps.store.secret,
        userId: grant.userId,
        baseUrl: deps.baseUrl(),
        readPreview: (channel, messageId) => readPreview(deps, channel, messageId, mcpLimits.imageBytes),
        explain: (error) => explain(deps, error, request, reply),
      })
      const contentType = response.headers.get('content-type')
      if (contentType !== null) reply.header('content-type', contentType)
      return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()))
    },
  }
}

/** What the protocol's library looks at. The gate has checked everything else, and the body is passed on as it was parsed. */
function toWebRequest({ headers }: FastifyRequest): Request {
  const own = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    return name.startsWith('mcp-') && typeof value === 'string' ? [[name, value]] : []
  })
  // Clients of the first revisions that only accept one of the types can read it.
  const accept = 'application/json, text/event-stream'
  return new Request('http://innkeeper.invalid/mcp', {
    method: 'POST',
    headers: [...own, ['accept', accept], ['content-type', 'application/json']],
  })
}

/** As sentences, because a model reads them: HTTP has no part in what goes wrong inside a tool. */
function explain({ log }: AppDeps, error: unknown, request: FastifyRequest, reply: FastifyReply): string {
  if (!(error instanceof Refusal)) {
    log.error({ requestId: request.id, err: error }, 'request failed')
    return new Refusal('internal', request.id).message
  }
  if (error.code !== 'too-many-requests') return error.message
  return `${error.message}. Try again in ${reply.getHeader('retry-after') ?? 30} seconds`
}
