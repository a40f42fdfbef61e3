import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureChannels } from '../../../src/actions/storage/housekeeping/measure-channels.ts'
import { createFigureCounter, storeLocation } from '../../../src/app/storage/open-store.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService({ INNKEEPER_ASSISTANT_STORAGE_MIB: '1', INNKEEPER_CHANNEL_STORAGE_MIB: '2' })
const admin = await service.caller('U-admin')
const operator = await service.caller('U-operator', { isOperator: true })
const fresh = async (channel: string) =>
  `/api/channels/${await service.channel(channel, { admins: ['U-admin'], subscribers: ['U-admin'] })}/assistant`
const rule = { keywords: ['hours'], question: 'When are you open?', answer: 'From 9 to 18.' }
const table = (from: number, count: number) =>
  [
    'keywords,question,answer',
    ...Array.from({ length: count }, (_, index) => `w${from + index},Q${from + index},${'answer '.repeat(100)}`),
  ].join('\n')

async function measure(): Promise<void> {
  const counter = await createFigureCounter(storeLocation(service.config))
  try {
    await measureChannels({ store: service.store, clock: () => service.clock.now, measure: counter.measure })
  } finally {
    await counter.close()
  }
}

test('at the limit, rules cannot grow by a file or one by one, but they can be switched off and deleted', async () => {
  const path = await fresh('C-full')
  const { id } = (await admin.post(`${path}/qa`, rule)).body
  assert.equal((await admin.post(`${path}/import`, { csv: table(0, 500), mode: 'merge' })).status, 200)
  const refused = await admin.post(`${path}/import`, { csv: table(500, 500), mode: 'merge' })
  assert.equal(refused.status, 400)
  assert.match(
    refused.body.error,
    /^The rules and versions of this channel would take [\d.]+ MiB; at most 1 MiB are allowed\. Delete rules/,
  )
  assert.equal((await admin.get(`${path}/qa`)).body.rules.length, 501)
  // Up to the limit, one by one.
  let status = 201
  for (let count = 0; status === 201 && count < 100; count++) {
    status = (await admin.post(`${path}/qa`, { ...rule, answer: 'x'.repeat(5000) })).status
  }
  assert.equal(status, 400)
  assert.equal((await admin.put(`${path}/qa/${id}`, { answer: 'x'.repeat(5000) })).status, 400)
  assert.equal((await admin.put(`${path}/welcome`, { message: 'x'.repeat(5000) })).status, 400)
  assert.equal((await admin.put(`${path}/qa/${id}`, { enabled: false })).status, 200)
  assert.equal((await admin.put(`${path}/config`, { enabled: false })).status, 200)
  assert.equal((await admin.delete(`${path}/qa/${id}`)).status, 200)
  assert.equal((await admin.post(`${path}/import`, { csv: table(0, 10) })).status, 200)
})

test('at the storage limit of a channel, rules cannot grow, and messages are still saved', async () => {
  const path = await fresh('C-chatty')
  const say = (id: string) =>
    service.receive([
      message('C-chatty', service.clock.now, {
        id,
        from: 'U-admin',
        content: { type: 'text', text: 'é'.repeat(5000) },
      }),
    ])
  for (let count = 0; count < 220; count++) await say(`long-${count}`)
  assert.equal((await admin.post(`${path}/qa`, rule)).status, 201, 'nothing was measured yet')
  await measure()
  const refused = await admin.post(`${path}/qa`, rule)
  assert.equal(refused.status, 400)
  assert.match(
    refused.body.error,
    /^This channel would store 2\.\d MiB; the operator allows 2 MiB\. Messages are still kept/,
  )
  await say('after')
  assert.equal((await admin.get('/api/channels/C-chatty/backup/messages/after')).status, 200)
  assert.equal((await admin.post(`${await fresh('C-quiet')}/qa`, rule)).status, 201, 'others are not affected')
})

test('the operator sees which channels store the most, but none of their text', async () => {
  await measure()
  // The service counts for its alerts as well, and what was counted a moment ago is used again.
  service.clock.now += 60_000
  const { body } = await operator.get('/api/operator')
  const [first, second] = body.channels.largest
  assert.deepEqual([first.channelId, second.channelId], ['C-chatty', 'C-full'])
  assert.ok(first.messageBytes > 2 * 1024 * 1024)
  assert.ok(second.versionBytes > 300_000 && second.rulesBytes > 5000, JSON.stringify(second))
  assert.deepEqual(
    [body.channels.limitBytes, body.channels.assistantLimitBytes, body.channels.measuredAt],
    [2 * 1024 * 1024, 1024 * 1024, '2026-03-10T12:00:00Z'],
  )
})

test('the counted size of rules is their actual size, however they were changed', async () => {
  const path = await fresh('C-counted')
  const { id } = (await admin.post(`${path}/qa`, rule)).body
  await admin.put(`${path}/qa/${id}`, { answer: 'Größer, viel größer.', cooldownSeconds: 60 })
  await admin.post(`${path}/qa`, { ...rule, keywords: ['営業時間'] })
  await admin.post(`${path}/import`, { csv: table(0, 3), mode: 'merge' })
  await admin.delete(`${path}/qa/${id}`)
  await admin.post(`${path}/versions/2/restore`)
  const row = await service.environment.withSql((sql) =>
    sql.get<{ counted: number; there: number }>(
      `select a.rules_bytes as counted, sum(octet_length(r.keywords) + octet_length(r.question) + octet_length(r.answer)
         + octet_length(r.more)) as there
       from channels c join assistants a on a.channel = c.channel join rules r on r.channel = c.channel
       where c.channel_id = 'C-counted' group by a.rules_bytes`,
    ),
  )
  assert.ok(row && row.counted > 0)
  assert.equal(row.counted, row.there)
})
