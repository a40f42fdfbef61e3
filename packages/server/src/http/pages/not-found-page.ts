import { consolePages, listRoutes } from '@innkeeper/contract'
import type { FastifyRequest } from 'fastify'

/** Below the console's pages people get a page; the first words of all other paths belong to programs. */
const screens = consolePages()
const forPrograms = new Set(
  listRoutes()
    .map(({ route }) => firstWord(route.path))
    .filter((word) => !screens.has(word)),
)

/** Whether an unknown path was opened in a browser. Then the console's page says that it was not found, not JSON. */
export function wantsNotFoundPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !forPrograms.has(firstWord(url))
}

function firstWord(path: string): string {
  return path.split(/[/?#]/)[1] ?? ''
}
