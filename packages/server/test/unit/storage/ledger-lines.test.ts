import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type LedgerEntry, subjectOf, subjectOfKey, subjectOfMessage } from '../../../src/domain/storage/erasure.ts'
import { createLedgerReader, renderLedgerLine } from '../../../src/domain/storage/ledger-lines.ts'

const entries: LedgerEntry[] = [
  { kind: 'person', subject: subjectOf('U1'), channelSubject: null, at: 1 },
  { kind: 'person', subject: subjectOf('U1'), channelSubject: subjectOf('C1'), at: 2 },
  { kind: 'channel', subject: subjectOf('C1'), channelSubject: null, at: 3 },
  { kind: 'message', subject: subjectOfMessage('C1', 'M1'), channelSubject: null, at: 4 },
  { kind: 'key', subject: subjectOfKey('k_1'), channelSubject: null, at: 5 },
]
const text = entries.map(renderLedgerLine).join('')

/** Reads pieces of this many characters, as from a file. */
function readInPieces(whole: string, length: number): LedgerEntry[] {
  const reader = createLedgerReader('it')
  const found: LedgerEntry[] = []
  for (let start = 0; start < whole.length; start += length)
    found.push(...reader.take(whole.slice(start, start + length)))
  reader.end()
  return found
}

describe('the erasure ledger', () => {
  test('is read as it was written, in whatever pieces it arrives', () => {
    for (const length of [1, 7, 150, text.length]) assert.deepEqual(readInPieces(text, length), entries)
    assert.deepEqual(readInPieces('', 1), [])
  })

  test('contains no ids', () => {
    assert.doesNotMatch(text, /U1|C1|M1|k_1/)
  })

  test('with an invalid line is refused, naming the line', () => {
    const wrong = [
      '',
      '{}',
      'null',
      '[]',
      'U1',
      '{"kind":"person","subject":"U1","channelSubject":null,"at":1}',
      renderLedgerLine({ ...entries[0], kind: 'role' } as unknown as LedgerEntry).trimEnd(),
    ]
    for (const line of wrong) {
      assert.throws(() => readInPieces(`${text}${line}\n`, 100), /^Refusal: Line 6 of it is not a valid entry/, line)
    }
  })

  test('whose last line is cut off is refused, naming the line', () => {
    assert.throws(() => readInPieces(text.slice(0, -9), 100), /^Refusal: Line 5 of it is cut off/)
  })
})
