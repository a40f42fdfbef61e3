import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInlinePlanner } from '../../../src/actions/assistant/plan-assistant.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import type { Caller } from '../../support/http/caller.ts'
import { fakeDelivery, fakePlatform } from '../../support/line/fake-platform.ts'
import { isSoak } from '../../support/soak.ts'
import { engine } from '../../support/test-environment.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const admin = await service.caller('U-admin')
const other = await service.caller('U-other')
const platform = service.callerWith(undefined)
await service.channel('C-busy', { owner: 'U-boss', subscribers: ['U-boss'] })
const fresh = async (channel: string) =>
  `/api/channels/${await service.channel(channel, { admins: ['U-admin', 'U-other'] })}/assistant`
const rule = { keywords: ['hours'], question: 'When are you open?', answer: 'From 9 to 18.' }

const mostRows = isSoak ? 8000 : 5000

function tableOf(count: number, from = 0): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `w${from + index},Question ${from + index}?,Answer ${index}.`,
  )
  return ['keywords,question,answer', ...rows].join('\n')
}

async function untilImporting(): Promise<void> {
  await eventually(
    () => service.store.hasOpenImports(),
    (isOpen) => isOpen,
  )
}

let said = 0
async function sendWebhook(): Promise<void> {
  const events = [message('C-busy', service.clock.now, { id: `busy-${++said}`, from: 'U-boss' })]
  const answer = await platform.request('POST', `/webhooks/${fakePlatform}`, fakeDelivery({ events }))
  assert.equal(answer.status, 200)
}

/** Counts webhooks that were stored and answered, one after the other, before the work was done. */
async function countWebhooksDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false
  const done = work.then(() => (isDone = true))
  let count = 0
  while (!isDone) {
    await sendWebhook()
    if (!isDone) count++
  }
  await done
  return count
}

test("another group's webhooks are stored and answered while an import is running", async () => {
  const path = await fresh('C-import')
  const imported = admin.post(`${path}/import`, { csv: tableOf(mostRows) })
  // Before that, it only plans and writes nothing.
  await untilImporting()
  const count = await countWebhooksDuring(imported)
  assert.equal((await imported).body.created, mostRows)
  assert.ok(count >= 10, `only ${count} webhooks were answered before the import was done`)
})

// On PostgreSQL, others can write during a long transaction. SQLite has a single writer.
if (engine === 'sqlite') {
  test('control: a write in a single commit lets no webhook through', async () => {
    const held = service.environment.withSql(async (sql) => {
      await sql.run('begin immediate')
      await new Promise((resolve) => setTimeout(resolve, 300))
      await sql.run('commit')
    })
    assert.ok((await countWebhooksDuring(held)) <= 1)
  })
}

