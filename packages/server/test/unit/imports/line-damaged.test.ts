import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe as group, test } from 'node:test'
import fc from 'fast-check'
import type { HistoryChoices } from '../../../src/domain/imports/history.ts'
import { countLines, describe, readHistory } from '../../support/imports/read-history.ts'
import { isSoak } from '../../support/soak.ts'

const read = async (text: string, choices: HistoryChoices = {}) => {
  const { head, items } = await readHistory(Buffer.from(text), choices)
  assert.equal(countLines(items), text.split('\n').length - (text.endsWith('\n') ? 1 : 0))
  // Without the title, the line about when it was saved, and blank lines.
  return {
    questions: head.questions,
    read: items.map(describe).filter((item) => !/^\d+ (title|saved|blank)$/.test(item)),
  }
}

const head = '[LINE] Chat history with Mika\nSaved on: 2026/03/08 21:15\n\n'

type Case = { about: string; text: string; items: readonly string[]; choices?: HistoryChoices }

const cases: readonly Case[] = [
  {
    about: 'a quotation mark that is never closed belongs to its text',
    text: `${head}2026/03/01(Sun)\n09:31\tMika\t"open\n09:32\tKen\the said "no" to me\n09:33\tMika\tok\n`,
    items: [
      '4 date',
      '5 2026-03-01 09:31 Mika text “"open”',
      '6 2026-03-01 09:32 Ken text “he said "no" to me”',
      '7 2026-03-01 09:33 Mika text “ok”',
    ],
  },
  {
    about: 'a text that begins with a quotation mark doesn’t end in a later message',
    text: `${head}2026/03/01(Sun)\n09:31\tMika\t"open\n09:32\tKen\tclosed"\n\n2026/03/02(Mon)\n09:00\tMika\t"open\n\n2026/03/03(Tue)\n08:00\tKen\tclosed"\n`,
    items: [
      '4 date',
      '5 2026-03-01 09:31 Mika text “"open”',
      '6 2026-03-01 09:32 Ken text “closed"”',
      '8 date',
      '9 2026-03-02 09:00 Mika text “"open”',
      '11 date',
      '12 2026-03-03 08:00 Ken text “closed"”',
    ],
  },
  {
    about: 'a text of one line keeps its quotation marks',
    text: `${head}2026/03/01(Sun)\n09:31\tMika\t"hello"\n09:32\tKen\t"\n`,
    items: ['4 date', '5 2026-03-01 09:31 Mika text “"hello"”', '6 2026-03-01 09:32 Ken text “"”'],
  },
  {
    about: 'a chat history in quotation marks is one message, even where all lines end alike',
    text: `${head}2026/03/01(Sun)\n09:31\tMika\t"look:\n2025/01/01(Wed)\n\n00:00\tKen\thi ""there"""\n09:33\tKen\tok\n`,
    items: [
      '4 date',
      '5+4 2026-03-01 09:31 Mika text “look:\n2025/01/01(Wed)\n\n00:00\tKen\thi "there"”',
      '9 2026-03-01 09:33 Ken text “ok”',
    ],
  },
  {
    about: 'an earlier date inside a message is part of it',
    text: `${head}2026/03/01(Sun)\n09:31\tMika\tremember\n2025/01/01(Wed)\n?\n\n2026/03/02(Mon)\n09:00\tKen\tyes\n`,
    items: [
      '4 date',
      '5+3 2026-03-01 09:31 Mika text “remember\n2025/01/01(Wed)\n?”',
      '9 date',
      '10 2026-03-02 09:00 Ken text “yes”',
    ],
  },
  {
    about: 'a date without its weekday, or with another one, is part of a message',
    text: `${head}2026/03/01(Sun)\n09:31\tMika\tfree on\n2026/03/05\n2026/03/06(Mon)\n`,
    items: ['4 date', '5+3 2026-03-01 09:31 Mika text “free on\n2026/03/05\n2026/03/06(Mon)”'],
  },
  {
    about: 'what follows a date that doesn’t exist has no date',
    text: `${head}2025/02/28(Fri)\n09:31\tMika\ta\n\n2025/02/29(Sat)\n09:31\tMika\tb\nmore\n\n2025/03/01(Sat)\n09:31\tMika\tc\n`,
    items: [
      '4 date',
      '5 2025-02-28 09:31 Mika text “a”',
      '7 unread bad-time',
      '8+2 unread no-date',
      '11 date',
      '12 2025-03-01 09:31 Mika text “c”',
    ],
  },
  {
    about: 'times that no clock has are unread',
    text: `${head}2026/03/01(Sun)\n24:59\tMika\ta\n25:00\tMika\tb\n12:60\tMika\tc\n13:00 PM\tMika\td\n9:31 PM\tMika\te\n`,
    items: [
      '4 date',
      '5 2026-03-01 00:59 Mika text “a”',
      '6 unread bad-time',
      '7 unread bad-time',
      '8 unread bad-time',
      '9 2026-03-01 21:31 Mika text “e”',
    ],
  },
  {
    about: 'lines before the first date are unread',
    text: `[LINE] Chat history with Mika\nSaved on: 2026/03/08 21:15\n?\n09:31\tMika\ta\n2026/03/01(Sun)\n09:31\tMika\tb\n`,
    items: ['3 unread not-a-record', '4 unread no-date', '5 date', '6 2026-03-01 09:31 Mika text “b”'],
  },
  {
    about: 'years of the Thai calendar are also understood on a computer',
    text: '2569.03.01 วันอาทิตย์\n08:35 สมหญิง สวัสดี\n08:36 สมหญิง ค่ะ\n',
    items: ['1 date', '2 2026-03-01 08:35 สมหญิง text “สวัสดี”', '3 2026-03-01 08:36 สมหญิง text “ค่ะ”'],
  },
  {
    about: 'a form with the date on each line is read',
    text: '2025/04/18 12:08\tMika\thi\n2025/04/20(日) 10:32\tKen\tyo\n',
    items: ['1 2025-04-18 12:08 Mika text “hi”', '2 2025-04-20 10:32 Ken text “yo”'],
  },
  {
    about: 'the hour that comes twice stays in the order of the file',
    text: `${head}2026/11/01(Sun)\n01:50\tMika\ta\n01:10\tMika\tb\n01:50\tMika\ta\n`,
    items: [
      '4 date',
      '5 2026-11-01 01:50 Mika text “a”',
      '6 2026-11-01 01:10 Mika text “b”',
      '7 2026-11-01 01:50 Mika text “a”',
    ],
  },
  {
    about: 'places and files',
    text: `${head}2026/03/01(Sun)\n09:31\tMika\t[null] https://maps.google.com/?q=35.68,139.76\n09:32\tMika\t[Location] Station\n09:33\tMika\t[File]\n09:34\tMika\t[Poll]\n09:35\tMika\t[Album] Trip\n`,
    items: [
      '4 date',
      '5 2026-03-01 09:31 Mika location {"latitude":35.68,"longitude":139.76}',
      '6 2026-03-01 09:32 Mika location {"address":"Station"}',
      '7 2026-03-01 09:33 Mika file',
      '8 2026-03-01 09:34 note poll Mika',
      '9 2026-03-01 09:35 note album Mika',
    ],
  },
]

