import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { after, test } from 'node:test'
import { message } from '../support/events.ts'
import { fakePlatform, signFake } from '../support/fake-platform.ts'
import { openInn } from '../support/inn.ts'

const mib = 1024 * 1024
const inn = await openInn()
const platform = inn.callerWith(undefined)
const path = `/webhooks/${fakePlatform}`

/** A delivery of one message, of exactly this many bytes. */
function sized(bytes: number) {
  const start = `{"events":${JSON.stringify([message('C1', inn.clock.now)])},"padding":"`
  const raw = `${start}${'x'.repeat(bytes - start.length - 2)}"}`
  return { raw, headers: { 'x-fake-signature': signFake(raw) } }
}

test('a webhook of 16 MiB is taken, a byte more is refused with a sentence, announced or not', async () => {
  const whole = await platform.request('POST', path, sized(16 * mib))
  assert.equal(whole.status, 200, whole.text)
  const error = 'Body is too large; at most 16 MiB are taken'
  const more = sized(16 * mib + 1)
  const announced = await platform.request('POST', path, more)
  assert.deepEqual([announced.status, announced.body], [400, { error }])
  const inPieces = send({ 'transfer-encoding': 'chunked', ...more.headers })
  inPieces.on('error', () => {})
  inPieces.end(more.raw)
  const [answer] = await once(inPieces, 'response')
  assert.equal(answer.statusCode, 400)
  assert.deepEqual(JSON.parse(Buffer.concat(await answer.toArray()).toString()), { error })
})

test('the limit of everybody else stays where it was', async () => {
  const owner = await inn.caller('U-owner')
  const answer = await owner.request('POST', '/api/keys', {
    headers: { 'content-type': 'application/json' },
    raw: JSON.stringify({ name: 'x'.repeat(mib) }),
  })
  assert.deepEqual([answer.status, answer.body], [400, { error: 'Body is too large; at most 1 MiB is taken' }])
})

test('large bodies that come slowly keep out other large ones, and never the small ones that platforms send', async () => {
  const stalled = Array.from({ length: 4 }, () => send({ 'content-length': String(16 * mib) }))
  after(() => {
    for (const one of stalled) one.destroy()
  })
  for (const one of stalled) {
    one.on('error', () => {})
    await new Promise<void>((resolve) => one.write(Buffer.alloc(16 * mib - 1), () => resolve()))
  }
  // They are read as fast as the service finds the time, so the first large one may still find room.
  let large = await platform.request('POST', path, sized(8 * mib))
  while (large.status === 200) large = await platform.request('POST', path, sized(8 * mib))
  assert.deepEqual([large.status, large.body], [503, { error: 'Service unavailable: too many large bodies at once' }])
  assert.ok(Number(large.headers.get('retry-after')) > 0)
  assert.equal((await platform.request('POST', path, sized(200_000))).status, 200)
  for (const one of stalled) one.destroy()
  while (large.status === 503) large = await platform.request('POST', path, sized(8 * mib))
  assert.equal(large.status, 200, 'there is room again')
})

function send(headers: Record<string, string>): ClientRequest {
  return request(`${inn.url}${path}`, { method: 'POST', headers })
}
