import { consolePages, listRoutes } from '@innkeeper/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/refusal.ts'
import type { Gate } from './gate.ts'
import type { ConsoleFiles } from './pages/console-files.ts'
import { setPrivateHeaders } from './pages/security-headers.ts'
import { sendPage } from './pages/send-page.ts'

/** Refuses a request whose path is not in the route table: with the console's page in a browser, with JSON elsewhere. */
export function createUnknownPathHandler({ gate, consoleFiles }: { gate: Gate; consoleFiles: ConsoleFiles }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.url.startsWith('/api')) {
      setPrivateHeaders(reply)
      await gate.enter(request, reply, undefined)
    }
    if (rpcPaths.has(request.url.split('?')[0] ?? '')) {
      reply.header('allow', 'POST')
      throw new Refusal('post-only')
    }
    if (wantsNotFoundPage(request)) {
      await sendPage(reply, consoleFiles, { status: 404 })
      return
    }
    throw new Refusal('not-found')
  }
}

const rpcPaths = new Set(listRoutes().flatMap(({ route }) => (route.jsonRpc ? [route.path] : [])))

export function isUnknownPath(request: FastifyRequest): boolean {
  return request.is404 || hasEmptySegment(request)
}

/** `/api/channels/` is not a channel with an empty id, although the router matches it as one. */
function hasEmptySegment(request: FastifyRequest): boolean {
  const params = request.params as Record<string, string>
  for (const name in params) if (params[name] === '') return true
  return false
}

/** Below the console's own paths people get a page. All other first path segments belong to programs. */
const screens = consolePages()
const forPrograms = new Set(
  listRoutes()
    .map(({ route }) => firstSegment(route.path))
    .filter((segment) => !screens.has(segment)),
)

function wantsNotFoundPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !forPrograms.has(firstSegment(url))
}

function firstSegment(path: string): string {
  return path.split(/[/?#]/)[1] ?? ''
}
