import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { CreatedServiceWebhook, OperatorLog, ServiceWebhookList, WebhookDeliveries } from '@innkeeper/contract'
import { Webhook } from 'standardwebhooks'
import type { CommandOf } from '../../../src/ports/commands.ts'
import { startWebhookReceiver } from '../../support/alerts/webhook-receiver.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { startTestService } from '../../support/test-service.ts'

const receiver = await startWebhookReceiver()
// Signatures are checked against the real time.
const service = await startTestService(
  { INNKEEPER_WEBHOOK_ALLOW: receiver.host, INNKEEPER_SECRET_KEY: 'ab'.repeat(32) },
  { now: Date.now() },
)
const operator = await service.caller('U-operator', { isOperator: true })
const path = '/api/operator/webhooks'
const everything = [
  'finding.began',
  'finding.ended',
  'snapshot.finished',
  'snapshot.failed',
  'drill.finished',
  'drill.failed',
  'platform.connected',
  'platform.disconnected',
  'webhook.turned-off',
]

async function create(events = everything): Promise<CreatedServiceWebhook> {
  const { status, body } = await operator.post(path, { url: receiver.url, events })
  assert.equal(status, 201, JSON.stringify(body))
  return body as CreatedServiceWebhook
}

async function removeAll(): Promise<void> {
  receiver.status = 204
  for (const { id } of await list()) await operator.delete(`${path}/${id}`)
}

async function list() {
  return ((await operator.get(path)).body as ServiceWebhookList).webhooks
}

/** What arrives from now on. */
function listen() {
  const from = receiver.received.length
  return async (count: number) => (await receiver.until(from + count)).slice(from)
}

const diskLow = { level: 'bad', kind: 'disk-low', freeBytes: 1_000_000 } as const

async function find(findings: CommandOf<'note-alerts'>['findings']): Promise<void> {
  const at = service.clock.now
  await service.store.write<'note-alerts'>({ kind: 'note-alerts', at, findings, canEnd: true })
}

async function run(work: 'snapshot' | 'drill' | 'check', state: 'done' | 'failed'): Promise<void> {
  const [runId, at] = [randomUUID(), service.clock.now]
  const about = { runId, target: 'folder', work, place: '/mnt/snapshots', at } as const
  await service.store.write<'begin-snapshot-run'>({ kind: 'begin-snapshot-run', ...about })
  const reason = state === 'failed' ? 'The disk is full' : ''
  const outcome = { state, reason, counts: { messages: 3 }, bytes: 12, verifiedThrough: '', notes: {} } as const
  await service.store.write<'finish-snapshot-run'>({ kind: 'finish-snapshot-run', runId, at, outcome })
}

