import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ledger } from '@innkeeper/contract'
import { eventually } from '../../support/eventually.ts'
import { startLineTestService } from '../../support/line/line.ts'

const minute = 60_000
const hour = 60 * minute
/** How often the platform is asked. */
const quarter = 15 * minute

const { service, line } = await startLineTestService({ INNKEEPER_SECRET_KEY: 'ab'.repeat(32) })
const start = service.clock.now
// Another node runs all the time, since the clock of the test jumps.
const span = { beganAt: start - hour, seenAt: start + 20 * hour }
await service.store.write<'note-alive'>({ kind: 'note-alive', node: 'other', span })

const mai = line.addUser({ displayName: 'Mai' })
const group = line.addGroup({ name: 'Hikers', members: [mai] })
const path = `/api/channels/${group.groupId}`
await group.invite()
await group.say(mai, '/claim')
const owner = await service.caller(mai.userId)
assert.equal((await owner.post(`${path}/backup/subscribe`)).status, 200)
const operator = await service.caller('U-operator', { isOperator: true })
const changes = [{ name: 'baseUrl', value: service.url }]
assert.equal((await operator.put('/api/operator/settings', { changes })).status, 200)

const connection = async () => (await service.store.listConnections()).find(({ platform }) => platform === 'line')
const isReachable = (expected: boolean) =>
  eventually(connection, (one) => (one?.reach.unreachableSince == null) === expected)
/** The last time that a webhook arrived, as the store knows it. */
const arrived = async (at: number) => {
  service.clock.now = at
  await group.say(mai, `at ${at}`)
  await eventually(connection, (one) => (one?.seen.webhookAt ?? 0) >= at)
}
const readGaps = async () => {
  const { days }: Ledger = (await owner.get(`${path}/backup/ledger`)).body
  return days
    .flatMap(({ gaps }) => gaps)
    .map((gap) => ({ ...gap, at: Date.parse(gap.from), end: Date.parse(gap.to ?? '') }))
}

test('each outage that LINE can tell about is one span with its reason, and there are no others', async () => {
  const unreachable = start + hour
  await arrived(unreachable)
  assert.deepEqual(await readGaps(), [], 'control: nothing is missing yet')
  line.setWebhookUrl('https://elsewhere.example/webhooks/line')
  line.delivery.hold()
  const said = [5, 10, 14].map((minutes) => {
    service.clock.now = unreachable + minutes * minute
    return group.say(mai, `after ${minutes} minutes`)
  })
  service.clock.now = unreachable + quarter
  await isReachable(false)
  service.clock.now = unreachable + 20 * minute
  line.setWebhookUrl(`${service.url}/webhooks/line`)
  await line.delivery.release()
  const delivered = (await Promise.all(said)).filter(({ isDelivered }) => isDelivered).length
  await isReachable(true)

  const off = start + 3 * hour
  await arrived(off)
  line.world.settings.isWebhookOn = false
  service.clock.now = off + quarter
  await isReachable(false)
  line.world.settings.isWebhookOn = true
  service.clock.now = off + 20 * minute
  await isReachable(true)

  const out = start + 5 * hour
  service.clock.now = out
  await group.removeBot()
  service.clock.now = out + hour
  await group.invite()
  const unsubscribed = start + 8 * hour
  service.clock.now = unsubscribed
  assert.equal((await owner.delete(`${path}/backup/subscribe`)).status, 200)
  service.clock.now = unsubscribed + hour
  assert.equal((await owner.post(`${path}/backup/subscribe`)).status, 200)
  service.clock.now = unsubscribed + 2 * hour

  const expected = [
    { reason: 'unreachable', at: unreachable, end: unreachable + 20 * minute, within: quarter, recovered: delivered },
    { reason: 'switched-off', at: off, end: off + 20 * minute, within: quarter, recovered: 0 },
    { reason: 'bot-absent', at: out, end: out + hour, within: 1000, recovered: 0 },
    { reason: 'not-backed-up', at: unsubscribed, end: unsubscribed + hour, within: 1000, recovered: 0 },
  ]
  const gaps = await readGaps()
  assert.equal(delivered, 3)
  assert.deepEqual(
    gaps.map(({ reason, recovered }) => [reason, recovered]),
    expected.map(({ reason, recovered }) => [reason, recovered]),
  )
  for (const [index, { at, end, within, reason }] of expected.entries()) {
    const gap = gaps[index]
    assert.ok(gap && Math.abs(gap.at - at) <= within, `${reason} began at ${gap?.from}`)
    assert.ok(Math.abs(gap.end - end) <= within, `${reason} ended at ${gap.to}`)
    assert.ok(gap.precisionSeconds * 1000 <= within)
  }
  const { days }: Ledger = (await owner.get(`${path}/backup/ledger`)).body
  assert.equal(days.at(-1)?.state, 'partly', 'what came later does not make the day whole')
})
