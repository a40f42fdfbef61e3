import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { after, describe, test } from 'node:test'
import { receiveLimits } from '../../../../src/http/receiving/receive-limits.ts'
import { message } from '../../../support/content/events.ts'
import { fakePlatform, signFake } from '../../../support/line/fake-platform.ts'
import { startTestService } from '../../../support/test-service.ts'

const mib = 1024 * 1024
// Long deadlines, so a slow machine exceeds none while the budget is tested.
const webhooks = { ...receiveLimits.webhooks, patienceMs: 600_000 }
const service = await startTestService({}, { receiveLimits: { ...receiveLimits, requestMs: 600_000, webhooks } })
const platform = service.callerWith(undefined)
const path = `/webhooks/${fakePlatform}`

/** A delivery of one message, of exactly this many bytes. */
function sized(bytes: number) {
  const start = `{"events":${JSON.stringify([message('C1', service.clock.now)])},"padding":"`
  const raw = `${start}${'x'.repeat(bytes - start.length - 2)}"}`
  return { raw, headers: { 'x-fake-signature': signFake(raw) } }
}

test('a webhook of 16 MiB is accepted, and a byte more is refused with an explanation, announced or not', async () => {
  const whole = await platform.request('POST', path, sized(16 * mib))
  assert.equal(whole.status, 200, whole.text)
  const error = 'Body is too large; at most 16 MiB is allowed'
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

test('the limit for everyone else stays the same', async () => {
  const owner = await service.caller('U-owner')
  const answer = await owner.request('POST', '/api/keys', {
    headers: { 'content-type': 'application/json' },
    raw: JSON.stringify({ name: 'x'.repeat(mib) }),
  })
  assert.deepEqual([answer.status, answer.body], [400, { error: 'Body is too large; at most 1 MiB is allowed' }])
})

describe('webhooks that stop in the middle', () => {
  const stalled: ClientRequest[] = []
  after(() => {
    for (const one of stalled) one.destroy()
  })
  /** Sends all of a webhook except its last byte, and returns what happens to it. */
  const stall = async (bytes: number): Promise<{ answer: IncomingMessage | undefined }> => {
    const one = send({ 'content-length': String(bytes) })
    const state: { answer: IncomingMessage | undefined } = { answer: undefined }
    stalled.push(one)
    one.on('error', () => {})
    one.on('response', (response) => {
      state.answer = response.resume()
    })
    await new Promise<void>((resolve) => one.write(Buffer.alloc(bytes - 1), () => resolve()))
    return state
  }

  test('a thousand of them, and large ones, block neither a small nor a large one from the platform', async () => {
    const small = await Promise.all(Array.from({ length: 1000 }, () => stall(64 * 1024)))
    // Together they take 62.5 of 64 MiB, so each of these pushes out the ones that have waited longest.
    const large = [await stall(8 * mib), await stall(8 * mib)]
    assert.equal((await platform.request('POST', path, sized(200_000))).status, 200)
    assert.equal((await platform.request('POST', path, sized(16 * mib))).status, 200)
    const dropped = small.flatMap(({ answer }) => answer ?? [])
    assert.ok(dropped.length > 0)
    for (const { statusCode, headers } of dropped) {
      assert.equal(statusCode, 503)
      assert.ok(Number(headers['retry-after']) > 0)
    }
    assert.ok(dropped.length < 1000 && !large.some(({ answer }) => answer), 'no more than was needed')
  })

  test('those that were dropped can be sent again', async () => {
    for (const one of stalled) one.destroy()
    assert.equal((await platform.request('POST', path, sized(16 * mib))).status, 200)
  })
})

function send(headers: Record<string, string>): ClientRequest {
  return request(`${service.url}${path}`, { method: 'POST', headers })
}
