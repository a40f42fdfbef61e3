import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questionIn } from '../../../src/domain/messages/message-text.ts'

/** `@inn` is the bot, `@ken` is a person. */
function ask(text: string): string {
  const mentions = [...text.matchAll(/@\w+/g)].map(({ index, 0: name }) => ({
    index,
    length: name.length,
    ...(name === '@inn' ? { isBot: true } : { userId: 'U-ken' }),
  }))
  return questionIn(text, mentions)
}

test('the name of the bot is no part of the question, wherever it is', () => {
  const cases: [string, string][] = [
    ['@inn opening hours?', 'opening hours?'],
    ['@inn, opening hours?', 'opening hours?'],
    ['@inn：営業時間は', '営業時間は'],
    ['opening hours? @inn', 'opening hours?'],
    ['opening @inn hours?', 'opening hours?'],
    ['@inn @inn opening hours?', 'opening hours?'],
    ['@ken asks @inn about hours', '@ken asks about hours'],
    ['🌅 @inn hours?', '🌅 hours?'],
  ]
  for (const [text, question] of cases) assert.equal(ask(text), question, text)
})

test('a text that names only others, or nothing but the bot, stays as it is', () => {
  for (const text of ['  @ken  opening   hours? ', 'opening hours?', '', '@inn', '@inn, @inn'])
    assert.equal(ask(text), text)
  assert.equal(questionIn(' a  b '), ' a  b ')
})

test('positions that do not fit the text are ignored', () => {
  const own = { isBot: true }
  for (const mention of [
    { index: -1, length: 3, ...own },
    { index: 4, length: 0, ...own },
    { index: 4, length: 99, ...own },
  ])
    assert.equal(questionIn('a text', [mention]), 'a text')
  // One inside the other.
  assert.equal(
    questionIn('@inn_bot hours', [
      { index: 0, length: 8, ...own },
      { index: 1, length: 3, ...own },
    ]),
    'hours',
  )
})
