import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SnapshotOutcome } from '../../../../src/domain/storage/snapshots/snapshot-run.ts'
import { startWebhookReceiver, type WebhookReceiver, webhookSecret } from '../../../support/alerts/webhook-receiver.ts'
import { eventually } from '../../../support/eventually.ts'
import { newFolder } from '../../../support/process/process.ts'
import { openBucket, testKeys } from '../../../support/process/s3.ts'
import { startTestService, type TestService } from '../../../support/test-service.ts'

const hour = 3_600_000

const byWebhook = ({ url, host }: WebhookReceiver) => ({
  INNKEEPER_ALERT_WEBHOOK_URL: url,
  INNKEEPER_ALERT_WEBHOOK_SECRET: webhookSecret,
  INNKEEPER_ALERT_WEBHOOK_ALLOW: host,
})

const untilKind = (receiver: WebhookReceiver, kind: string, type: string) =>
  eventually(
    () => receiver.received.find(({ event }) => event.data.kind === kind && event.type === type),
    (found) => found !== undefined,
  )

async function problemsOf(service: TestService): Promise<string[]> {
  const operator = await service.caller('U-operator', { isOperator: true })
  const { snapshots } = (await operator.get('/api/operator')).body
  return snapshots.places.flatMap(({ problems }: { problems: { kind: string }[] }) => problems.map(({ kind }) => kind))
}

test('a snapshot to a bucket that does not respond is told within a minute, and so is that the next one is whole', async () => {
  const receiver = await startWebhookReceiver()
  const bucket = await openBucket()
  // Worse than being down: each request waits.
  bucket.fallSilent()
  const service = await startTestService(
    {
      ...byWebhook(receiver),
      INNKEEPER_SNAPSHOT_BUCKET: bucket.url,
      INNKEEPER_SNAPSHOT_ACCESS_KEY_ID: testKeys.accessKeyId,
      INNKEEPER_SNAPSHOT_SECRET_ACCESS_KEY: testKeys.secretAccessKey,
      INNKEEPER_SNAPSHOT_SCHEDULE: 'daily 03:00',
    },
    { connectors: [] },
  )
  // This waits for a minute at most, by the clock on the wall.
  const failed = await untilKind(receiver, 'snapshot-failed', 'alert.began')
  assert.equal(failed?.event.data.level, 'bad')
  assert.match(String(failed?.event.data.title), /^The last snapshot in .+ failed$/)
  assert.match(String(failed?.event.data.advice), /does not respond correctly/)
  assert.doesNotMatch(failed?.raw ?? '', new RegExp(testKeys.secretAccessKey))
  bucket.comeUp()
  service.clock.now += hour
  await eventually(
    () => service.store.listSnapshotRuns('bucket', 'snapshot', 1),
    ([run]) => run?.state === 'done',
  )
  service.clock.now += 10 * 60_000
  await untilKind(receiver, 'snapshot-failed', 'alert.over')
})

test('a first snapshot that never comes is late, also after a restart', async () => {
  const receiver = await startWebhookReceiver()
  const environment = {
    ...byWebhook(receiver),
    INNKEEPER_SNAPSHOT_FOLDER: `${newFolder()}/not-mounted`,
    INNKEEPER_SNAPSHOT_SCHEDULE: 'daily 03:00',
  }
  const first = await startTestService(environment, { connectors: [] })
  await eventually(
    () => first.store.listSnapshotSchedules(),
    (all) => all.length === 1,
  )
  assert.ok(!(await problemsOf(first)).includes('late'))
  await first.stop()
  const now = first.clock.now + 31 * hour
  const second = await startTestService(environment, { connectors: [], at: first.environment, now })
  await eventually(
    () => problemsOf(second),
    (kinds) => kinds.includes('late'),
  )
  await untilKind(receiver, 'snapshot-late', 'alert.began')
})

