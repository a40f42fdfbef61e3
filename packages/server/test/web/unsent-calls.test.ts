import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { createExchange } from '../../src/adapters/http-client/http-call.ts'
import { PlatformSilence } from '../../src/domain/platforms/platform-errors.ts'

const exchange = createExchange({ name: 'The API' }, globalThis.fetch)

/** Whether a call to this address certainly had no effect. */
async function isUnsent(url: string): Promise<boolean> {
  const request = { method: 'POST', headers: {}, body: 'hello', timeLimitMs: 2_000 } as const
  const error = await exchange('a call', url, request).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof PlatformSilence, String(error))
  return error.isUnsent
}

const breaking = createServer((socket) => socket.once('data', () => socket.destroy()))
const silent = createServer(() => {})
const babbling = createServer((socket) => socket.once('data', () => socket.end('no HTTP at all\r\n\r\n')))
const servers = [breaking, silent, babbling]
for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const [breakingUrl = '', silentUrl = '', babblingUrl = ''] = servers.map(
  (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
)
after(() => {
  for (const server of servers) server.close()
})

test('a call certainly had no effect if no connection could be opened', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
  await new Promise((resolve) => closed.close(resolve))
  assert.equal(await isUnsent(url), true, 'nobody listens')
  assert.equal(await isUnsent('http://no-such-host.invalid'), true, 'the name is not known')
  assert.equal(await isUnsent(breakingUrl.replace('http:', 'https:')), false, 'a broken handshake is not told apart')
})

test('a call may have had an effect if anything was sent', async () => {
  assert.equal(await isUnsent(breakingUrl), false, 'the connection broke')
  assert.equal(await isUnsent(babblingUrl), false, 'the response makes no sense')
  assert.equal(await isUnsent(silentUrl), false, 'there is no response')
})
