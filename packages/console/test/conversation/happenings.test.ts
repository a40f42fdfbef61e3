import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Timeline, TimelineItem } from '@innkeeper/contract'
import i18next from 'i18next'
import { describeHappenings, splitHappenings } from '../../src/conversation/message/happening-text.ts'
import { findDay, loadDay } from '../../src/conversation/print/load-day.ts'
import { beginWith, entriesOf } from '../../src/conversation/timeline/conversation.ts'
import { toChange } from '../../src/conversation/timeline/live-changes.ts'
import { guessHeight, toRows } from '../../src/conversation/timeline/rows.ts'
import { en } from '../../src/locales/texts.ts'
import { formatFor } from '../../src/ui/format/format.ts'
import { joinIn } from '../../src/ui/format/join.ts'
import { happeningItem, textItem } from './timeline-items.ts'

const dayOf = (at: string) => at.slice(0, 10)
const page = (items: TimelineItem[], nextCursor: string | null = null): Timeline => ({
  items,
  timezone: 'UTC',
  lastEventId: '1',
  previousCursor: null,
  nextCursor,
})
const rowsOf = (items: TimelineItem[], newFrom?: string) =>
  toRows(entriesOf(beginWith(page(items))), { dayOf, isFromStart: true, newFrom })

await i18next.init({ lng: 'en-GB', resources: { 'en-GB': { translation: en } }, interpolation: { escapeValue: false } })
const words = { t: i18next.t, format: formatFor('en-GB', 'UTC'), join: joinIn('en-GB') }
const joins = (...names: string[]) =>
  names.map((name, no) => happeningItem(no, 'joined', { person: { id: name, name, pictureUrl: '' } }))
const describeAll = ([first, ...more]: ReturnType<typeof joins>) => {
  assert.ok(first)
  return describeHappenings([first, ...more], words)
}

describe('people who join one after the other', () => {
  it('share one row, unless something comes between them', () => {
    const rows = rowsOf([
      happeningItem(1, 'joined'),
      happeningItem(2, 'joined'),
      happeningItem(3, 'left'),
      happeningItem(4, 'joined'),
      textItem(5),
      happeningItem(6, 'joined'),
    ])
    assert.deepEqual(
      rows.map(({ entries }) => entries.length),
      [2, 1, 1, 1, 1],
    )
    const owners = rowsOf([happeningItem(1, 'owner-changed'), happeningItem(2, 'owner-changed')])
    assert.equal(owners.length, 2, 'other happenings have a line each')
  })

  it('are named, and counted if they are many', () => {
    assert.equal(describeAll(joins('Ana')), 'Ana joined')
    assert.equal(describeAll(joins('Ana', 'Ben')), 'Ana and Ben joined')
    assert.equal(describeAll(joins('Ana', 'Ben', 'Cem')), 'Ana, Ben and Cem joined')
    assert.equal(describeAll(joins('Ana', 'Ben', 'Cem', 'Dan', 'Eve')), 'Ana, Ben and 3 others joined')
    assert.equal(describeAll(joins('Ana', 'Ben', 'Ana')), 'Ana and Ben joined', 'someone who joined twice')
  })
})

