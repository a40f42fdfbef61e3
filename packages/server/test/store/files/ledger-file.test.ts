import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { openErasureLedger } from '../../../src/adapters/fs/erasure-ledger.ts'
import { extendLedger, readLedger } from '../../../src/adapters/fs/ledger-file.ts'
import { type NumberedEntry, subjectOf } from '../../../src/domain/storage/erasure.ts'
import { renderLedgerLine } from '../../../src/domain/storage/ledger-lines.ts'
import type { LedgerSource } from '../../../src/ports/storage/erasure-ledger.ts'

const entriesUpTo = (count: number): NumberedEntry[] =>
  Array.from({ length: count }, (_, index) => {
    return { kind: 'message', subject: subjectOf(`m${index}`), channelSubject: null, at: index, no: index + 1 }
  })

/** A store with these entries that counts how many it listed. */
function sourceOf(entries: NumberedEntry[]): LedgerSource & { listed: number } {
  const bySubject = new Map(entries.map((entry) => [entry.subject, entry.no]))
  return {
    listed: 0,
    async listLedger(after, limit) {
      const found = entries.slice(after, after + limit)
      this.listed += found.length
      return found
    },
    findLedgerNumber: async ({ subject }) => bySubject.get(subject),
  }
}

describe('a ledger file', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ledger-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const path = () => join(folder, 'erasures.jsonl')
  const lines = () => readFileSync(path(), 'utf8')
  const textOf = (entries: NumberedEntry[]) => entries.map(renderLedgerLine).join('')

  test('with 20,000 entries gets only the new one, and asks the store for no other', async () => {
    const all = entriesUpTo(20_001)
    await extendLedger(path(), sourceOf(all.slice(0, 20_000)))
    assert.equal(lines(), textOf(all.slice(0, 20_000)))
    const source = sourceOf(all)
    await extendLedger(path(), source)
    await extendLedger(path(), source)
    assert.equal(source.listed, 1)
    assert.equal(lines(), textOf(all))
    let largest = 0
    let count = 0
    for await (const piece of readLedger(path()) ?? []) {
      largest = Math.max(largest, piece.length)
      count += piece.length
    }
    assert.equal(count, 20_001)
    assert.ok(largest < 1_000, `is read in pieces, the largest has ${largest} entries`)
  })

  for (const [what, rest] of Object.entries({
    'its first line': '{"kind":"mes',
    'a later line': `${textOf(entriesUpTo(3))}{`,
  })) {
    test(`that a crash cut off in ${what} is repaired and extended`, async () => {
      writeFileSync(path(), rest)
      await extendLedger(path(), sourceOf(entriesUpTo(5)))
      assert.equal(lines(), textOf(entriesUpTo(5)))
    })
  }

  test('that another process is writing is not cut off', async () => {
    const [first, second] = entriesUpTo(2)
    assert.ok(first && second)
    const line = renderLedgerLine(second)
    writeFileSync(path(), renderLedgerLine(first) + line.slice(0, 40))
    const extended = extendLedger(path(), sourceOf(entriesUpTo(3)))
    await new Promise((resolve) => setTimeout(resolve, 50))
    appendFileSync(path(), line.slice(40))
    await extended
    assert.equal(lines(), textOf(entriesUpTo(3)))
  })

  test('that ends with an entry the store does not know gets every entry', async () => {
    const foreign = renderLedgerLine({ kind: 'key', subject: subjectOf('elsewhere'), channelSubject: null, at: 0 })
    writeFileSync(path(), foreign)
    await extendLedger(path(), sourceOf(entriesUpTo(2)))
    assert.equal(lines(), foreign + textOf(entriesUpTo(2)))
  })

  test('gets each entry once when several callers extend it at the same time', async () => {
    const ledger = openErasureLedger(folder)
    await Promise.all([1, 2, 3].map((count) => ledger.keep(sourceOf(entriesUpTo(count * 10)))))
    assert.equal(lines(), textOf(entriesUpTo(30)))
  })

  test('reports a missing snapshot once, not with every entry', async () => {
    writeFileSync(join(folder, 'backups.jsonl'), '{"path":"/nowhere/at-all","backupId":"b","at":1}\n')
    const ledger = openErasureLedger(folder)
    assert.deepEqual(await ledger.keep(sourceOf(entriesUpTo(1))), { unreachable: ['/nowhere/at-all'] })
    assert.deepEqual(await ledger.keep(sourceOf(entriesUpTo(2))), { unreachable: [] })
  })
})
