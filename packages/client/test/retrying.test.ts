import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, InnkeeperError, retrying } from '@innkeeper/client'

type Answer = number | [status: number, retryAfter: string] | 'no answer'

/** A client whose service gives these responses, one after the other, and the last one again and again. */
function clientWith(...answers: Answer[]) {
  const waitsMs: number[] = []
  let requests = 0
  const client = createClient({
    baseUrl: 'https://innkeeper.example',
    fetch: retrying({
      wait: async (ms) => void waitsMs.push(ms),
      async fetch() {
        const answer = answers[Math.min(requests++, answers.length - 1)] ?? 200
        if (answer === 'no answer') throw new TypeError('fetch failed')
        const [status, retryAfter] = typeof answer === 'number' ? [answer, undefined] : answer
        const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
        return Response.json(status === 200 ? { channels: [] } : { error: 'Not now' }, { status, headers })
      },
    }),
  })
  return { client, waitsMs, count: () => requests }
}

const refused = (status: number) => (error: unknown) => error instanceof InnkeeperError && error.status === status
const newKey = { body: { name: 'bot' } }

test('what only reads is repeated after a failure that may pass, with growing pauses', async () => {
  const { client, waitsMs, count } = clientWith(503, 'no answer', 502, 200)
  assert.deepEqual(await client.listChannels(), { channels: [] })
  assert.equal(count(), 4)
  const [first = 0, second = 0, third = 0] = waitsMs
  assert.ok(first >= 150 && first <= 300 && second >= 300 && second <= 600 && third >= 600 && third <= 1_200)
})

test('it gives up after three more attempts, and at once if repeating is useless', async () => {
  const down = clientWith(503)
  await assert.rejects(down.client.listChannels(), refused(503))
  assert.equal(down.count(), 4)
  for (const status of [400, 401, 403, 404, 409, 500]) {
    const { client, count } = clientWith(status)
    await assert.rejects(client.listChannels(), refused(status))
    assert.equal(count(), 1, String(status))
  }
})

test('it waits as long as the service asks, but not for hours', async () => {
  const { client, waitsMs } = clientWith([429, '7'], 200)
  await client.listChannels()
  assert.deepEqual(waitsMs, [7_000])
  const date = clientWith([503, new Date(Date.now() + 20_000).toUTCString()], 200)
  await date.client.listChannels()
  assert.ok((date.waitsMs[0] ?? 0) > 15_000 && (date.waitsMs[0] ?? 0) <= 20_000)
  const long = clientWith([429, '3600'], 200)
  await assert.rejects(
    long.client.listChannels(),
    (error) => error instanceof InnkeeperError && error.retryAfterSeconds === 3600,
  )
  assert.deepEqual(long.waitsMs, [])
})

test('what could be done twice is only repeated if the service says that it did nothing', async () => {
  for (const answer of [503, 502, 'no answer'] as const) {
    const { client, count } = clientWith(answer)
    await assert.rejects(client.createKey(newKey))
    await assert.rejects(client.revokeKey({ keyId: 'k_1' }))
    assert.equal(count(), 2, String(answer))
  }
  const { client, count } = clientWith([429, '1'], 200)
  await client.createKey(newKey)
  assert.equal(count(), 2)
})

test('a change is repeated, unless it depends on what was there before', async () => {
  const change = { channelId: 'C1', body: { status: 'active' as const } }
  const { client, count } = clientWith(503, 200)
  await client.setStatus(change)
  assert.equal(count(), 2)
  const edition = clientWith(503, 200)
  const welcome = { channelId: 'C1', ifMatch: '"1"', body: { enabled: false, message: '' } }
  await assert.rejects(edition.client.changeWelcome(welcome as never), refused(503))
  assert.equal(edition.count(), 1)
})

test('ending a call ends its attempts', async () => {
  const { client, count } = clientWith('no answer')
  const signal = AbortSignal.abort()
  await assert.rejects(client.listChannels({}, { signal }))
  assert.equal(count(), 1)
})