group('each line is read as what it is, or listed as unread', () => {
  for (const { about, text, items, choices } of cases) {
    test(about, async () => {
      assert.deepEqual((await read(text, choices)).read, items)
      // With the other line ends, too.
      assert.deepEqual((await read(text.replaceAll('\n', '\r\n'), choices)).read, items)
    })
  }
})

test('where line ends show each record, a date that doesn’t exist is never part of a message', async () => {
  const text = '2026/02/28(Sat)\r\n09:31\tMika\t"two\nlines"\r\n2026/02/29(Sun)\r\n09:32\tKen\tok\r\n'
  assert.deepEqual((await read(`[LINE] Chat history with Mika\r\n${text}`)).read, [
    '2 date',
    '3+2 2026-02-28 09:31 Mika text “two\nlines”',
    '5 unread bad-time',
    '6 unread no-date',
  ])
})

test('without a weekday that decides, the order of day and month is asked', async () => {
  const text = 'Chat history with Mika\nSaved on: 3/8/2026, 21:15\n\nSun, 3/1/2026\n09:31\tMika\thi\n'
  const decided = await read(text)
  assert.deepEqual(decided, { questions: [], read: ['4 date', '5 2026-03-01 09:31 Mika text “hi”'] })

  // 3 December and 12 March 2026 are both Thursdays.
  const unclear = text.replace('Sun, 3/1/2026', 'Thu, 12/3/2026')
  assert.deepEqual(await read(unclear), {
    questions: [{ ask: 'date-order', example: 'Thu, 12/3/2026' }],
    read: ['4 date', '5 unread date-order-unclear'],
  })
  const [, dayFirst] = (await read(unclear, { dateOrder: 'day-month' })).read
  assert.equal(dayFirst, '5 2026-03-12 09:31 Mika text “hi”')
  const [, monthFirst] = (await read(unclear, { dateOrder: 'month-day' })).read
  assert.equal(monthFirst, '5 2026-12-03 09:31 Mika text “hi”')
})

