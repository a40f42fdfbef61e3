import { isIP } from 'node:net'
import { PageRefusal } from './read-input.ts'

type Asked = { method: string; path: string; headers: Record<string, string | string[] | undefined> }

/**
 * Refuses requests of other sites. A site that is open in the same browser can reach this address too: through DNS rebinding, a
 * form, or a script.
 */
export function checkCaller({ method, path, headers }: Asked): void {
  const host = textOf(headers.host)
  if (!isOwnName(nameIn(host)))
    throw new PageRefusal(
      403,
      `This page cannot be opened as ${host}. Use localhost or an IP address such as 127.0.0.1.`,
    )
  // Anyone can link to the page, but only the page can request its data.
  const site = textOf(headers['sec-fetch-site'])
  const isForeign = site !== '' && site !== 'same-origin' && site !== 'none'
  const origin = textOf(headers.origin)
  if ((isForeign && !pagePaths.has(path)) || (origin !== '' && origin !== `http://${host}`))
    throw new PageRefusal(403, 'Only the chat page itself can do this. Open it in your browser.')
  if (method === 'GET' || method === 'HEAD') return
  // A form of another site can't send these types, and a script would need a CORS preflight.
  const wanted = path.endsWith('/media') ? 'application/octet-stream' : 'application/json'
  const given = textOf(headers['content-type']).split(';', 1)[0]?.trim().toLowerCase()
  if (given !== wanted) throw new PageRefusal(415, `The content type must be ${wanted}.`)
}

/** Pages, which contain no data. */
const pagePaths = new Set(['/', '/chat/beside'])

/** An IP address can't be rebound. The only name allowed is localhost, which the browser resolves itself. */
function isOwnName(name: string): boolean {
  return isIP(name) > 0 || name === 'localhost'
}

function nameIn(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : ''
}
