import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { calendarTexts, firstDayOfWeek } from '../../src/ui/format/calendar.ts'
import { findOwnTime, formatFor, minutesAhead } from '../../src/ui/format/format.ts'

describe("the reader's own time", () => {
  const at = '2026-03-03T06:05:00Z'

  it("stands beside the channel's where the clocks differ, with the day where that differs too", () => {
    assert.equal(findOwnTime(at, 'en-GB', 'Asia/Tokyo', 'Europe/Berlin'), '07:05')
    assert.equal(findOwnTime(at, 'en-GB', 'Asia/Tokyo', 'America/Los_Angeles'), '2 Mar 2026, 22:05')
    assert.equal(findOwnTime(at, 'en-GB', 'Asia/Tokyo', 'Asia/Tokyo'), undefined)
    assert.equal(findOwnTime(at, 'en-GB', 'Asia/Calcutta', 'Asia/Kolkata'), undefined)
  })

  it('is so many minutes behind or ahead, by the season', () => {
    assert.equal(minutesAhead('Asia/Tokyo', 'Europe/Berlin', Date.UTC(2026, 0, 1)), 480)
    assert.equal(minutesAhead('Asia/Tokyo', 'Europe/Berlin', Date.UTC(2026, 6, 1)), 420)
    assert.equal(minutesAhead('Asia/Kolkata', 'Asia/Tokyo', Date.UTC(2026, 0, 1)), -210)
    assert.equal(minutesAhead('Europe/London', 'UTC', Date.UTC(2026, 0, 1)), 0)
  })
})

describe('calendars', () => {
  it('begin the week as their readers do', () => {
    assert.deepEqual(['en-US', 'en-GB', 'ja', 'zh-TW', 'th'].map(firstDayOfWeek), [0, 1, 0, 0, 0])
  })

  it('write days, months and years like the rest of the page', () => {
    const { MonthLevel, YearsList, DatePickerInput } = calendarTexts(formatFor('th'))
    assert.equal(MonthLevel?.defaultProps.monthLabelFormat('2026-03-01'), 'มีนาคม 2569')
    assert.equal(YearsList?.defaultProps.yearsListFormat('2026-01-01'), 'พ.ศ. 2569')
    const write = DatePickerInput?.defaultProps.valueFormatter
    assert.equal(write({ date: '2026-03-03' }), '3 มี.ค. 2569')
    assert.equal(write({ date: ['2026-03-03', null] }), '3 มี.ค. 2569 – ')
    assert.equal(write({ date: [null, null] }), '')
  })
})
