import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Asked, groupQuestions } from '../../../src/domain/assistant/unanswered/group-questions.ts'
import { isQuestion } from '../../../src/domain/assistant/unanswered/is-question.ts'

test('a text that asks something is a question, with a question mark or without', () => {
  const questions = [
    'When does the pool open?',
    'Parking?',
    'Hi all! Is there a shower? Thanks 🙏',
    'when does the pool open',
    'hey, where is the key',
    'can we bring dogs 🐶',
    'anyone know the wifi password',
    "what's the address",
    '何時に始まりますか',
    '駐車場はありますか。',
    '雨でもやるのかな〜',
    'カギはどこ？',
    'Wi-Fiのパスワード教えてください🙇',
    '請問停車場在哪裡',
    '可以帶狗嗎',
    '今天有沒有練習',
    '几点开始？',
    'สระเปิดกี่โมงครับ',
    'มีที่จอดรถไหมคะ',
    'จอดรถตรงไหน',
    'ทำไมวันนี้ปิด',
    'متى يفتح المسبح؟',
    'Check https://example.org/a?b=1 – is that right?',
  ]
  for (const text of questions) assert.ok(isQuestion(text), text)
})

test('what asks nothing, or nothing that a rule could answer, is not a question', () => {
  const others = [
    'The pool opens at nine.',
    'What a nice day',
    'I wonder who that is',
    'when we met, it rained',
    '?',
    '???',
    'ok?',
    'え？',
    'https://example.org/search?q=pool',
    'そうか',
    '明日は雨です',
    '我不知道',
    'ไม่มีครับ',
    'พรุ่งนี้ฝนตก',
    `${'A long story. '.repeat(30)}Right?`,
    '',
  ]
  for (const text of others) assert.ok(!isQuestion(text), text)
})

const ask = (text: string, at: number, userId: string | null = 'U-mai'): Asked => ({
  messageId: `m-${at}`,
  at,
  text,
  userId,
})

function grouped(questions: Asked[], most = 10) {
  const steps = groupQuestions(questions, most)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

test('questions that differ only in case and punctuation are one, and similar wordings are grouped', () => {
  const groups = grouped([
    ask('When does the pool open?', 1),
    ask('Is there parking nearby?', 2),
    ask('when does the POOL open', 3, 'U-ken'),
    ask('Does the pool open on time? When does the pool open', 4, 'U-ken'),
    ask('プールは何時に開きますか？', 5),
    ask('プールは何時から開きますか', 6, null),
  ])
  assert.deepEqual(
    groups.map(({ latest, messages, people, variants }) => [latest.text, messages, people, variants]),
    [
      ['Does the pool open on time? When does the pool open', 3, 2, ['when does the POOL open']],
      ['プールは何時から開きますか', 2, 2, ['プールは何時に開きますか？']],
      ['Is there parking nearby?', 1, 1, []],
    ],
  )
})

test('the most frequent come first, then the latest, at most as many as wanted', () => {
  const groups = grouped(
    [ask('Is there tea?', 1), ask('Is there a sauna?', 2), ask('is there TEA', 3), ask('Where to park?', 4)],
    2,
  )
  assert.deepEqual(
    groups.map(({ latest }) => latest.text),
    ['is there TEA', 'Where to park?'],
  )
  assert.deepEqual(grouped([]), [])
})
