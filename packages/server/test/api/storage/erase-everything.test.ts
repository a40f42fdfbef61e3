import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Life } from '../../support/hostile/erasable-acts.ts'
import { beginLife, erase, openWorld, settle, steps, tellAllAgain } from '../../support/hostile/erasable-life.ts'
import { findInRows, findRemains } from '../../support/hostile/remains.ts'
import { newFolder } from '../../support/process/process.ts'
import { grep, takeSnapshot } from '../../support/snapshots.ts'
import { isSoak } from '../../support/soak.ts'
import { engine, type TestEnvironment } from '../../support/test-environment.ts'

// Whatever a person did, in whatever order, nothing of them remains once they are erased: no row, no file, no later snapshot.

const seed = Number(process.env.INNKEEPER_SEED ?? Date.now() % 2 ** 31)
const names = Object.keys(steps)

/** Each step alone, all of them in random order, and random selections. */
const courses = [
  ...names.map((name) => [name]),
  ...fc.sample(fc.shuffledSubarray(names, { minLength: names.length }), { seed, numRuns: isSoak ? 40 : 2 }),
  ...fc.sample(fc.shuffledSubarray(names, { minLength: 2, maxLength: 12 }), { seed, numRuns: isSoak ? 300 : 6 }),
]

/** Tables that have a trace before the erasure, since otherwise its absence afterwards would prove nothing. */
const everywhere =
  `assistant_changes assistant_versions assistants audit channel_settings channels claim_codes cooldowns early_edits jobs keys media
   members message_details message_versions messages model_people newcomers private_members request_days rules sends sign_in_codes
   subscriptions unread_events`.split(/\s+/)

async function live(life: Life, course: string[]): Promise<void> {
  for (const name of course) await steps[name]?.(life)
}

test(`a person who is erased leaves nothing behind, whatever they did before (seed ${seed})`, async () => {
  const world = await openWorld()
  const { service } = world
  const lives = await Promise.all(courses.map(() => beginLife(world)))
  for (const [index, life] of lives.entries()) await live(life, courses[index] ?? [])
  for (const life of lives) await erase(life)
  await assertGone(service.environment, lives, 'erased')
  for (const life of lives) await tellAllAgain(life)
  await assertGone(service.environment, lives, 'erased, and delivered again')
  const needles = lives.flatMap((life) => life.needles)
  await settle(world)
  await service.stop()
  assert.deepEqual(await findRemains(service.environment, needles), [], `seed ${seed}`)
  assert.notDeepEqual(await findRemains(service.environment, ['U-friend-1']), [], 'the control: others are found')
  const snapshot = join(newFolder(), 'later')
  await takeSnapshot(service.dataDir, snapshot, { env: service.environment.env })
  const texts = needles.filter((needle) => typeof needle === 'string')
  assert.deepEqual(grep(snapshot, texts), [], `seed ${seed}`)
  assert.notDeepEqual(grep(snapshot, ['U-friend-1']), [], 'the control: others are in the snapshot')
})

/** Reports who is left and what they did. */
async function assertGone(place: TestEnvironment, lives: Life[], what: string): Promise<void> {
  const rows = await findInRows(
    place,
    lives.flatMap(({ needles }) => needles),
  )
  const left = lives.flatMap(({ needles }, index) => {
    const theirs = rows.filter((row) => needles.some((needle) => typeof needle === 'string' && row.includes(needle)))
    return theirs.map((row) => `${courses[index]?.join(', ')} → ${row.slice(0, 200)}`)
  })
  assert.deepEqual(left, [], `seed ${seed}: ${what}`)
}

test('the control: before the erasure they are found in every table that can contain anything of a person', async () => {
  const world = await openWorld()
  const life = await beginLife(world)
  // Steps that end soon, or that end other things, come last.
  const last = ['keeps out of the backup', 'is about to be greeted']
  await live(life, [...names.filter((name) => !last.includes(name) && !name.startsWith('waits')), ...last])
  const rows = await findInRows(world.service.environment, life.needles)
  // The tables of the months count as one.
  const found = new Set(rows.map(tableOf).map((table) => table.replace(/^messages_.*$/, 'messages')))
  assert.deepEqual(
    everywhere.filter((table) => !found.has(table)),
    [],
  )
})

test('the control: an erasure that leaves out one table is detected', async () => {
  const world = await openWorld()
  const { environment: place } = world.service
  for (const [table, kind, step] of [
    ['message_versions', 'delete', 'edits what was kept'],
    ['early_edits', 'delete', 'edits what was never kept'],
    ['unread_events', 'delete', 'sends what cannot be read'],
    ['members', 'delete', 'says something'],
    ['sends', 'update', 'asks a question'],
    ['message_details', 'update', 'is mentioned and quoted'],
    ['audit', 'update', 'gets another role'],
  ] as const) {
    const life = await beginLife(world)
    await live(life, isSoak ? names.filter(isOfGroups) : [step])
    await leaveOut(place, table, kind)
    await erase(life)
    const left = (await findInRows(place, life.needles)).map(tableOf)
    assert.ok(left.includes(table), `${table}: ${left}`)
    await place.withSql((sql) => sql.run(`drop trigger leave_out${engine === 'postgres' ? ` on ${table}` : ''}`))
  }
})

/** A private chat is deleted as a whole, which fails if one of its tables is left out. And steps that wait take time. */
function isOfGroups(name: string): boolean {
  return !/in private|blocks|waits|away/.test(name)
}

const tableOf = (row: string) => row.replace(/:.*$/s, '')

/** From now on, no command can delete from this table, or update it. */
async function leaveOut(place: TestEnvironment, table: string, kind: 'delete' | 'update'): Promise<void> {
  await place.withSql(async (sql) => {
    if (sql.engine === 'sqlite') {
      await sql.run(`create trigger leave_out before ${kind} on ${table} begin select raise(ignore); end`)
      return
    }
    await sql.run("create or replace function leave_out() returns trigger language plpgsql as 'begin return null; end'")
    await sql.run(`create trigger leave_out before ${kind} on ${table} for each row execute function leave_out()`)
  })
}
