import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createComparer } from '../../../src/domain/imports/compared-entry.ts'
import type { HistoryItem, HistoryMessage } from '../../../src/domain/imports/history.ts'

const message: HistoryMessage = {
  kind: 'message',
  line: 7,
  lines: 2,
  at: { wall: Date.UTC(2026, 2, 1, 9, 31) },
  precision: 'minute',
  person: { name: 'Mom' },
  content: { type: 'text', text: 'hello' },
}
const choices = { zone: { timezone: 'Asia/Tokyo' }, personOf: ({ name }: { name: string }) => `id of ${name}` }
const line = {
  index: 0,
  at: Date.UTC(2026, 2, 1, 0, 31),
  precisionMs: 60_000,
  person: 'id of Mom',
  kind: 'text',
  text: 'hello',
}

test('what was read from a file is compared with the times and people that the owner confirmed', () => {
  const cases: [HistoryItem, unknown][] = [
    [message, line],
    [
      { ...message, at: { instant: line.at + 12_345 }, precision: 'second' },
      { ...line, at: line.at + 12_000, precisionMs: 1000 },
    ],
    [
      { ...message, sourceId: '5', messageId: 'telegram-5' },
      { ...line, sourceId: 'telegram-5' },
    ],
    [{ ...message, sourceId: '6' }, line],
    [
      { ...message, content: { type: 'image' }, mayBeText: 'Photos' },
      { ...line, kind: 'image', text: '', alternatives: [{ kind: 'text', text: 'Photos' }] },
    ],
    [
      { ...message, content: { type: 'image', mayBeOther: true }, caption: 'beach' },
      {
        ...line,
        kind: 'image',
        text: 'beach',
        alternatives: ['video', 'audio', 'file', 'sticker'].map((kind) => ({ kind, text: 'beach' })),
      },
    ],
    [
      { ...message, content: { type: 'file', fileName: 'plan.pdf' } },
      { ...line, kind: 'file', text: 'plan.pdf' },
    ],
    [
      { kind: 'note', what: 'unsent', line: 9, lines: 1, at: message.at },
      { kind: 'unsent-note', index: 0, at: line.at, precisionMs: 60_000 },
    ],
    [{ kind: 'note', what: 'unsent', line: 9, lines: 1 }, undefined],
    [{ kind: 'note', what: 'joined', line: 9, lines: 1, at: message.at }, undefined],
    [{ kind: 'unread', reason: 'no-date', line: 9, lines: 1 }, undefined],
  ]
  for (const [item, expected] of cases) assert.deepEqual(createComparer(choices)(item), expected)
})
