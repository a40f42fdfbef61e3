import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type LedgerEntry, subjectOf } from '../../src/domain/erasure.ts'
import { readLedgerLines, renderLedgerLine } from '../../src/domain/ledger-lines.ts'

const entries: LedgerEntry[] = [
  { kind: 'person', subject: subjectOf('U1'), channelSubject: null, at: 1 },
  { kind: 'person', subject: subjectOf('U1'), channelSubject: subjectOf('C1'), at: 2 },
  { kind: 'channel', subject: subjectOf('C1'), channelSubject: null, at: 3 },
]
const text = entries.map(renderLedgerLine).join('')

describe('the ledger of erasures', () => {
  test('is read as it was written', () => {
    assert.deepEqual(readLedgerLines(text, 'it'), entries)
    assert.deepEqual(readLedgerLines('', 'it'), [])
  })

  test('names nobody', () => {
    assert.doesNotMatch(text, /U1|C1/)
  })

  test('with a line that is none is refused, naming it', () => {
    const wrong = ['', '{}', 'null', '[]', 'U1', '{"kind":"person","subject":"U1","channelSubject":null,"at":1}']
    for (const line of wrong) {
      assert.throws(
        () => readLedgerLines(`${text}${line}\n`, 'it'),
        /^Refusal: Line 4 of it does not name an erasure/,
        line,
      )
    }
  })

  test('whose last line is cut off is refused, naming it', () => {
    assert.throws(() => readLedgerLines(text.slice(0, -9), 'it'), /^Refusal: Line 3 of it is cut off/)
  })
})
