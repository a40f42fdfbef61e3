import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createConnectionWatch } from '../../../../src/actions/platforms/connection-watch.ts'
import { createEventIntake } from '../../../../src/actions/platforms/event-intake.ts'
import { createWebhookIntake, type WebhookOutcome } from '../../../../src/actions/platforms/webhook-intake.ts'
import { Refusal } from '../../../../src/domain/refusal.ts'
import { receiveLimits } from '../../../../src/http/receiving/receive-limits.ts'
import type { Receipt } from '../../../../src/ports/commands/messages.ts'
import type { Store } from '../../../../src/ports/store.ts'
import { message } from '../../../support/content/events.ts'
import { createFakeConnector, fakeDelivery, fakePlatform, signFake } from '../../../support/line/fake-platform.ts'
import { startTestService } from '../../../support/test-service.ts'

// Arriving bytes have a higher limit than bytes that wait for the disk, so the latter limit is the one that refuses.
const webhooks = { ...receiveLimits.webhooks, mostBytes: 2 ** 30, mostBytesPerSender: 2 ** 30 }
const service = await startTestService({}, { receiveLimits: { ...receiveLimits, webhooks } })
const platform = service.callerWith(undefined)
const path = `/webhooks/${fakePlatform}`

test('while the disk cannot keep up, deliveries beyond 64 MiB are refused with 503, and all those before are saved', async () => {
  await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const padding = 'x'.repeat(10 * 1024 * 1024)
  const deliveries = Array.from({ length: 9 }, (_, index) => {
    const events = [message('C1', service.clock.now, { id: `m${index}`, from: 'U-owner' })]
    const raw = JSON.stringify({ events, padding })
    return { raw, headers: { 'x-fake-signature': signFake(raw) } }
  })
  // All but the last byte arrives before the disk stops: a write waits for it only five seconds, and a busy machine may need those for
  // the transfer.
  const requests = await Promise.all(deliveries.map(({ raw, headers }) => openRequest(raw, headers)))
  const written = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const lock = service.environment.withSql(async (sql) => {
    await sql.run(sql.engine === 'sqlite' ? 'begin immediate' : 'begin')
    if (sql.engine === 'postgres') await sql.run('lock table messages in exclusive mode')
    held.resolve()
    await written.promise
    await sql.run('rollback')
  })
  await held.promise
  const answers = requests.map(({ end }) => end())
  // Refusals come at once, and the others wait for the disk.
  const refused = await Promise.race(answers)
  written.resolve()
  await lock
  assert.deepEqual(
    [refused.status, JSON.parse(refused.text)],
    [503, { error: 'Service unavailable: webhooks arrive faster than they can be saved' }],
  )
  assert.ok(Number(refused.headers['retry-after']) > 0)
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([200, 503]))
  const { body } = await (await service.caller('U-owner')).get('/api/channels/C1/backup/messages')
  const kept = body.messages.map(({ id }: { id: string }) => id).sort()
  assert.deepEqual(
    kept,
    statuses.flatMap((status, index) => (status === 200 ? [`m${index}`] : [])),
  )
  for (const delivery of deliveries) {
    assert.equal((await platform.request('POST', path, delivery)).status, 200, 'a redelivery is accepted')
  }
})

/** A delivery whose last byte is sent by `end`. Resolves when the rest of it is on its way. */
async function openRequest(raw: string, headers: Record<string, string>) {
  const bytes = Buffer.from(raw)
  const sent = request(service.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.length },
  })
  const answer = once(sent, 'response') as Promise<[IncomingMessage]>
  await new Promise<void>((resolve) => sent.write(bytes.subarray(0, -1), () => resolve()))
  return {
    async end() {
      sent.end(bytes.subarray(-1))
      const [response] = await answer
      return { status: response.statusCode, headers: response.headers, text: await text(response) }
    },
  }
}

type Connections = Parameters<typeof createWebhookIntake>[0]['connections']
const noConnections: Connections = { noteTaken() {}, noteRefused() {}, noteTurnedAway() {} }