test('a channel and a person can have one import at a time, including dry runs and restores', async () => {
  const [path, elsewhere] = [await fresh('C-once'), await fresh('C-once-more')]
  await admin.post(`${path}/qa`, rule)
  const ask = (who: Caller, at: string, dryRun: boolean) =>
    who.post(`${at}/import`, { csv: tableOf(isSoak ? 8000 : 3000), mode: 'merge', dryRun })
  const first = ask(admin, path, false)
  await untilImporting()
  const answers = await Promise.all([
    ask(admin, elsewhere, true),
    ask(other, path, true),
    admin.post(`${path}/versions/1/restore`),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [429, 429, 429],
  )
  assert.equal((await first).status, 200)
  for (const answer of answers) {
    assert.deepEqual(answer.body, { error: 'Too many requests' })
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
  }
  // Others wait for their turn instead.
  const both = await Promise.all([ask(admin, path, true), ask(other, elsewhere, true)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
})

test('a rule that is edited during an import is not lost', async () => {
  const path = await fresh('C-meanwhile')
  const { id } = (await admin.post(`${path}/qa`, rule)).body
  const imported = admin.post(`${path}/import`, { csv: tableOf(3000), mode: 'merge' })
  const versions = async () => (await other.get(`${path}/versions?limit=1`)).body.versions[0].version
  let edits = 0
  for (let isDone = false; !isDone; ) {
    const done = imported.then(() => true)
    assert.equal((await other.put(`${path}/qa/${id}`, { answer: `Edit ${++edits}.` })).status, 200)
    isDone = edits >= 3 || (await Promise.race([done, Promise.resolve(false)]))
  }
  const { status, body } = await imported
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal((await admin.get(`${path}/qa/${id}`)).body.answer, `Edit ${edits}.`)
  assert.equal((await admin.get(`${path}/qa`)).body.rules.length, 3001)
  // Discarded plans left no trace in any version.
  for (let version = await versions(); version > 0; version--) {
    const { status, body } = await admin.get(`${path}/versions/${version}`)
    if (status === 200) assert.ok([1, 3001].includes(body.assistant.rules.length))
  }
})

test('an import that stops halfway leaves the assistant as it was and leaves nothing behind', async () => {
  const path = await fresh('C-halfway')
  await admin.post(`${path}/qa`, rule)
  const before = (await admin.get(`${path}/export`)).text
  const channelNo = (await service.store.findChannelNo('C-halfway')) ?? 0
  const by = { kind: 'operator' } as const
  const at = service.clock.now
  const order = { channelNo, by: 'operator', at, hasModel: false, dryRun: false } as const
  const wish = { kind: 'table', csv: tableOf(1000), mode: 'replace' } as const
  await createInlinePlanner(service.store).withPlan({ ...order, wish }, async ({ head, nextSlice }) => {
    const { versionBytes, rulesBytes } = head
    await service.store.write<'begin-import'>({
      kind: 'begin-import',
      by,
      at,
      channelId: 'C-halfway',
      importId: 'i_halfway',
      plan: { versionBytes, rulesBytes },
    })
    const edits = (await nextSlice()) ?? []
    const staged = { kind: 'stage-import', at, importId: 'i_halfway', first: 0, edits } as const
    assert.equal(await service.store.write<'stage-import'>(staged), 'staged')
  })
  const left = () =>
    service.environment.withSql((sql) =>
      sql.get<{ staged: number; edits: number }>(
        `select (select count(*) from assistant_staged where import_id = 'i_halfway') as staged,
           (select count(*) from assistant_changes where channel = ? and version > 1) as edits`,
        channelNo,
      ),
    )
  assert.deepEqual(await left(), { staged: 200, edits: 200 }, 'control: something was staged')
  assert.equal((await admin.get(`${path}/export`)).text, before)
  assert.equal((await admin.get(`${path}/versions`)).body.versions.length, 1)
  assert.equal((await admin.get(`${path}/versions/2`)).status, 404)
  assert.equal((await admin.post(`${path}/import`, { csv: tableOf(2) })).status, 429, 'it may still be running')

  // A rule can still be changed, and that version is not mixed up with what was staged.
  const { rules } = (await admin.get(`${path}/qa`)).body
  await admin.put(`${path}/qa/${rules[0].id}`, { answer: 'From 8.' })
  service.clock.now += 61_000
  assert.equal((await admin.post(`${path}/import`, { csv: tableOf(2), mode: 'merge' })).body.created, 2)
  service.clock.now -= 61_000
  assert.equal((await admin.get(`${path}/versions/1`)).body.assistant.rules.length, 1)
  const numbers = (await admin.get(`${path}/versions`)).body.versions.map((one: { version: number }) => one.version)
  assert.equal(numbers.length, 3)
  const [newest, edited] = numbers
  assert.deepEqual((await admin.get(`${path}/versions/${edited}`)).body.assistant.rules[0].answer, 'From 8.')
  assert.equal((await admin.get(`${path}/versions/${newest}`)).body.assistant.rules.length, 3)
  assert.deepEqual(await left(), { staged: 0, edits: 3 }, 'the next import removed what the first had staged')
})

test('an import sees what was written just before it, every time', async () => {
  const owner = await service.caller('U-owner')
  const statuses: number[] = []
  for (let count = 0; count < (isSoak ? 60 : 25); count++) {
    const channelId = await service.channel(`C-just-made-${count}`, { owner: 'U-owner' })
    const assistant = { format: 'innkeeper-assistant/1', rules: [rule] }
    statuses.push((await owner.post(`/api/channels/${channelId}/assistant/import`, { assistant })).status)
  }
  assert.deepEqual(
    statuses,
    statuses.map(() => 200),
  )
})
