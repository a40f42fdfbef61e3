import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'

export type ChangingProxy = {
  url: string
  /** From now on, texts contain `to` instead of `from`, as after an update of the service. */
  replace(from: string, to: string): void
  /** From now on, another program answers at this address. */
  supplant(): void
}

/** A service in front of ours at the same address all the time, of which tests can change what it sends. */
export async function startChangingProxy(target: string): Promise<ChangingProxy> {
  let replaced: { from: string; to: string } | undefined
  let isSupplanted = false
  const answerOne = async (asked: IncomingMessage, response: ServerResponse) => {
    if (isSupplanted) {
      const isPage = asked.url === '/'
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
      response.end(isPage ? '<!doctype html><title>Other</title><h1>Another program</h1>' : 'Not here')
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk as Buffer)
    const answer = await pass(asked, target, Buffer.concat(chunks))
    const headers = Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name))
    let body = await buffer(answer)
    const isText = /html|javascript/.test(answer.headers['content-type'] ?? '')
    if (replaced && isText) body = Buffer.from(body.toString().replaceAll(replaced.from, replaced.to))
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers) as OutgoingHttpHeaders)
    response.end(body)
  }
  const server = createServer((asked, response) => {
    answerOne(asked, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replace(from, to) {
      replaced = { from, to }
    },
    supplant() {
      isSupplanted = true
    },
  }
}

const ofConnection = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

/** Each time over a new connection, because the service closes one that is idle, maybe just as it is used again. */
function pass({ method, url, headers }: IncomingMessage, target: string, body: Buffer): Promise<IncomingMessage> {
  const own = new Set([...ofConnection, 'host', 'accept-encoding'])
  const passedOn = Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)))
  const sent = request(`${target}${url}`, {
    agent: false,
    headers: { ...passedOn, 'content-length': body.length },
    ...(method && { method }),
  })
  sent.end(body)
  return new Promise((resolve, reject) => sent.on('response', resolve).on('error', reject))
}
