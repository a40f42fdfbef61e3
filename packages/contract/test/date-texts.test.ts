import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDateTexts } from '../src/date-texts.ts'

const at = Date.parse('2026-03-02T21:30:00Z')

test('a date and a time are written as people write them in each language, in the given time zone', () => {
  const cases: [language: string, timezone: string, date: string, time: string][] = [
    ['en', 'UTC', '2 March 2026', '21:30'],
    ['en', 'Asia/Tokyo', '3 March 2026', '06:30'],
    ['ja', 'Asia/Tokyo', '2026年3月3日', '6:30'],
    ['zh-TW', 'Asia/Taipei', '2026年3月3日', '清晨5:30'],
    ['zh-TW', 'UTC', '2026年3月2日', '晚上9:30'],
    ['zh-CN', 'UTC', '2026年3月2日', '21:30'],
    // Years are those of the Buddhist calendar, as everywhere in Thailand.
    ['th', 'Asia/Bangkok', '3 มีนาคม 2569', '04:30'],
  ]
  for (const [language, timezone, date, time] of cases) {
    const texts = createDateTexts(language, timezone)
    assert.deepEqual([texts.date(at), texts.time(at)], [date, time], `${language} in ${timezone}`)
  }
})
