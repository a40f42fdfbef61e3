import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { HistoryItem } from '../../../src/domain/imports/history.ts'
import type { ExportRecord } from '../../../src/domain/messages/export/records.ts'
import { exportHead, messageEntry, morning, renderExport, textEntry } from '../../support/content/rendered-export.ts'
import { countLines, describe, readHistory } from '../../support/imports/read-history.ts'
import { isSoak } from '../../support/soak.ts'

const read = async (text: string): Promise<{ title: string | undefined; items: HistoryItem[] }> => {
  const { head, items } = await readHistory(Buffer.from(text))
  assert.equal(countLines(items), text.split('\n').length - 1)
  return { title: head.title, items }
}

const joined = {
  kind: 'happening',
  time: morning,
  seq: 1,
  what: 'joined',
  person: { id: 'U2', name: 'Ana' },
  oldName: null,
  newName: null,
  missingSince: null,
} as const satisfies ExportRecord

test('a message that was imported before it was exported keeps the precision of its time', async () => {
  const details = { imported: { precisionMs: 60_000 } }
  const { items } = await read(renderExport('jsonl', [textEntry('Hi', { imported: 'line', details }), textEntry('Ho')]))
  const precisions = items.flatMap((item) => (item.kind === 'message' ? item.precision : []))
  assert.deepEqual(precisions, ['minute', 'exact'])
})

test('our own export as JSON lines is read completely', async () => {
  const text = renderExport('jsonl', [
    { kind: 'person', id: 'U1', name: 'Mika', picture: null },
    textEntry('hello\n“there”', { editedAt: morning + 5 }),
    messageEntry(
      { type: 'image', mediaKey: 'k', fileSize: 3, caption: 'look' },
      {
        details: { quotedMessageId: 'm-1' },
        media: {
          state: 'stored',
          type: 'image',
          sha256: 'a'.repeat(64),
          sizeBytes: 3,
          path: 'media/a.jpg',
          preview: null,
        },
      },
    ),
    messageEntry({ type: 'sticker', stickerId: '5', packageId: '6' }),
    { kind: 'answer', id: 7, time: morning, what: 'answer', texts: ['At nine.'], messageId: null },
    { kind: 'gap', time: morning, seq: 2 },
    joined,
  ])
  const { title, items } = await read(text)
  assert.equal(title, 'Book club')
  const ids = items.flatMap((item) => (item.kind === 'message' ? [item.sourceId ?? ''] : []))
  const id = (index: number) => `"sourceId":"${ids[index]}","messageId":"${ids[index]}"`
  assert.ok(ids.every((one) => text.includes(`"id":"${one}"`)))
  assert.deepEqual(items.map(describe), [
    '1 title',
    '2 person',
    `3 2026-03-01T00:31:00Z Mika text “hello\n“there”” {${id(0)},"isEdited":true,"editedAt":{"instant":${morning + 5}}}`,
    `4 2026-03-01T00:31:00Z Mika image {"fileSize":3} {"caption":"look",${id(1)},"repliesTo":"m-1","repliesToId":"m-1","file":"media/a.jpg"}`,
    `5 2026-03-01T00:31:00Z Mika sticker {"stickerId":"5","packageId":"6"} {${id(2)}}`,
    '6 2026-03-01T00:31:00Z note other',
    '7 2026-03-01T00:31:00Z note unsent',
    '8 2026-03-01T00:31:00Z note joined Ana',
    '9 other',
  ])
})

test('lines of our own export that are damaged are unread, and the others are read', async () => {
  const [head = '', first = ''] = renderExport('jsonl', [textEntry('a')]).split('\n')
  const { items } = await read(`${head}\n${first.slice(0, -1)}\n{"kind":"news"}\n[]\n\n${first}\n`)
  assert.deepEqual(items.map(describe).slice(0, -1), [
    '1 title',
    '2 unread broken-json',
    '3 unread unknown-record',
    '4 unread broken-json',
    '5 blank',
  ])
  assert.equal(items.at(-1)?.kind, 'message')
})

test('our own export in LINE’s form is read back, in each of its languages', async () => {
  const line = fc
    .array(fc.constantFrom('hello', '今日は', '"', '""', '\t', '09:30\tKen\thi', ' ', '🎉', '-', '2025/01/01(水)'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join(''))
  const text = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => `n${lines.join('\n')}`)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('en', 'ja'),
      fc.array(fc.tuple(text, fc.boolean()), { minLength: 1 }),
      async (language, all) => {
        const texts = all.map(([one, beginsWithMark], index) => (beginsWithMark ? `"${index}${one}` : `${index}${one}`))
        const written = renderExport(
          'line',
          texts.map((one) => textEntry(one)),
          exportHead({ language }),
        )
        const { items } = await read(written)
        const found = items.flatMap((item) =>
          item.kind === 'message' && item.content.type === 'text' ? [item.content.text] : [],
        )
        assert.deepEqual(found, texts)
      },
    ),
    { numRuns: isSoak ? 10_000 : 200 },
  )
})
