import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickSentence } from '../../../src/domain/asking/pick-sentence.ts'
import { rankMessages } from '../../../src/domain/asking/rank-messages.ts'
import { readQuestion } from '../../../src/domain/asking/read-question.ts'

const cases: [question: string, stems: string[], wants: string[]][] = [
  ['Who has the keys to the boathouse?', ['key', 'boathouse'], ['person']],
  ['When does the training on Friday start?', ['train', 'friday', 'start'], ['time']],
  ['How many CAFÉS are there?', ['cafe'], ['amount']],
  ['鍵はどこ？', ['鍵'], ['place']],
  ['球的錢幾個人分？', ['球', '錢', '人', '分'], ['amount']],
  ['กุญแจอยู่ที่ไหน', ['กุญแจ'], ['place']],
  ['is it?', [], []],
  ['🙂 ? "', [], []],
]

for (const [question, stems, wants] of cases) {
  test(`the words of “${question}” are ${stems.join(', ') || 'none'}`, () => {
    const read = readQuestion(question)
    for (const stem of stems)
      assert.ok(
        read.terms.some((term) => term.stem === stem || term.stem.startsWith(stem)),
        stem,
      )
    assert.equal(read.terms.length, stems.length, read.terms.map(({ stem }) => stem).join())
    assert.deepEqual([...read.wants], wants)
  })
}

test('a very long question is read up to its twelfth word', () => {
  const words = Array.from({ length: 500 }, (_, at) => `word${at}x`).join(' ')
  assert.equal(readQuestion(words).terms.length, 12)
})

const candidate = (id: string, text: string, more: { time?: number; senderName?: string; quotedId?: string } = {}) => ({
  id,
  text,
  time: 0,
  senderName: 'Mika',
  quotedId: undefined,
  ...more,
})
const best = (question: string, ...candidates: ReturnType<typeof candidate>[]) =>
  rankMessages(readQuestion(question), candidates, { counts: [1, 1, 1, 1], total: 300 })[0]?.candidate.id

test('the reply to a question in the chat comes before other messages with the same words', () => {
  assert.equal(
    best(
      'When does the hall close?',
      candidate('asked', 'When does the hall close?', { time: 1 }),
      candidate('reply', 'At nine', { time: 2, senderName: 'Sam' }),
      candidate('later', 'I was in the hall', { time: 9_000_000 }),
    ),
    'reply',
  )
})

test('what was said long after is no reply', () => {
  const found = rankMessages(
    readQuestion('When does the hall close?'),
    [
      candidate('asked', 'When does the hall close?', { time: 1 }),
      candidate('later', 'Good morning', { time: 3_600_000, senderName: 'Sam' }),
    ],
    { counts: [1, 1], total: 300 },
  )
  assert.deepEqual(
    found.map(({ candidate: { id } }) => id),
    ['asked'],
  )
})

test('a message counts for the message it quotes, whenever that was sent', () => {
  assert.equal(
    best(
      'boathouse keys',
      candidate('asked', 'Who has the boathouse keys?'),
      candidate('other', 'Good morning', { time: 8_000_000 }),
      candidate('reply', 'Under the mat', { time: 9_000_000, senderName: 'Sam', quotedId: 'asked' }),
    ),
    'reply',
  )
})

test('a word inside another one counts less', () => {
  assert.equal(
    best('art', candidate('part', 'we start soon'), candidate('whole', 'about art', { time: 9_000_000 })),
    'whole',
  )
})

test('of a long text without the words, the beginning is quoted, and nothing is longer than a few lines', () => {
  const quote = pickSentence(readQuestion('keys'), 'x'.repeat(5000))
  assert.equal(quote.length, 240)
  assert.ok(quote.endsWith('…'))
  assert.equal(pickSentence(readQuestion('keys'), ' short '), 'short')
})