describe('the people in a line', () => {
  const split = ([first, ...more]: ReturnType<typeof joins>) => {
    assert.ok(first)
    return splitHappenings([first, ...more], words)
  }

  it('can be opened if they are named', () => {
    assert.deepEqual(split(joins('Ana', 'Ben')), [
      { userId: 'Ana', name: 'Ana' },
      ' and ',
      { userId: 'Ben', name: 'Ben' },
      ' joined',
    ])
    assert.deepEqual(split(joins('Ana', 'Ben', 'Cem', 'Dan')).slice(3), [' and 2 others joined'])
  })

  it('are called what they are called now', () => {
    const line = happeningItem(1, 'renamed', {
      person: { id: 'U1', name: 'Ana', pictureUrl: '' },
      from: 'Ana',
      to: 'Anna',
    })
    assert.deepEqual(split([line]), ['Ana is now called ', { userId: 'U1', name: 'Anna' }])
  })

  it('are text if they are unknown, and the text is the same as without links', () => {
    const unknown = happeningItem(1, 'left', { person: { id: '', name: 'Unknown', pictureUrl: '' } })
    assert.deepEqual(split([unknown]), ['Unknown left'])
    for (const names of [['Ana'], ['Ana', 'Ben', 'Ana'], ['Ana', 'Ben', 'Cem', 'Dan', 'Eve']]) {
      const text = split(joins(...names)).map((part) => (typeof part === 'string' ? part : part.name))
      assert.equal(text.join(''), describeAll(joins(...names)))
    }
  })
})

it('a stretch without messages is described with its ends', () => {
  const at = '2026-03-01T10:30:00Z'
  const line = happeningItem(1, 'backup-on', { person: null, at, missingSince: '2026-03-01T09:00:00Z' })
  assert.equal(describeAll([line]), 'Backup turned on. No messages were saved from 09:00 to 10:30.')
})

it('what a newer service sends is left out', () => {
  const unknownKind = { ...textItem(2), kind: 'poll' } as unknown as TimelineItem
  const unknownWord = happeningItem(3, 'joined', { what: 'exploded' } as object)
  assert.deepEqual(
    rowsOf([textItem(1), unknownKind, unknownWord]).map(({ key }) => key),
    ['m:1'],
  )
  assert.equal(toChange({ event: 'happening', item: unknownWord }), undefined)
  assert.equal(toChange({ event: 'message', item: unknownKind }), undefined)
})

it('the divider is above the first new message, and ends a group of messages', () => {
  const rows = rowsOf([textItem(1), textItem(2), textItem(3)], 'm:2')
  assert.deepEqual(
    rows.map(({ startsNew, isLead }) => [startsNew, isLead]),
    [
      [false, true],
      [true, true],
      [false, false],
    ],
  )
  const marked = rows[1]
  assert.ok(marked && guessHeight(marked, false) > guessHeight({ ...marked, startsNew: false }, false))
})

describe('a day to print', () => {
  const other = (no: number, day: string) => textItem(no, { timestamp: `${day}T09:00:00Z` })

  it('is loaded page by page, up to its end', async () => {
    const asked: object[] = []
    const pages = [
      page([textItem(1), textItem(2)], 'c1'),
      page([textItem(3), other(4, '2026-03-02')], 'c2'),
      page([other(5, '2026-03-02')]),
    ]
    const day = await loadDay(
      async (query) => {
        asked.push(query)
        return pages[asked.length - 1] ?? page([])
      },
      '2026-03-01',
      dayOf,
    )
    assert.deepEqual(
      day.items.map((item) => 'id' in item && item.id),
      ['1', '2', '3'],
    )
    assert.equal(day.isWhole, true)
    assert.deepEqual(asked, [
      { date: '2026-03-01', limit: 200 },
      { cursor: 'c1', limit: 200 },
    ])
  })

  it('says if only a part of it is loaded', () => {
    const open = (items: TimelineItem[], more: Partial<Timeline>) => beginWith({ ...page(items), ...more })
    const days = [other(1, '2026-02-28'), textItem(2), other(3, '2026-03-02')]
    const edges = { previousCursor: 'a', nextCursor: 'b' }
    assert.equal(findDay(open(days, edges), '2026-03-01', dayOf).isWhole, true)
    assert.equal(findDay(open(days.slice(1), edges), '2026-03-01', dayOf).isWhole, false)
    assert.equal(findDay(open(days.slice(0, 2), edges), '2026-03-01', dayOf).isWhole, false)
    assert.equal(findDay(open([textItem(2)], {}), '2026-03-01', dayOf).isWhole, true)
  })
})
