import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeName } from '../../src/exports/run/folder.ts'
import { addLeftOut, type KeptExport, missingParts, progressOf } from '../../src/exports/run/kept-export.ts'
import { BrokenPartError, readZipEnd, savePart, whyOf } from '../../src/exports/run/save-part.ts'

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
  const none = { messages: 0, files: 0 }
  const end = zipEnd('')
  assert.deepEqual(readZipEnd(end), none)
  assert.deepEqual(readZipEnd(new Uint8Array([...Array(90).fill(7), ...end])), none)
  for (const broken of [end.slice(1), end.slice(0, -1), new Uint8Array(22), new Uint8Array()]) {
    assert.equal(readZipEnd(broken), undefined)
  }
})

test('what was left out is read from the comment of a ZIP file, and added up', () => {
  const comment = '{"leftOut":1200,"filesLeftOut":3}'
  const leftOut = { messages: 1200, files: 3 }
  assert.deepEqual(readZipEnd(zipEnd(comment)), leftOut)
  assert.equal(readZipEnd(zipEnd(comment).slice(0, -1)), undefined)
  assert.deepEqual(addLeftOut(undefined, leftOut), leftOut)
  assert.deepEqual(addLeftOut(leftOut, leftOut), { messages: 2400, files: 6 })
})

function zipEnd(comment: string): Uint8Array {
  const record = new Uint8Array(22)
  record.set([0x50, 0x4b, 5, 6])
  record[20] = comment.length
  return new Uint8Array([...record, ...new TextEncoder().encode(comment)])
}

test('a full disk, a folder that can’t be written to and a broken download are told apart', () => {
  assert.equal(whyOf(new DOMException('', 'QuotaExceededError')), 'space')
  assert.equal(whyOf(new DOMException('', 'NotAllowedError')), 'folder')
  assert.equal(whyOf(new DOMException('', 'NotFoundError')), 'folder')
  assert.equal(whyOf(new BrokenPartError('')), 'broken')
  assert.equal(whyOf(new Error('the service said no')), undefined)
})

test('a full disk is reported as one, and leaves no empty file behind', async () => {
  const removed: string[] = []
  const full = new DOMException('The disk is full', 'QuotaExceededError')
  const file = {
    name: 'a.zip',
    getFile: async () => ({ size: 0 }),
    createWritable: async () => new WritableStream({ write: () => Promise.reject(full) }),
  }
  const folder = { getFileHandle: async () => file, removeEntry: async (name: string) => removed.push(name) }
  const saving = savePart({
    folder: folder as unknown as FileSystemDirectoryHandle,
    request: async () => new Response(new Uint8Array(1000)),
    onProgress: () => {},
    signal: new AbortController().signal,
  })
  await assert.rejects(saving, (error) => whyOf(error) === 'space')
  assert.deepEqual(removed, ['a.zip'])
})
