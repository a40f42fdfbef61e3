import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { calendarTexts, dateRanges, firstDayOfWeek, heatScale, monthRange } from '../../src/ui/format/calendar.ts'
import { findOwnTime, formatFor, minutesAhead } from '../../src/ui/format/format.ts'

describe("the person's own time", () => {
  const at = '2026-03-03T06:05:00Z'

  it('is added if the clocks differ, with the date if that differs, too', () => {
    assert.equal(findOwnTime(at, 'en-GB', 'Asia/Tokyo', 'Europe/Berlin'), '07:05')
    assert.equal(findOwnTime(at, 'en-GB', 'Asia/Tokyo', 'America/Los_Angeles'), '2 Mar 2026, 22:05')
    assert.equal(findOwnTime(at, 'en-GB', 'Asia/Tokyo', 'Asia/Tokyo'), undefined)
    assert.equal(findOwnTime(at, 'en-GB', 'Asia/Calcutta', 'Asia/Kolkata'), undefined)
  })

  it('is a number of minutes behind or ahead, depending on the season', () => {
    assert.equal(minutesAhead('Asia/Tokyo', 'Europe/Berlin', Date.UTC(2026, 0, 1)), 480)
    assert.equal(minutesAhead('Asia/Tokyo', 'Europe/Berlin', Date.UTC(2026, 6, 1)), 420)
    assert.equal(minutesAhead('Asia/Kolkata', 'Asia/Tokyo', Date.UTC(2026, 0, 1)), -210)
    assert.equal(minutesAhead('Europe/London', 'UTC', Date.UTC(2026, 0, 1)), 0)
  })
})

describe('calendars', () => {
  it('start the week as the locale does', () => {
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

  it('colour a quarter of the busy days in each shade, and an empty day not at all', () => {
    const shades = (...counts: number[]) => counts.map(heatScale(counts))
    assert.deepEqual(shades(0, 1, 10, 40, 200), [0, 1, 2, 3, 4])
    assert.deepEqual(shades(8, 7, 6, 5, 4, 3, 2, 1), [4, 4, 3, 3, 2, 2, 1, 1])
    assert.deepEqual(shades(20, 21, 22, 5000), [1, 2, 3, 4], 'one huge day leaves the others their shades')
    assert.deepEqual(shades(3, 3, 3), [4, 4, 4])
    assert.deepEqual(shades(0, 0), [0, 0])
    assert.equal(heatScale([])(5), 0)
  })

  it('know the first and the last day of a month', () => {
    assert.deepEqual(monthRange('2026-12'), { from: '2026-12-01', to: '2026-12-31' })
    assert.deepEqual(monthRange('2028-02'), { from: '2028-02-01', to: '2028-02-29' })
  })

  it('offer date ranges that end today', () => {
    assert.deepEqual(dateRanges('2026-03-03'), {
      week: ['2026-02-25', '2026-03-03'],
      month: ['2026-02-02', '2026-03-03'],
      year: ['2026-01-01', '2026-03-03'],
    })
  })
})
