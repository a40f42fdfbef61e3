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
      const constants = Object.entries(contract).filter(
        ([one, value]) => one !== 'routes' && typeof value !== 'function',
      )
      return [...constants.map(([one, value]) => `export const ${one} = ${JSON.stringify(value)}`), slimRoutes()].join(
        '\n',
      )
    },
  }
}

const channelPath = '/api/channels/:channelId'

/**
 * What the client needs to know about a route that it calls: whether the response is JSON. Every page contains this, so what most
 * routes have in common is written once.
 */
function slimRoutes(): string {
  const called = contract.listRoutes().filter(({ route }) => isCalled(route))
  const entries = called.map(({ name: route, route: { method, path, answer } }) => {
    const short = JSON.stringify(path.replace(channelPath, '@').replace(/^\/api/, '~'))
    return `${route}: ${method}(${short}${'schema' in answer ? '' : ', {}'})`
  })
  return `const json = { schema: true }
    const of = (method) => (path, answer = json) =>
      ({ method, path: path.replace('@', ${JSON.stringify(channelPath)}).replace('~', '/api'), answer })
    const GET = of('GET'), POST = of('POST'), PUT = of('PUT'), DELETE = of('DELETE')
    export const routes = { ${entries.join(', ')} }`
}

/** Webhooks are called by platforms, and pages and files outside /api by the browser itself. */
function isCalled({ method, path, answer, raw }: contract.Route): boolean {
  return !raw && (method !== 'GET' || path.startsWith('/api/') || 'schema' in answer)
}
