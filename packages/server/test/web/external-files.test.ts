import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { createExternalFiles, type ExternalFilesOptions } from '../../src/adapters/web/external-files.ts'
import type { MediaSource } from '../../src/ports/connector.ts'
import { refusal, silence } from '../line/platform.ts'
import { openListener } from './listener.ts'

/** Enough for an answer on a busy machine. Only calls that hang use all of it. */
const patienceMs = 1_500

async function openHost(answer: RequestListener, options: ExternalFilesOptions = {}) {
  const host = await openListener(answer)
  const files = createExternalFiles({ ports: [host.port], isAllowed: () => true, ...options })
  return { host, open: () => files.open(`http://127.0.0.1:${host.port}/film.mp4`) }
}

/** Writes these bytes to each connection, and leaves the rest to `then`. */
async function openRawHost(bytes: string, then: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write(bytes, () => then(socket)))
  })
  after(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const files = createExternalFiles({ ports: [port], isAllowed: () => true, timeLimitMs: patienceMs })
  return () => files.open(`http://127.0.0.1:${port}/`)
}

async function bytesOf(source: MediaSource): Promise<Buffer> {
  assert.equal(source.state, 'ready')
  return Buffer.concat(source.state === 'ready' ? await Array.fromAsync(source.body) : [])
}

test('a file arrives complete, with its type and size', async () => {
  const film = Buffer.alloc(3_000_000, 'film')
  const { open } = await openHost((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': film.length }).end(film)
  })
  const source = await open()
  assert.ok(source.state === 'ready')
  assert.deepEqual([source.contentType, source.sizeBytes], ['video/mp4', film.length])
  assert.ok(film.equals(await bytesOf(source)))
})

test('a request has only standard headers and tells nothing about us', async () => {
  const { host, open } = await openHost((_, response) => response.end('x'))
  await bytesOf(await open())
  assert.deepEqual(Object.keys(host.requests[0]?.headers ?? {}).sort(), [
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})

test('error responses are distinguished', async () => {
  const withStatus = async (status: number) => await (await openHost((_, to) => to.writeHead(status).end('no'))).open()
  for (const [status, words] of [
    [404, /does not have the file: status 404/],
    [410, /does not have the file: status 410/],
    [401, /refused to send the file: status 401/],
    [403, /refused to send the file: status 403/],
    [451, /refused to send the file: status 451/],
  ] as const) {
    const source = await withStatus(status)
    assert.match(source.state === 'lost' ? source.reason : source.state, words)
  }
  await assert.rejects(withStatus(429), refusal('too-fast'))
  for (const status of [500, 502, 503, 408, 425, 204, 206, 304]) {
    await assert.rejects(withStatus(status), silence(new RegExp(`status ${status}`)))
  }
})

test('a file in an encoding that was not requested is not taken for the file', async () => {
  const { open } = await openHost((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'))
  const source = await open()
  assert.match(source.state === 'lost' ? source.reason : source.state, /encoding that was not requested/)
})

test('a host that is down, or cannot be found, may be there later', async () => {
  const { port } = await openListener()
  const at = (options: ExternalFilesOptions) => createExternalFiles(options).open('http://gone.example/')
  const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND gone.example'), { code: 'ENOTFOUND' })
  await assert.rejects(
    at({ resolve: () => Promise.reject(notFound) }),
    silence(/^The connection to gone\.example failed: ENOTFOUND$/),
  )
  // The port does not speak TLS. The text of that error would reveal the address.
  const files = createExternalFiles({
    ports: [port],
    isAllowed: () => true,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  await assert.rejects(files.open(`https://gone.example:${port}/`), (error: Error) => {
    assert.doesNotMatch(error.message, /127\.0/)
    return silence(/^The connection to gone\.example:\d+ failed: /)(error)
  })
})

test('a body that breaks off is never taken for complete', async () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nsome'
  for (const then of [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.end()]) {
    const open = await openRawHost(head, then)
    const source = await open()
    await assert.rejects(bytesOf(source), silence(/^The connection to .+ failed: /))
  }
  const chunked = await openRawHost('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nsome\r\n', (socket) =>
    socket.end(),
  )
  await assert.rejects(bytesOf(await chunked()), silence(/^The connection to .+ failed: /))
})

test('two contradicting lengths count as no response', async () => {
  const open = await openRawHost('HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 9\r\n\r\nsome', (socket) =>
    socket.end(),
  )
  await assert.rejects(open(), silence(/^The connection to .+ failed: /))
})

test('a host that hangs, before or during a file, times out', async () => {
  const silent = await openRawHost('', () => {})
  await assert.rejects(silent(), silence(new RegExp(`sent no data for ${patienceMs} ms`)))
  const midway = await openRawHost('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nsome', () => {})
  await assert.rejects(bytesOf(await midway()), silence(new RegExp(`sent no data for ${patienceMs} ms`)))
})

test('a file that nobody reads, or that is abandoned midway, keeps no connection open', async () => {
  const ended: Promise<void>[] = []
  const { open } = await openHost(
    (request, response) => {
      ended.push(new Promise((resolve) => request.socket.once('close', () => resolve())))
      response.writeHead(200, { 'content-length': 50_000_000 }).write(Buffer.alloc(1_000_000))
    },
    { timeLimitMs: patienceMs },
  )
  await open()
  await ended[0]
  const source = await open()
  assert.ok(source.state === 'ready')
  for await (const chunk of source.body) {
    assert.ok(chunk.length > 0)
    break
  }
  await ended[1]
})
