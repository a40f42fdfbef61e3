import * as contract from '@innkeeper/contract'
import type { Plugin } from 'vite'

const name = '@innkeeper/contract'
const virtual = `\0${name}`

/** The contract without its schemas. Only the service validates and documents requests, so the page doesn't need them. */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === name ? virtual : undefined),
    load(id) {
      if (id !== virtual) return undefined
      return Object.entries({ ...contract, routes: slimRoutes() })
        .filter(([, value]) => typeof value !== 'function')
        .map(([constant, value]) => `export const ${constant} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}

/**
 * What the client needs to know about a route: whether the response is JSON, and whether only platforms call it. The console is
 * one of the pages, so it doesn't request them. Pages below /api are files that people save.
 */
function slimRoutes(): Record<string, object> {
  const called = contract.listRoutes().filter(({ route }) => !isPage(route))
  return Object.fromEntries(
    called.map(({ name: route, route: { method, path, answer, raw } }) => [
      route,
      { method, path, answer: 'schema' in answer ? { schema: true } : {}, ...(raw && { raw: true }) },
    ]),
  )
}

function isPage({ path, answer }: contract.Route): boolean {
  return !path.startsWith('/api/') && 'media' in answer && answer.media.includes('text/html')
}
