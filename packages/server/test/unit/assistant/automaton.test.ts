import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildAutomaton, scan } from '../../../src/domain/assistant/matching/automaton.ts'
import { fold } from '../../../src/domain/assistant/matching/fold.ts'
import { foldText } from '../../../src/domain/assistant/matching/folded-text.ts'
import { findNaively, wordsAndText } from './naive.ts'

type Occurrence = { word: number; start: number }

const inOrder = (occurrences: Occurrence[]) => occurrences.sort((a, b) => a.start - b.start || a.word - b.word)

function findAll(words: string[], text: string): Occurrence[] {
  const found: Occurrence[] = []
  scan(buildAutomaton(words), foldText(text), (word, start, end) => {
    assert.equal(end - start, words[word]?.length)
    found.push({ word, start })
  })
  return inOrder(found)
}

function findAllNaively(words: string[], text: string): Occurrence[] {
  const folded = fold(text)
  return inOrder(words.flatMap((word, number) => findNaively(folded, word).map((start) => ({ word: number, start }))))
}

test('one pass finds every occurrence that searching for each word alone finds, in all scripts', () => {
  fc.assert(
    fc.property(wordsAndText, ({ words, text }) => {
      const folded = words.map(fold)
      assert.deepEqual(findAll(folded, text), findAllNaively(folded, text))
    }),
    { numRuns: 5000 },
  )
})

test('words within words, duplicate words and long repetitions are all found', () => {
  const words = ['あ', 'ああ', 'あああ', 'い', 'あい', 'いあ', 'あ', '']
  for (const text of ['あああいああ', 'いあい', '', 'う', 'あ'.repeat(300)])
    assert.deepEqual(findAll(words, text), findAllNaively(words, text), text)
})

test('many words with the same first character, too many for one table row, are all found', () => {
  const words = Array.from({ length: 3000 }, (_, index) => `第${String.fromCharCode(0x4e00 + index * 7)}`)
  const singles = words.map((word) => word.slice(1))
  const text = fc.sample(fc.shuffledSubarray([...words, ...singles]), { numRuns: 1, seed: 5 })[0]?.join('') ?? ''
  const all = [...words, ...singles]
  assert.deepEqual(findAll(all, text.slice(0, 3000)), findAllNaively(all, text.slice(0, 3000)))
})
