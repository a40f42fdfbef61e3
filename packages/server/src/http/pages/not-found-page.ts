import { listRoutes } from '@innkeeper/contract'
import type { FastifyRequest } from 'fastify'

/** Where people walk about with a browser; the first words of all other paths belong to programs. */
const screens = new Set(['', 'sign-in', 'account', 'channels'])
const forPrograms = new Set(
  listRoutes()
    .map(({ route }) => firstWord(route.path))
    .filter((word) => !screens.has(word)),
)

/** Whether somebody opened a path that leads nowhere in a browser: they are told so by the console's page, not in JSON. */
export function isLostReader({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !forPrograms.has(firstWord(url))
}

function firstWord(path: string): string {
  return path.split(/[/?#]/)[1] ?? ''
}
