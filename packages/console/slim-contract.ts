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

/** What the client needs to know about a route that it calls: whether the response is JSON. */
function slimRoutes(): Record<string, object> {
  const called = contract.listRoutes().filter(({ route }) => isCalled(route))
  return Object.fromEntries(
    called.map(({ name: route, route: { method, path, answer } }) => [
      route,
      // `true` would take more bytes.
      { method, path, answer: 'schema' in answer ? { schema: 1 } : {} },
    ]),
  )
}

/** Webhooks are called by platforms, and pages and files outside /api by the browser itself. */
function isCalled({ method, path, answer, raw }: contract.Route): boolean {
  return !raw && (method !== 'GET' || path.startsWith('/api/') || 'schema' in answer)
}
