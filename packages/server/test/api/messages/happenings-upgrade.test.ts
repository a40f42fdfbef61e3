import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrations } from '../../../src/adapters/sql/migrations.ts'
import { happenings } from '../../../src/adapters/sql/schema/19-happenings.ts'
import { joined, left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { createSampleGroup, type Item, readWithHappenings } from '../../support/content/sample-group.ts'
import { undo } from '../../support/older-database.ts'
import { startTestService } from '../../support/test-service.ts'

const first = await startTestService()
const noon = first.clock.now
const minute = 60_000

type Line = Item & { person: { id: string } | null }

test('after an upgrade, what is known from before is in the timeline, and what follows has other numbers', async () => {
  const { channelId, timeline, deliver, owner } = await createSampleGroup(first, 'C-old', { members: ['U-ana'] })
  await deliver(
    joined(channelId, noon + minute, 'U-ben', 'Ben'),
    joined(channelId, noon + minute, 'U-cem', 'Cem'),
    message(channelId, noon + minute, { id: 'm1' }),
    left(channelId, noon + 2 * minute, 'U-ben'),
  )
  first.clock.now = noon + 3 * minute
  await owner.put(`/api/channels/${channelId}/owner`, { userId: 'U-ana' })
  await first.environment.withSql(async (sql) => {
    const before = migrations.indexOf(happenings)
    for (const step of migrations.slice(before).reverse()) {
      for (const statement of undo(step).split('\n')) await sql.run(statement)
    }
    if (sql.engine === 'sqlite') await sql.run(`pragma user_version = ${before}`)
    else await sql.run("update facts set value = ? where name = 'schema'", String(before))
  })
  await first.stop()
  const second = await startTestService({}, { at: first.environment, now: noon + 4 * minute })
  const reader = await second.caller('U-owner')
  const lines = async () => {
    const { items } = await readWithHappenings(reader, `${timeline}?limit=200`)
    return (items as Line[])
      .filter(({ at, timestamp }) => Date.parse(at ?? timestamp ?? '') > noon)
      .map(({ kind, id, what, person }) => (kind === 'happening' ? `${what} ${person?.id}` : id))
  }
  const known = ['m1', 'joined U-ben', 'joined U-cem', 'left U-ben', 'owner-changed U-ana']
  assert.deepEqual(await lines(), known)
  await second.receive([joined(channelId, noon + 10 * minute, 'U-dan', 'Dan')])
  assert.deepEqual(await lines(), [...known, 'joined U-dan'])
})