/** A webhook intake with this write function as its store. */
function openIntake(write: () => Promise<Receipt>, connections: Connections = noConnections) {
  const outcomes: WebhookOutcome[] = []
  const reported: string[] = []
  let woken = 0
  const note = (_: object, words: string) => void reported.push(words)
  const intake = createWebhookIntake({
    store: { knowsChat: async () => true },
    clock: () => service.clock.now,
    connectors: new Map([[fakePlatform, createFakeConnector()]]),
    intake: createEventIntake({
      connectors: new Map(),
      store: { write } as unknown as Store,
      clock: () => 0,
      wake: () => woken++,
      connections: { notePulled() {} },
      log: { warn: note, error: note },
      metrics: { noteReceipt() {} },
    }),
    connections,
    log: { info: note },
    metrics: { noteWebhook: (outcome) => outcomes.push(outcome) },
  })
  const { raw, headers } = fakeDelivery({ events: [message('C1', 0)] })
  const take = (signed = headers) =>
    intake.take(fakePlatform, { headers: signed, body: Buffer.from(raw), receivedAt: 0 })
  return { take, outcomes, reported, woken: () => woken }
}

test('ten thousand deliveries can wait for the disk, the next one is refused, and later ones are accepted again', async () => {
  const receipt = { fresh: 1, duplicate: 0, unread: 0, jobs: 0 }
  let written = (_: Receipt) => {}
  const disk = new Promise<Receipt>((resolve) => (written = resolve))
  const { take } = openIntake(() => disk)
  const waiting = Array.from({ length: 10_000 }, () => take())
  await assert.rejects(take(), new Refusal('unavailable', 'webhooks arrive faster than they can be saved'))
  written(receipt)
  await Promise.all(waiting)
  await take()
})

test('a store that cannot write now is reported as such, and nothing is tried one by one', async () => {
  let writes = 0
  const away = new Refusal('unavailable', 'the store cannot write (disk full)')
  const { take, outcomes, reported } = openIntake(() => {
    writes++
    return Promise.reject(away)
  })
  await assert.rejects(take(), away)
  assert.deepEqual([writes, outcomes, reported], [1, ['unavailable'], []])
})

test('genuine deliveries that are rejected are in the ledger, and those of strangers are not', async () => {
  const watch = createConnectionWatch(service, new Map([[fakePlatform, createFakeConnector()]]))
  const { take } = openIntake(() => Promise.reject(new Refusal('unavailable', 'the store cannot write')), watch)
  const listRefused = async () => {
    await watch.flush()
    const all = await service.store.listAbsences(fakePlatform, service.clock.now - 60_000)
    return all.filter(({ reason }) => reason === 'refused')
  }
  // The service itself may have noted what it rejected above.
  service.clock.now += 3_600_000
  await assert.rejects(take({ 'x-fake-signature': 'forged' }), { code: 'webhook-refused' })
  assert.deepEqual(await listRefused(), [])
  const minute = Math.floor(service.clock.now / 60_000) * 60_000
  await assert.rejects(take(), { code: 'unavailable' })
  await assert.rejects(take(), { code: 'unavailable' })
  assert.deepEqual(await listRefused(), [{ reason: 'refused', from: minute, to: minute + 60_000 }])
})

test('a store that fails at everything is a bug of ours, so nothing is acknowledged', async () => {
  const bug = new TypeError('a bug')
  const { take, outcomes } = openIntake(() => Promise.reject(bug))
  await assert.rejects(take(), bug)
  assert.deepEqual(outcomes, ['failed'])
})

test('the worker is woken after the commit if work was planned, and not otherwise', async () => {
  for (const [jobs, times] of [
    [2, 1],
    [0, 0],
  ] as const) {
    const { take, woken } = openIntake(async () => ({ fresh: 1, duplicate: 0, unread: 0, jobs }))
    const taken = take()
    assert.equal(woken(), 0)
    await taken
    assert.equal(woken(), times)
  }
})
