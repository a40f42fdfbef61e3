import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const channel = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
await service.receive(
  Array.from({ length: 60 }, (_, index) => message(channel, service.clock.now, { id: `m${index}` })),
)
const { authorization = '' } = await service.caller('U-owner')
const long = `/api/channels/${channel}/backup/messages`

type Answer = { headers: Record<string, unknown>; body: Buffer }

/** Without `fetch`, which asks for compressed bodies itself and hides that they were. */
function get(path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(`${service.url}${path}`, { headers: { authorization, ...headers } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }))
    })
      .on('error', reject)
      .end()
  })
}

test('long JSON answers are compressed for clients that support it, and are the same otherwise', async () => {
  const plain = await get(long, {})
  assert.equal(plain.headers['content-encoding'], undefined)
  for (const [accepted, encoding, open] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const) {
    const small = await get(long, { 'accept-encoding': accepted })
    assert.equal(small.headers['content-encoding'], encoding, accepted)
    assert.match(String(small.headers.vary), /accept-encoding/)
    assert.equal(Number(small.headers['content-length']), small.body.length)
    assert.ok(small.body.length < plain.body.length / 4, `${small.body.length} of ${plain.body.length} bytes`)
    assert.ok(open(small.body).equals(plain.body))
  }
  const refused = await get(long, { 'accept-encoding': 'identity, br;q=0' })
  assert.equal(refused.headers['content-encoding'], undefined)
})

test('short answers and errors are sent as they are', async () => {
  for (const path of ['/health', '/api/me', '/api/nowhere']) {
    const answer = await get(path, { 'accept-encoding': 'br, gzip' })
    assert.equal(answer.headers['content-encoding'], undefined, path)
    assert.ok(JSON.parse(answer.body.toString()))
  }
})

test('without a key nothing is compressed, because that takes time', async () => {
  const answer = await get('/openapi.json', { 'accept-encoding': 'br, gzip', authorization: '' })
  assert.equal(answer.headers['content-encoding'], undefined)
  assert.ok(answer.body.length > 100_000)
})
