import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extendPlaceLedger, readPlaceLedger } from '../../../src/actions/storage/snapshot/place/place-ledger.ts'
import { openFolderPlace } from '../../../src/adapters/fs/snapshots/folder-place.ts'
import type { LedgerEntry } from '../../../src/domain/storage/erasure.ts'
import { renderLedgerLine } from '../../../src/domain/storage/ledger-lines.ts'
import type { SnapshotPlace } from '../../../src/ports/storage/snapshot-place.ts'
import { newFolder } from '../../support/process/process.ts'
import { sha256Of } from '../../support/snapshots.ts'

const entryOf = (no: number): LedgerEntry => ({
  kind: 'message',
  subject: sha256Of(Buffer.from(String(no))),
  channelSubject: null,
  at: no,
})

/** A store whose ledger grows. */
function openSource() {
  let last = 0
  return {
    instance: '01234567-89ab-4cde-8f01-23456789abcd',
    grow: (count: number) => {
      last += count
    },
    async listLedger(after: number, limit: number) {
      const count = Math.max(0, Math.min(limit, last - after))
      return Array.from({ length: count }, (_, index) => ({ no: after + index + 1, ...entryOf(after + index + 1) }))
    },
    async findLedgerNumber(entry: LedgerEntry) {
      return entry.at <= last && renderLedgerLine(entryOf(entry.at)) === renderLedgerLine(entry) ? entry.at : undefined
    },
  }
}

async function entriesIn(place: SnapshotPlace): Promise<number[]> {
  const found = new Set<number>()
  for await (const piece of readPlaceLedger(place)) for (const { at } of piece) found.add(at)
  return [...found].sort((one, other) => one - other)
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
const segmentsOf = (place: SnapshotPlace) => Array.fromAsync(place.list('erasures/'), ({ name }) => name)

test('additions become one file now and then, and a late addition of another process replaces nothing', async () => {
  const place = openFolderPlace(newFolder())
  const source = openSource()
  for (let addition = 0; addition < 49; addition++) {
    source.grow(2)
    await extendPlaceLedger(place, source)
  }
  assert.equal((await segmentsOf(place)).length, 49)
  source.grow(1)
  // It has read the list. Then another adds an entry, and before it writes the next one, a third puts all files together.
  const late = {
    ...source,
    async listLedger(after: number, limit: number) {
      await extendPlaceLedger(place, source)
      source.grow(1)
      return await source.listLedger(after, limit)
    },
  }
  const latePlace: SnapshotPlace = {
    ...place,
    async put(name, bytes) {
      await extendPlaceLedger(place, source)
      await place.put(name, bytes)
    },
  }
  await extendPlaceLedger(latePlace, late)
  assert.ok((await segmentsOf(place)).length < 4)
  assert.deepEqual(await entriesIn(place), upTo(100))
  source.grow(1)
  await extendPlaceLedger(place, source)
  assert.deepEqual(await entriesIn(place), upTo(101))
})

test('a ledger whose files are put together while it is read is read completely', async () => {
  const place = openFolderPlace(newFolder())
  const source = openSource()
  for (let addition = 0; addition < 50; addition++) {
    source.grow(1)
    await extendPlaceLedger(place, source)
  }
  let isMerged = false
  const reading: SnapshotPlace = {
    ...place,
    async *open(name) {
      if (!isMerged) {
        isMerged = true
        source.grow(1)
        await extendPlaceLedger(place, source)
      }
      yield* place.open(name)
    },
  }
  assert.deepEqual(await entriesIn(reading), upTo(51))
  assert.equal((await segmentsOf(place)).length, 1, 'control: they were put together')
})
