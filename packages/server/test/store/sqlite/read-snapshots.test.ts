import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, stat } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { openConnection } from '../../../src/adapters/sqlite/connection.ts'
import { readInTurns } from '../../../src/adapters/sqlite/read-snapshots.ts'

const folder = mkdtempSync(join(tmpdir(), 'innkeeper-turns-'))
after(() => rmSync(folder, { recursive: true }))

function openPair(name: string) {
  const path = join(folder, name)
  const writer = openConnection(path)
  writer.exec('pragma journal_mode = wal; create table notes (text text) strict')
  const reader = openConnection(path, { readOnly: true })
  const turns = readInTurns(reader)
  after(() => {
    turns.close()
    reader.close()
    writer.close()
  })
  const count = async () => (await turns.sql.get<{ count: number }>('select count(*) as count from notes'))?.count
  const write = () => writer.exec("insert into notes values ('one')")
  return { count, write, memory: () => turns.sql.memory?.() }
}

/** Calls back in the phase of the event loop in which requests arrive. */
const whenInputArrives = <T>(work: () => Promise<T>) =>
  new Promise<T>((resolve) => stat(import.meta.filename, () => resolve(work())))

test('reads in one turn see the same state, and reads in the next turn see what was committed since', async () => {
  const { count, write } = openPair('same')
  await endOfTurn()
  const before = await count()
  write()
  assert.deepEqual([before, await count()], [0, 0])
  await endOfTurn()
  assert.equal(await count(), 1)
})

test('a read at the very end of a turn does not make the next turn read an old state', async () => {
  const { count, write } = openPair('next')
  await endOfTurn()
  const atTheEnd = await count()
  const nextTurn = whenInputArrives(count)
  write()
  // Long enough for `stat` to finish before the turn ends, so that its callback is among the first of the next turn.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  assert.deepEqual([atTheEnd, await nextTurn], [0, 1])
})

test('what was read is remembered until someone else commits', async () => {
  const { write, memory } = openPair('memory')
  await endOfTurn()
  memory()?.set('notes', 0)
  await endOfTurn()
  assert.equal(memory()?.get('notes'), 0)
  write()
  // The same turn still sees the state that it began with.
  assert.equal(memory()?.get('notes'), 0)
  await endOfTurn()
  assert.deepEqual([...(memory() ?? ['nothing is remembered'])], [])
})
