import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A host inside our own network, on loopback, in both address families if available. It counts connections. */
type Listener = {
  port: number
  /** Whether this machine has IPv6, so that IPv6 addresses can be tested. */
  hasIpv6: boolean
  /** How many connections there were, with or without a request. */
  connections(): number
  /** The headers of each request. */
  requests: IncomingMessage[]
}

export async function openListener(
  answer: RequestListener = (_, response) => response.end('inside'),
): Promise<Listener> {
  let count = 0
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  server.on('connection', () => count++)
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  // Every address of this machine, so that no spelling of an address misses the listener.
  server.listen(0, '::')
  await once(server, 'listening').catch(() => once(server.listen(0, '0.0.0.0'), 'listening'))
  const { port, family } = server.address() as AddressInfo
  return { port, hasIpv6: family === 'IPv6', connections: () => count, requests }
}
