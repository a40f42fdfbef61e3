import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OperatorReport } from '@innkeeper/contract'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { freePort } from '../../process/free-port.ts'
import { seedChannel } from '../../store/seed-channel.ts'
import { message } from '../../support/content/events.ts'
import { eventually, until } from '../../support/eventually.ts'
import { startPolledPlatform } from '../../support/pulling/polled-platform.ts'
import { createPollingConnector, polledPlatform } from '../../support/pulling/polling-connector.ts'
import { startTestService } from '../../support/test-service.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const hour = 3_600_000
const groups = ['C-first', 'C-second']

const platform = await startPolledPlatform()
const connector = createPollingConnector({ url: platform.url })
const metricsPort = await freePort()
const service = await startTestService(
  { INNKEEPER_METRICS: String(metricsPort) },
  { connectors: [connector], now: noon },
)
const people = { owner: 'U-owner', members: ['U-guest'], subscribers: ['U-owner'] }
for (const group of groups) await seedChannel(service.store, group, people, noon - 10 * hour, polledPlatform)
await seedChannel(service.store, 'C-elsewhere', people, noon - 10 * hour)
const operator = await service.caller('U-operator', { isOperator: true })
const owner = await service.caller('U-owner')
const readMetrics = async () => await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
const readWarnings = async () => (await owner.get('/ready')).body.warnings.join('\n') as string

describe('a platform that is asked for events', () => {
  const receive = async (...events: IncomingEvent[]) => {
    platform.happen(...events.map((event) => ({ event })))
    await until(() => platform.waiting() === 0, 'it is received and confirmed')
  }
  const readConnection = async (): Promise<OperatorReport['connections'][number]> => {
    const answer = await operator.get('/api/operator')
    assert.equal(answer.status, 200, answer.text)
    const report = answer.body as OperatorReport
    return report.connections[0] ?? assert.fail('no connection')
  }
  const happenings = async (channelId: string) => {
    const answer = await owner.get(`/api/channels/${channelId}/backup/timeline?limit=200`)
    assert.equal(answer.status, 200, answer.text)
    const { items } = answer.body as { items: { kind: string; what?: string; at: string; missingSince?: string }[] }
    return items.flatMap(({ kind, what, at, missingSince }) =>
      kind === 'happening' && what === 'events-missed' ? [{ at, missingSince }] : [],
    )
  }

  test('its events are stored, and operators see when it last responded', async () => {
    await receive(message('C-first', noon, { from: 'U-guest', content: { type: 'text', text: 'asked for' } }))
    assert.match((await owner.get('/api/channels/C-first/backup/messages?date=2026-03-10')).text, /asked for/)
    const { receives, lastPollAt, lastEventAt, behind, lastWebhookAt, missed } = await readConnection()
    const at = '2026-03-10T12:00:00Z'
    assert.deepEqual(
      { receives, lastPollAt, lastEventAt, behind },
      { receives: 'polling', lastPollAt: at, lastEventAt: at, behind: 0 },
    )
    assert.deepEqual({ lastWebhookAt, missed }, { lastWebhookAt: null, missed: null })
    const metrics = await eventually(readMetrics, (text) => /^innkeeper_pending_events/m.test(text))
    assert.match(metrics, /^innkeeper_pending_events\{platform="polled"\} 0$/m)
    assert.match(
      metrics,
      new RegExp(`^innkeeper_last_poll_timestamp_seconds\\{platform="polled"\\} ${noon / 1000}$`, 'm'),
    )
    assert.doesNotMatch(metrics, /^innkeeper_findings\{.*polled/m)
    assert.equal(await readWarnings(), '')
  })

  test('takes no webhooks', async () => {
    const answer = await fetch(`${service.url}/webhooks/${polledPlatform}`, { method: 'POST', body: '{}' })
    assert.equal(answer.status, 404)
  })

  test('events that it could not deliver are marked in all of its channels, once, and shown to operators', async () => {
    const missed = {
      kind: 'events-missed',
      eventId: 'missed-1',
      at: noon - hour,
      channel: { channelId: 'C-first', type: 'group' },
      since: noon - 3 * hour,
      reason: 'They were older than a day.',
    } as const
    await receive(missed, message('C-first', noon, { from: 'U-guest' }))
    await receive({ ...missed, eventId: 'missed-again' })
    const span = { since: '2026-03-10T09:00:00Z', until: '2026-03-10T11:00:00Z' }
    for (const group of groups) {
      assert.deepEqual(await happenings(group), [{ at: span.until, missingSince: span.since }], group)
    }
    assert.deepEqual(await happenings('C-elsewhere'), [])
    assert.deepEqual((await readConnection()).missed, { ...span, reason: 'They were older than a day.' })
    const named = /^innkeeper_findings\{kind="events-missed",level="care",subject="polled"\} 1$/m
    await eventually(readMetrics, (text) => named.test(text))
    assert.match(await readWarnings(), /could not deliver some events. They were older than a day/)
  })

  test('when another program takes its events, operators learn it, and it is asked again', async () => {
    platform.refuse({ status: 409, body: { code: 'conflict' } })
    const found = await eventually(readConnection, ({ lastConflictAt }) => lastConflictAt !== null)
    assert.equal(found.lastConflictAt, '2026-03-10T12:00:00Z')
    const named = /^innkeeper_findings\{kind="polling-conflict",level="bad",subject="polled"\} 1$/m
    await eventually(readMetrics, (text) => named.test(text))
    assert.match(await readWarnings(), /Another program receives the events of our account/)
    const { status, body } = await owner.get('/ready')
    assert.deepEqual([status, body.status], [200, 'ready'], 'a load balancer goes on sending requests')
    platform.refuse(undefined)
    await receive(message('C-second', noon, { from: 'U-guest', content: { type: 'text', text: 'after the conflict' } }))
    assert.match((await owner.get('/api/channels/C-second/backup/messages?date=2026-03-10')).text, /after the conflict/)
  })
})
