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
 * What the client needs to know about a route: whether the response is JSON, and whether only platforms call it. The console is
 * one of the pages, so it doesn't request them. Pages below /api are files that people save. Every page contains this, so what most
 * routes have in common is written once.
 */
function slimRoutes(): string {
  const called = contract.listRoutes().filter(({ route }) => !isPage(route))
  const entries = called.map(({ name: route, route: { method, path, answer, raw } }) => {
    const short = JSON.stringify(path.replace(channelPath, '@').replace(/^\/api/, '~'))
    const made = `${method}(${short}${'schema' in answer ? '' : ', {}'})`
    return `${route}: ${raw ? `{ ...${made}, raw: true }` : made}`
  })
  return `const json = { schema: true }
    const of = (method) => (path, answer = json) =>
      ({ method, path: path.replace('@', ${JSON.stringify(channelPath)}).replace('~', '/api'), answer })
    const GET = of('GET'), POST = of('POST'), PUT = of('PUT'), DELETE = of('DELETE')
    export const routes = { ${entries.join(', ')} }`
}

function isPage({ path, answer }: contract.Route): boolean {
  return !path.startsWith('/api/') && 'media' in answer && answer.media.includes('text/html')
}
