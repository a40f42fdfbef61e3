import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

type Deps = {
  /** By token, while a certificate authority checks the domain. */
  answers: ReadonlyMap<string, string>
  /** Where the service is with HTTPS, such as https://inn.example. */
  address: string
  hasCertificate: () => boolean
  /** Until the certificate is ordered again, if the last order failed. */
  retryAfterMs: () => number | undefined
}

const challengePath = '/.well-known/acme-challenge/'
/** Anyone can open connections here, and all that they get is a line of text. */
const mostConnections = 256
const longestMs = 10_000

/**
 * The port for plain HTTP next to HTTPS: it answers the check of the certificate authority and redirects everything else. No
 * request reaches the service itself.
 */
export async function servePlainHttp(deps: Deps, { host, port }: { host: string; port: number }): Promise<Server> {
  const limits = { headersTimeout: longestMs, requestTimeout: longestMs, connectionsCheckingInterval: longestMs / 2 }
  const server = createServer(limits, (request, response) => answer(deps, request, response))
  server.maxConnections = mostConnections
  server.setTimeout(longestMs)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}

function answer(deps: Deps, request: IncomingMessage, response: ServerResponse): void {
  const { answers, address, hasCertificate, retryAfterMs } = deps
  const { url = '/', method = '' } = request
  const send = (status: number, text: string, headers = {}) =>
    response
      .writeHead(status, {
        'content-type': 'text/plain; charset=utf-8',
        'content-length': Buffer.byteLength(text),
        connection: 'close',
        ...headers,
      })
      .end(method === 'HEAD' ? undefined : text)
  if (url.startsWith(challengePath)) {
    const found = answers.get(url.slice(challengePath.length))
    if (found === undefined) send(404, 'No certificate is being ordered with this token.\n')
    else send(200, found, { 'content-type': 'application/octet-stream' })
    return
  }
  if (method !== 'GET' && method !== 'HEAD') {
    // A redirect would hide that keys were just sent unencrypted.
    send(403, `Use HTTPS: ${address}\n`)
    return
  }
  if (!hasCertificate()) {
    const failedForMs = retryAfterMs()
    const seconds = Math.max(60, Math.ceil((failedForMs ?? 0) / 1000))
    // Why it failed is for the operator alone.
    const text =
      failedForMs === undefined
        ? 'This service is getting its HTTPS certificate. Try again in a minute.\n'
        : `This service couldn't get its HTTPS certificate. It tries again in ${describeWait(seconds)}. Its operator finds the ` +
          'reason in the log, or with ./innkeeper doctor.\n'
    send(503, text, { 'retry-after': String(seconds) })
    return
  }
  // Never to the host that the caller names.
  const location = `${address}${url.startsWith('/') ? url : '/'}`
  send(301, `Moved to ${address}\n`, { location })
}

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `${Math.round(minutes / 60)} hours`
}