test('a damaged file of a snapshot and a drill that differs are told by name, and are over with the next good ones', async () => {
  const receiver = await startWebhookReceiver()
  const place = `${newFolder()}/snapshots`
  const environment = { ...byWebhook(receiver), INNKEEPER_SNAPSHOT_FOLDER: place }
  const service = await startTestService(environment, { connectors: [] })
  const run = async (work: 'snapshot' | 'check' | 'drill', outcome: SnapshotOutcome) => {
    const runId = `${work}-${service.clock.now}`
    const at = service.clock.now
    await service.store.write<'begin-snapshot-run'>({
      kind: 'begin-snapshot-run',
      at,
      runId,
      target: 'folder',
      work,
      place,
    })
    await service.store.write<'finish-snapshot-run'>({ kind: 'finish-snapshot-run', at: at + 1, runId, outcome })
  }
  const done: SnapshotOutcome = { state: 'done', reason: '', counts: {}, bytes: 0, verifiedThrough: '', notes: {} }
  await run('snapshot', done)
  const damaged = 'objects/ab/abcdef is damaged'
  await run('check', { ...done, state: 'differs', reason: damaged })
  await run('drill', { ...done, state: 'differs', reason: '3 messages are missing' })
  const differs = await untilKind(receiver, 'snapshot-differs', 'alert.began')
  assert.match(JSON.stringify(differs?.event.data), /objects\/ab\/abcdef is damaged/)
  const drill = await untilKind(receiver, 'snapshot-drill-differs', 'alert.began')
  assert.match(JSON.stringify(drill?.event.data), /3 messages are missing/)
  service.clock.now += hour
  await run('check', done)
  await run('drill', done)
  service.clock.now += 10 * 60_000
  await untilKind(receiver, 'snapshot-differs', 'alert.over')
  await untilKind(receiver, 'snapshot-drill-differs', 'alert.over')
})

test('another schedule starts anew, and one that was removed is forgotten', async () => {
  const service = await startTestService({}, { connectors: [] })
  const note = (at: number, schedule: string, places: string[]) =>
    service.store.write<'note-snapshot-schedules'>({ kind: 'note-snapshot-schedules', at, schedule, places })
  await note(1, 'daily 03:00', ['/a', '/b'])
  await note(2, 'daily 03:00', ['/a'])
  await note(3, 'daily 03:00', ['/a', '/c'])
  assert.deepEqual(await service.store.listSnapshotSchedules(), [
    { place: '/a', schedule: 'daily 03:00', since: 1 },
    { place: '/c', schedule: 'daily 03:00', since: 3 },
  ])
  await note(4, 'daily 04:00', ['/a'])
  assert.deepEqual(await service.store.listSnapshotSchedules(), [{ place: '/a', schedule: 'daily 04:00', since: 4 }])
})

test('what comes and goes is told once, and is over when it was gone for hours', async () => {
  const { store } = await startTestService({}, { connectors: [] })
  const minute = 60_000
  const finding = { level: 'bad', kind: 'signature-failing', platform: 'line' } as const
  const start = Date.parse('2030-01-01T00:00:00Z')
  const look = async (at: number, isThere: boolean) => {
    const findings = isThere ? [{ name: 'flaps', finding }] : []
    await store.write<'note-alerts'>({ kind: 'note-alerts', at: start + at, findings, canEnd: true })
    return (await store.listAlerts()).find(({ name }) => name === 'flaps')
  }
  const begun = await look(0, true)
  assert.deepEqual([begun?.beganAt, begun?.overAt], [start, null])
  assert.equal((await look(4 * minute, false))?.overAt, null, 'nodes look at different moments')
  assert.equal((await look(6 * minute, false))?.overAt, start)
  assert.equal((await look(20 * minute, true))?.beganAt, start + 20 * minute)
  for (const at of [40, 60, 300]) assert.equal((await look(at * minute, false))?.overAt, null)
  assert.equal((await look(400 * minute, false))?.overAt, start + 20 * minute)
  assert.equal(await look(9 * 24 * hour, false), undefined, 'it is forgotten')
})