test('on a computer, a name that occurs once is asked, and read once it’s known', async () => {
  const text = '2026.03.01 Sunday\n16:23 Bob Lee hello\n16:24 Mika a\n16:25 Mika b\n'
  assert.deepEqual(await read(text), {
    questions: [{ ask: 'name', beginning: 'Bob Lee hello', line: 2, lines: 1 }],
    read: ['1 date', '2 unread name-unclear', '3 2026-03-01 16:24 Mika text “a”', '4 2026-03-01 16:25 Mika text “b”'],
  })
  const known = await read(text, { names: ['Bob Lee'] })
  assert.deepEqual(known.questions, [])
  assert.equal(known.read[1], '2 2026-03-01 16:23 Bob Lee text “hello”')
})

test('on a computer, a name that may begin another is asked, and never guessed', async () => {
  const said = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => `16:23 ${name} t${n}\n`).join('')
  const text = `2026.03.01 Sunday\n${said('Bob', 5)}${said('Bob Lee', 12)}`
  const { questions, read: items } = await read(text)
  assert.deepEqual(questions, [{ ask: 'name', beginning: 'Bob Lee t0', line: 7, lines: 12 }])
  assert.equal(items.filter((item) => item.includes('Bob text')).length, 5)
  assert.equal(items.filter((item) => item.includes('name-unclear')).length, 12)
  const known = await read(text, { names: ['Bob', 'Bob Lee'] })
  assert.equal(known.read.filter((item) => item.includes('Bob Lee text')).length, 12)
})

test('whatever happens to a file, what’s read and what’s unread are all of its lines', async () => {
  const folder = new URL('../../fixtures/line-history/', import.meta.url)
  const samples = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  const lines = samples.flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split(/(?<=\n)/))
  const shuffled = fc.array(
    fc.oneof(fc.constantFrom(...lines), fc.string(), fc.constantFrom('\n', '\r\n', '"\n', '\t"\n')),
    {
      maxLength: 60,
    },
  )
  await fc.assert(
    fc.asyncProperty(shuffled, fc.nat({ max: 3 }), async (found, cut) => {
      const text = `[LINE] Chat history with Mika\n${found.join('')}`.slice(0, -cut || undefined).toWellFormed()
      const { items } = await readHistory(Buffer.from(text), {}, 50)
      assert.equal(countLines(items), text.split('\n').length - (text.endsWith('\n') ? 1 : 0))
    }),
    { numRuns: isSoak ? 20_000 : 300 },
  )
})
