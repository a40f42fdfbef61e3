import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  const answerOne = async (request: IncomingMessage, response: ServerResponse) => {
    if (isSupplanted) {
      const isPage = request.url === '/'
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
      response.end(isPage ? '<!doctype html><title>Other</title><h1>Another program</h1>' : 'Not here')
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: passedOn(request.headers),
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const headers = [...answer.headers].filter(
      ([name]) => !/^(content-(encoding|length)|connection|keep-alive|transfer-encoding)$/.test(name),
    )
    let body = Buffer.from(await answer.arrayBuffer())
    const isText = /html|javascript/.test(answer.headers.get('content-type') ?? '')
    if (replaced && isText) body = Buffer.from(body.toString().replaceAll(replaced.from, replaced.to))
    response.writeHead(answer.status, headers.flat())
    response.end(body)
  }
  const server = createServer((request, response) => {
    answerOne(request, response).catch(() => response.destroy())
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

function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  const own = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'keep-alive'])
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      own.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  )
}
