import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fillExported } from '../support/exported-channel.ts'
import { innkeeper, newFolder, withData } from '../support/process/process.ts'
import { isSoak } from '../support/soak.ts'

const rows = isSoak ? 1_000_000 : 12_000
const start = Date.parse('2025-01-01T00:00:00+09:00')
const stepMs = 20_000

test('a long list of webhook errors is added in slices, adding it again changes nothing, and the latest are shown', async () => {
  const dataDir = newFolder()
  await fillExported(dataDir, 'C1', 1)
  const file = join(dataDir, 'errors.tsv')
  const line = (index: number) => {
    const [date, time = ''] = new Date(start + 9 * 3_600_000 + index * stepMs).toISOString().split('T')
    return [date, time.slice(0, 8), time.slice(0, 8), 'REQUEST_TIMEOUT', '', 1].join('\t')
  }
  const lines = Array.from({ length: rows }, (_, index) => line(index))
  writeFileSync(file, ['Date\tStart\tEnd\tReason\tDetail\tErrors', ...lines, ''].join('\n'))
  const add = () => innkeeper(['ledger', 'report', file, '--data', dataDir])
  const first = await add()
  assert.deepEqual([first.code, first.stderr], [0, ''])
  const found = `${rows} failed deliveries in the file, the first at 2024-12-31T15:00:00Z.`
  assert.equal(first.stdout, `${found} Added: ${rows}.\n`)
  assert.equal((await add()).stdout, `${found} Added: 0.\n`)
  await withData(dataDir, async ({ store }) => {
    const listed = await store.listAbsences('line', 0)
    assert.equal(listed.length, 10_000)
    assert.equal(listed.at(-1)?.from, start + (rows - 1) * stepMs)
    assert.ok(listed.every(({ from }, index) => from >= (listed[index - 1]?.from ?? 0)))
  })
})
