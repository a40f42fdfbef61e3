import { Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as SecureAgent } from 'node:https'
import { setImmediate as nextTurn } from 'node:timers/promises'

type SentRequest = { method: string; headers: Record<string, string>; body: string | Uint8Array | undefined }

type Reply = { status: number; headers: Headers; bytes: Buffer }

const agent = new Agent({ keepAlive: true })
const secureAgent = new SecureAgent({ keepAlive: true })

/** Like `fetch` with `redirect: 'manual'` and no compression, but cheaper: the suite sends tens of thousands of requests. */
export async function sendRequest(address: string, { method, headers, body }: SentRequest): Promise<Reply> {
  const url = new URL(address)
  const isSecure = url.protocol === 'https:'
  // The service reads from one snapshot of the store per turn of the event loop, and here the client can share that loop. The
  // snapshot of this turn can be older than what the client already knows to be written.
  await nextTurn()
  return await new Promise((resolve, reject) => {
    const options = {
      method,
      agent: isSecure ? secureAgent : agent,
      headers: {
        accept: '*/*',
        'user-agent': 'node',
        ...(typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {}),
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        ...lowerCased(headers),
      },
    }
    const sent = (isSecure ? requestHttps : requestHttp)(url, options, (response) => {
      const { statusCode: status = 0 } = response
      readBody(response).then((bytes) => resolve({ status, headers: headersOf(response), bytes }), reject)
    })
    sent.on('error', reject)
    // Node would join a long text with the headers and encode them together, which is slow.
    sent.end(typeof body === 'string' && body.length > 65_536 ? Buffer.from(body) : body)
  })
}

/** Reads only the first part of an answer that never ends. */
function readBody(response: IncomingMessage): Promise<Buffer> {
  const isEndless = response.headers['content-type'] === 'text/event-stream'
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => {
      parts.push(part)
      if (!isEndless) return
      resolve(part)
      response.destroy()
    })
    response.on('end', () => resolve(Buffer.concat(parts)))
    response.on('error', reject)
  })
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