describe('webhooks of the service', { concurrency: false }, () => {
  test('send what begins and ends to need attention, once each, signed', async () => {
    const { secret } = await create()
    const from = receiver.received.length
    // The service finds more by itself, such as that no platform is connected.
    const heard = (count: number) =>
      eventually(
        () => receiver.received.slice(from).filter(({ event }) => event.data.kind === 'disk-low'),
        ({ length }) => length >= count,
      )
    await find([{ name: 'disk-low', finding: diskLow }])
    await find([{ name: 'disk-low', finding: { ...diskLow, freeBytes: 900_000 } }])
    const [began] = await heard(1)
    assert.ok(began)
    assert.deepEqual(new Webhook(secret).verify(began.raw, began.headers), began.event)
    service.clock.now += 10 * 60_000
    await find([])
    const [, ended] = await heard(2)
    assert.ok(ended)
    assert.deepEqual([began.event.type, ended.event.type], ['finding.began', 'finding.ended'])
    const { title, link, beganAt, ...data } = began.event.data
    assert.match(String(title), /^The disk is nearly full/)
    assert.equal(new URL(String(link)).pathname, '/operator')
    assert.deepEqual([data.kind, data.level, data.endedAt], ['disk-low', 'bad', null])
    assert.deepEqual([ended.event.data.beganAt, typeof ended.event.data.endedAt], [beganAt, 'string'])
  })

  test('send snapshots and restore drills, but not checks, which are findings', async () => {
    await removeAll()
    service.clock.now = Date.now()
    await create()
    const heard = listen()
    await run('snapshot', 'done')
    await run('check', 'failed')
    await run('snapshot', 'failed')
    await run('drill', 'done')
    await run('drill', 'failed')
    const all = await heard(4)
    assert.deepEqual(
      all.map(({ event }) => [event.type, event.data.reason]),
      [
        ['snapshot.finished', ''],
        ['snapshot.failed', 'The disk is full'],
        ['drill.finished', ''],
        ['drill.failed', 'The disk is full'],
      ],
    )
    const { place, counts } = all[0]?.event.data ?? {}
    assert.deepEqual([place, counts], ['/mnt/snapshots', { messages: 3 }])
  })

  test('send platforms that operators connect and disconnect', async () => {
    await removeAll()
    await create(['platform.connected', 'platform.disconnected'])
    const heard = listen()
    const save = { kind: 'save-settings', by: { kind: 'operator' }, at: service.clock.now, actor: 'Hana' } as const
    const account = { platform: 'line', accountId: 'U-bot', name: 'Inn bot' }
    await service.store.write<'save-settings'>({ ...save, changes: [], account })
    assert.equal((await operator.delete('/api/operator/platforms/line')).status, 200)
    const all = await heard(2)
    assert.deepEqual(
      all.map(({ event: { type, data } }) => [type, data.platform, data.name, data.account]),
      [
        ['platform.connected', 'line', 'LINE', 'Inn bot'],
        ['platform.disconnected', 'line', 'LINE', null],
      ],
    )
  })

  test('send nothing that was not chosen, nothing of channels, and nothing while off', async () => {
    await removeAll()
    await create(['drill.failed'])
    const { webhook: off } = await create()
    await operator.put(`${path}/${off.id}`, { isOn: false })
    await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
    const heard = listen()
    await service.receive([message('C1', service.clock.now, { id: 'm1', content: { type: 'text', text: 'canary' } })])
    await run('snapshot', 'failed')
    await run('drill', 'failed')
    const all = await heard(1)
    assert.deepEqual(
      all.map(({ event }) => event.type),
      ['drill.failed'],
    )
    assert.ok(!JSON.stringify(receiver.received).includes('canary'))
  })

  test('turn off after 410, which other webhooks and the operator log say', async () => {
    await removeAll()
    const { webhook: gone } = await create(['drill.failed'])
    const { webhook: other } = await create(['webhook.turned-off'])
    receiver.status = 410
    receiver.beforeAnswer = async ({ event }) => {
      if (event.type === 'webhook.turned-off') receiver.status = 204
    }
    const heard = listen()
    await run('drill', 'failed')
    const all = await heard(2)
    receiver.beforeAnswer = async () => {}
    const { link, ...stopped } = all[1]?.event.data ?? {}
    assert.deepEqual(stopped, { webhookId: gone.id, channelId: null, because: 'gone' })
    const states = Object.fromEntries((await list()).map(({ id, offBecause }) => [id, offBecause]))
    assert.deepEqual(states, { [gone.id]: 'gone', [other.id]: null })
    const { entries } = (await operator.get('/api/operator/log')).body as OperatorLog
    assert.ok(entries.some(({ action, subject }) => action === 'webhook.stopped' && subject === gone.id))
  })

  test('can be tested, changed, sent again and given another secret; all of it is logged without the URL', async () => {
    await removeAll()
    const { webhook, secret } = await create(['snapshot.failed'])
    const heard = listen()
    assert.equal((await operator.post(`${path}/${webhook.id}/test`)).body.isAccepted, true)
    assert.equal((await heard(1))[0]?.event.type, 'webhook.test')
    await run('snapshot', 'failed')
    await heard(2)
    const sent = await eventually(
      async () => ((await operator.get(`${path}/${webhook.id}/deliveries`)).body as WebhookDeliveries).deliveries,
      ([one]) => one?.state === 'sent',
    )
    assert.deepEqual(
      sent.map(({ no, event, status }) => [no, event, status]),
      [[1, 'snapshot.failed', 204]],
    )
    await operator.post(`${path}/${webhook.id}/deliveries/1/again`)
    const again = (await heard(3))[2]
    assert.equal(again?.headers['webhook-id'], `${webhook.id}_1`)
    const renewed = await operator.post(`${path}/${webhook.id}/secret`)
    assert.notEqual(renewed.body.secret, secret)
    const { body } = await operator.put(`${path}/${webhook.id}`, { events: ['snapshot.finished'] })
    assert.deepEqual(body.events, ['snapshot.finished'])
    const log = JSON.stringify((await operator.get('/api/operator/log')).body)
    for (const action of ['created', 'changed', 'secret-renewed']) assert.ok(log.includes(`webhook.${action}`), action)
    assert.ok(!log.includes(receiver.url))
    assert.equal((await operator.get(`${path}/w_none/deliveries`)).status, 404)
  })
})
