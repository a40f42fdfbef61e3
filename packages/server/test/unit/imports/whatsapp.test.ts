import assert from 'node:assert/strict'
import { describe as group, test } from 'node:test'
import fc from 'fast-check'
import type { HistoryChoices } from '../../../src/domain/imports/history.ts'
import { countLines, describe, readHistory } from '../../support/imports/read-history.ts'
import { renderWhatsapp, type WhatsappRecord, type WhatsappVariant } from '../../support/imports/render-whatsapp.ts'
import { isSoak } from '../../support/soak.ts'

const read = async (text: string, choices: HistoryChoices = {}) => {
  const { head, items } = await readHistory(Buffer.from(text), choices)
  assert.equal(head.format, 'whatsapp')
  assert.equal(countLines(items), text.split('\n').length - (text.endsWith('\n') ? 1 : 0))
  return { questions: head.questions, read: items.map(describe) }
}

const cases: readonly { about: string; text: string; items: readonly string[] }[] = [
  {
    about: 'an iPhone in German',
    text: '[31.12.20, 23:59:01] Mika: hallo\r\n\u200e[01.01.21, 00:00:05] Ken: \u200eBild weggelassen\r\n[01.01.21, 00:01:00] Mika: zwei\nZeilen\r\n',
    items: [
      '1 2020-12-31 23:59:01 Mika text “hallo”',
      '2 2021-01-01 00:00:05 Ken image',
      '3+2 2021-01-01 00:01 Mika text “zwei\nZeilen”',
    ],
  },
  {
    about: 'Android in the United States',
    text: '12/31/20, 11:59\u202fPM - Messages and calls are end-to-end encrypted.\n12/31/20, 11:59 PM - Ken changed the subject from "A: b" to "C: d"\n1/1/21, 12:01 AM - Ken: Note: two\n\n12 lines\n1/1/21, 12:02 AM - +81 90-1234-5678: IMG-20210101-WA0001.jpg (file attached)\nfireworks\n',
    items: [
      '1 2020-12-31 23:59 note other',
      '2 2020-12-31 23:59 note renamed Ken',
      '3+3 2021-01-01 00:01 Ken text “Note: two\n\n12 lines”',
      '6+2 2021-01-01 00:02 +81 90-1234-5678 image {"file":"IMG-20210101-WA0001.jpg","caption":"fireworks"}',
    ],
  },
  {
    about: 'a document, a place, a poll and calls',
    text: '[2026/03/01 15:04:05] ミカ: 議事録.pdf • \u200e3ページ \u200e<添付ファイル: 00000007-議事録.pdf>\r\n[2026/03/01 15:05:05] ミカ: \u200e位置情報: https://maps.google.com/?q=35.68,139.76\r\n[2026/03/01 15:06:05] ミカ: \u200ePOLL:\nWhen?\n\u200eOPTION: Now (0 votes)\r\n[2026/03/01 15:07:05] ミカ: \u200eMissed voice call\r\n',
    items: [
      '1 2026-03-01 15:04:05 ミカ file {"fileName":"議事録.pdf"} {"file":"00000007-議事録.pdf"}',
      '2 2026-03-01 15:05:05 ミカ location {"latitude":35.68,"longitude":139.76}',
      '3+3 2026-03-01 15:06:05 note poll ミカ',
      '6 2026-03-01 15:07:05 note call ミカ',
    ],
  },
  {
    about: 'a date or a time that doesn’t exist is unread',
    text: '13/13/20, 10:00 - Ken: a\n29/02/2025, 10:00 - Ken: b\n28/02/2025, 25:00 - Ken: c\n28/02/2025, 10:00 - Ken: d\n',
    items: ['1 unread bad-time', '2 unread bad-time', '3 unread bad-time', '4 2025-02-28 10:00 Ken text “d”'],
  },
  {
    about: 'the mark of the other phone’s layout is text',
    text: '28/02/2025, 10:00 - Ken: look\n[28/02/2025, 09:00:00] Mika: hi\n28/02/2025, 10:01 - Ken: ok\n28/02/2025, 10:02 - Ken: ok\n',
    items: [
      '1+2 2025-02-28 10:00 Ken text “look\n[28/02/2025, 09:00:00] Mika: hi”',
      '3 2025-02-28 10:01 Ken text “ok”',
      '4 2025-02-28 10:02 Ken text “ok”',
    ],
  },
  {
    about: 'years of the Thai calendar',
    text: '[3/1/2564 15:04:05] สมหญิง: สวัสดี\r\n[15/1/2564 15:04:05] สมหญิง: ค่ะ\r\n',
    items: ['1 2021-01-03 15:04:05 สมหญิง text “สวัสดี”', '2 2021-01-15 15:04:05 สมหญิง text “ค่ะ”'],
  },
]

group('exports of WhatsApp are read', () => {
  for (const { about, text, items } of cases) {
    test(about, async () => assert.deepEqual(await read(text), { questions: [], read: items }))
  }
})

