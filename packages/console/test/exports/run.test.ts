import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeName } from '../../src/exports/run/folder.ts'
import { type KeptExport, missingParts, progressOf } from '../../src/exports/run/kept-export.ts'
import { isWholeZip } from '../../src/exports/run/save-part.ts'

const part = (id: string, fileBytes: number) => ({
  id,
  month: '2026-03',
  from: '2026-03-01',
  to: '2026-03-31',
  messages: 1,
  bytes: 0,
  files: 1,
  fileBytes,
})
const kept: KeptExport = {
  channelId: 'C1',
  userId: 'U1',
  formats: ['html'],
  parts: [part('a', 99), part('b', 99), part('c', 199)],
  done: { a: 100 },
  folder: null,
}

test('an export continues with the parts that are missing', () => {
  assert.deepEqual(
    missingParts(kept).map(({ id }) => id),
    ['b', 'c'],
  )
  // A part that the browser downloaded itself has no known size.
  assert.deepEqual(missingParts({ ...kept, done: { a: 0, b: 0, c: 0 } }), [])
})

test('progress goes by size, and a part that is larger than expected doesn’t count as finished', () => {
  assert.equal(progressOf(kept), 25)
  assert.equal(progressOf(kept, 50), 37)
  assert.equal(progressOf(kept, 1_000_000), 49)
  assert.equal(progressOf({ ...kept, done: { a: 1, b: 1, c: 1 } }), 100)
})

test('names of files and folders are allowed on every system', () => {
  for (const [name, safe] of [
    ['Book club 2026-03.zip', 'Book club 2026-03.zip'],
    ['a/b\\c:d*e?f"g<h>i|j.zip', 'a_b_c_d_e_f_g_h_i_j.zip'],
    ['..', '_'],
    ['', '_'],
    ['CON.zip', '_CON.zip'],
    ['gnp.\u202egpj', 'gnp._gpj'],
    ['tail. . ', 'tail'],
    ['\u0000x', '_x'],
    ['cafe\u0301 家族👨‍👩‍👧', 'café 家族👨‍👩‍👧'],
    [`${'字'.repeat(300)}.zip`, `${'字'.repeat(100)}.zip`],
  ] as const) {
    assert.equal(safeName(name), safe, JSON.stringify(name))
  }
})

test('a ZIP file without its end isn’t whole', () => {
  const end = new Uint8Array(22)
  end.set([0x50, 0x4b, 5, 6])
  assert.equal(isWholeZip(end), true)
  assert.equal(isWholeZip(end.slice(1)), false)
  assert.equal(isWholeZip(new Uint8Array(22)), false)
  assert.equal(isWholeZip(new Uint8Array()), false)
})
