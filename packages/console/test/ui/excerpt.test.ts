import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cutExcerpt, type Piece } from '../../src/ui/highlight/excerpt.ts'

/** Hits in brackets. */
const written = (pieces: Piece[]) => pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')
const highlights = (text: string, word: string) =>
  [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({ start: index, length: word.length }))

describe('the excerpt of a search result', () => {
  const cases: [name: string, text: string, word: string, shown: string][] = [
    ['a short text in full', 'see you at nine', 'you', 'see [you] at nine'],
    ['every hit', 'na na na', 'na', '[na] [na] [na]'],
    ['neighbouring hits', '駅駅前', '駅', '[駅][駅]前'],
    ['a hit at either end', 'ab--ab', 'ab', '[ab]--[ab]'],
    ['markup as plain text', '<b>x</b>', 'b', '<[b]>x</[b]>'],
    ['a text without hits', 'nothing', 'zz', 'nothing'],
  ]
  for (const [name, text, word, shown] of cases) {
    it(`shows ${name}`, () => assert.equal(written(cutExcerpt(text, highlights(text, word))), shown))
  }

  it('is cut around the first hit, at a word if possible', () => {
    const text = `${'before '.repeat(50)}needle${' after'.repeat(50)}`
    const shown = written(cutExcerpt(text, highlights(text, 'needle')))
    assert.match(shown, /^…before (before )+\[needle\]( after)+.*…$/)
    assert.ok(shown.length < 260)
  })

  it('shows the beginning or the end if the hit is there', () => {
    const early = `needle${'x'.repeat(500)}`
    assert.match(written(cutExcerpt(early, highlights(early, 'needle'))), /^\[needle\]x+…$/)
    const late = `${'x'.repeat(500)}needle`
    assert.match(written(cutExcerpt(late, highlights(late, 'needle'))), /^…x+\[needle\]$/)
  })

  it('never splits a character, wherever the hit is', () => {
    for (let lead = 30; lead < 70; lead += 1) {
      const text = `${'a'.repeat(lead % 2)}${'🚉'.repeat(lead)}駅${'🚉'.repeat(200)}`
      const shown = cutExcerpt(text, highlights(text, '駅'))
      assert.ok(
        shown.every((piece) => piece.text.isWellFormed()),
        `${lead} before it`,
      )
    }
  })

  it('is valid whatever the positions are', () => {
    const text = 'a🚉b'
    const wrong = [
      [{ start: 2, length: 1 }],
      [{ start: 1, length: 1 }],
      [{ start: 0, length: 99 }],
      [{ start: 99, length: 1 }],
      [
        { start: 1, length: 3 },
        { start: 0, length: 2 },
      ],
    ]
    for (const one of wrong) {
      const pieces = cutExcerpt(text, one)
      assert.equal(pieces.map((piece) => piece.text).join(''), text)
      assert.ok(pieces.every((piece) => piece.text.isWellFormed()))
    }
  })
})