group('the order of day and month is decided by all dates', () => {
  const file = (...dates: string[]) => dates.map((date) => `${date}, 10:00 - Ken: hi\n`).join('')
  const firstDay = async (text: string, choices?: HistoryChoices) => (await read(text, choices)).read[0]?.slice(2, 12)
  test('a number above 12', async () => {
    assert.equal(await firstDay(file('3/4/21', '3/13/21')), '2021-03-04')
    assert.equal(await firstDay(file('3/4/21', '13/4/21')), '2021-04-03')
  })
  test('time that doesn’t go backwards', async () => {
    assert.equal(await firstDay(file('3/4/21', '4/1/21')), '2021-03-04')
    assert.equal(await firstDay(file('4/3/21', '1/4/21')), '2021-03-04')
  })
  test('days change more often than months', async () => {
    assert.equal(await firstDay(file('3/4/21', '3/5/21', '3/6/21', '3/7/21')), '2021-03-04')
    assert.equal(await firstDay(file('4/3/21', '5/3/21', '6/3/21', '7/3/21')), '2021-03-04')
  })
  test('otherwise it is asked', async () => {
    const text = file('3/4/21', '5/6/21')
    assert.deepEqual(await read(text), {
      questions: [{ ask: 'date-order', example: '3/4/21' }],
      read: ['1 unread date-order-unclear', '2 unread date-order-unclear'],
    })
    assert.equal(await firstDay(text, { dateOrder: 'day-month' }), '2021-04-03')
    assert.equal(await firstDay(text, { dateOrder: 'month-day' }), '2021-03-04')
  })
})

const pieces = [
  'hello',
  'おはよう',
  'สวัสดี',
  '🎉',
  ' ',
  ': ',
  '"',
  '-',
  '[',
  '<',
  '>',
  '\u200f',
  '(x)',
  '10:00',
  '31/12/20',
  'https://example.org/a?b=c',
  '\t',
]
const line = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }).map((found) => `t${found.join('')}.`)
const text = fc
  .tuple(line, fc.array(fc.oneof(line, fc.constant('')), { maxLength: 3 }))
  .map(([first, others]) => [first, ...others, '…'].join('\n'))
const name = fc.constantFrom('Mika', 'ミカ', '田中 健', '+81 90-1234-5678', '~ Ken', 'สมหญิง', 'A', 'Bob (work)', '🎉')
const at = fc.nat({ max: 86_399 })
const draft = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      name,
      at,
      kind: fc.constant('text' as const),
      text: fc.oneof(line, text),
      isEdited: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      name,
      at,
      kind: fc.constant('file' as const),
      type: fc.constantFrom('image', 'video', 'audio', 'sticker', 'file' as const),
      number: fc.integer({ min: 1, max: 9999 }),
      caption: fc.oneof(fc.constant(''), fc.constantFrom('look', '見て\nこれ', 'a: b')),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ name, at, kind: fc.constantFrom('omitted', 'deleted', 'left', 'encrypted' as const) }),
  },
)
const variants: fc.Arbitrary<WhatsappVariant> = fc.record({
  layout: fc.constantFrom('ios', 'android' as const),
  order: fc.constantFrom('day-month', 'month-day', 'year-first' as const),
  separator: fc.constantFrom('/', '.', '-' as const),
  isPadded: fc.boolean(),
  hasShortYear: fc.boolean(),
  clock: fc.constantFrom('24', ' PM', '\u202fpm', '\u00a0p.\u00a0m.', '午後' as const),
  ends: fc.constantFrom('lf', 'crlf', 'mixed' as const),
  hasMark: fc.boolean(),
  language: fc.constantFrom('en', 'de', 'es', 'ja' as const),
})

test('every history that WhatsApp can export is read back exactly', async () => {
  await fc.assert(
    fc.asyncProperty(
      variants,
      fc.array(fc.tuple(draft, fc.nat({ max: 3 })), { maxLength: 12 }),
      async (variant, drafts) => {
        let day = Date.UTC(2021, 0, 28)
        // The 28th shows which number is the day.
        const first: WhatsappRecord = {
          at: day,
          name: 'Mika',
          kind: 'text',
          text: variant.ends === 'mixed' ? 'a\nb' : 'a',
          isEdited: false,
        }
        const records = drafts.map(([draft, days]): WhatsappRecord => {
          day += days * 86_400_000
          return { ...draft, at: day + draft.at * 1000 }
        })
        const { text, items: expected, lines } = renderWhatsapp([first, ...records], variant)
        const { head, items } = await readHistory(Buffer.from(text))
        assert.deepEqual(items, expected)
        assert.equal(countLines(items), lines)
        assert.deepEqual(head, { format: 'whatsapp', questions: [] })
      },
    ),
    { numRuns: isSoak ? 10_000 : 300 },
  )
})
