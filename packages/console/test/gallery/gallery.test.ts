import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GalleryItem } from '@innkeeper/contract'
import { countOf, readCriteria, toSearch, type WayOut, waysOut } from '../../src/gallery/criteria.ts'
import { neighbourOf } from '../../src/gallery/grid/move-focus.ts'
import { groupItems, inOrder, inPieces } from '../../src/gallery/sections.ts'
import { createSelection, rangeBetween, thatFit, totalSize } from '../../src/gallery/selection/selection.ts'
import { fileNameOf, safeFileName } from '../../src/ui/download.ts'
import { formatFor } from '../../src/ui/format/format.ts'

const { dayOf } = formatFor('en', 'Asia/Tokyo')

describe('the gallery by month or day', () => {
  const items = [
    item('d', '2026-03-01T03:00:00Z'),
    item('c', '2026-02-28T15:00:00Z', 'file'),
    item('b', '2026-02-28T14:59:59Z', 'video'),
    item('a', '2026-02-01T00:00:00Z', 'audio'),
  ]

  it("uses the channel's time zone, newest first, pictures before other files", () => {
    const months = groupItems(items, 'month', dayOf)
    const ids = (some: GalleryItem[]) => some.map(({ id }) => id).join('')
    assert.deepEqual(
      months.map(({ span, pictures, others }) => [span, ids(pictures), ids(others)]),
      [
        ['2026-03', 'd', 'c'],
        ['2026-02', 'b', 'a'],
      ],
    )
    assert.equal(ids(inOrder(months)), 'dcba')
  })

  it('can be grouped by day', () => {
    const days = groupItems(items, 'day', dayOf)
    assert.deepEqual(
      days.map(({ span }) => span),
      ['2026-03-01', '2026-02-28', '2026-02-01'],
    )
    assert.deepEqual(inOrder(days).length, items.length)
  })

  it('is split into groups without losing items', () => {
    assert.deepEqual(inPieces([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
    assert.deepEqual(inPieces([], 2), [])
  })
})

describe('the filters of the gallery', () => {
  it('are read from the URL and written to it, as short as possible', () => {
    const everything = { type: 'image', sender: 'U1', from: '2026-03-01', to: '2026-03-02', by: 'day' }
    const cases: [search: Record<string, string>, again: Record<string, string>][] = [
      [{}, {}],
      [everything, everything],
      [{ type: 'link' }, { type: 'link' }],
      [{ type: 'gif', by: 'year', from: '2026-02-30', to: 'now' }, {}],
      // Links of earlier releases.
      [{ month: '2028-02' }, { to: '2028-02-29' }],
      [{ month: '2026-13' }, {}],
    ]
    for (const [search, again] of cases) {
      const written = Object.entries(toSearch(readCriteria(search))).filter(([, value]) => value !== undefined)
      assert.deepEqual(Object.fromEntries(written), again, JSON.stringify(search))
    }
  })

  it('show how many files there are of each kind', () => {
    const counts = { image: 40, video: 4, audio: 2, file: 3 }
    assert.deepEqual(
      (['all', 'image', 'video', 'link'] as const).map((kind) => countOf(kind, counts)),
      [49, 40, 4, undefined],
    )
    assert.equal(countOf('all', undefined), undefined)
  })
})

describe('the selection', () => {
  const order = ['a', 'b', 'c', 'd', 'e']

  it('extends from the last clicked item to the shift-clicked one, in both directions', () => {
    const cases: [from: string, to: string, range: string][] = [
      ['b', 'd', 'bcd'],
      ['d', 'b', 'bcd'],
      ['c', 'c', 'c'],
      ['gone', 'c', 'c'],
      ['a', 'gone', ''],
    ]
    for (const [from, to, range] of cases) assert.equal(rangeBetween(order, from, to).join(''), range)
  })

  it('grows by clicks, shift-clicks and months, and shrinks again', () => {
    const selection = createSelection()
    let calls = 0
    const unsubscribe = selection.subscribe(() => {
      calls += 1
    })
    const ids = () => [...selection.ids()].toSorted().join('')
    selection.toggle('b')
    selection.extendTo('d', order)
    assert.equal(ids(), 'bcd')
    selection.toggle('c')
    assert.equal(ids(), 'bd')
    selection.add(['a', 'b'])
    assert.equal(ids(), 'abd')
    selection.remove(['a', 'e'])
    assert.equal(ids(), 'bd')
    assert.equal(calls, 5)
    unsubscribe()
    selection.toggle('e')
    assert.equal(calls, 5)
  })

  it('takes as much of a month as one download can hold', () => {
    assert.deepEqual(thatFit(order, new Set(['b', 'x']), 4), ['a', 'c'])
    assert.deepEqual(thatFit(order, new Set(order), 3), [])
  })

  it('knows its size', () => assert.equal(totalSize([{ size: 3 }, { size: 4 }]), 7))
})

describe('arrow keys in the grid', () => {
  // Three rows: three narrow pictures, then a wide and a narrow one, then a single one.
  const boxes = [
    { left: 0, right: 10, top: 0 },
    { left: 10, right: 20, top: 0 },
    { left: 20, right: 30, top: 0 },
    { left: 0, right: 20, top: 10.5 },
    { left: 20, right: 30, top: 10.5 },
    { left: 0, right: 30, top: 21 },
  ]
  const cases: [from: number, key: string, to: number][] = [
    [0, 'ArrowRight', 1],
    [2, 'ArrowRight', 3],
    [5, 'ArrowRight', 5],
    [0, 'ArrowLeft', 0],
    [2, 'ArrowDown', 4],
    [0, 'ArrowDown', 3],
    [4, 'ArrowUp', 2],
    [4, 'ArrowDown', 5],
    [5, 'ArrowDown', 5],
    [1, 'ArrowUp', 1],
    [1, 'Tab', 1],
  ]
  for (const [from, key, to] of cases) {
    it(`move from picture ${from} to ${to} with ${key}`, () => {
      const boxAt = (index: number) => boxes[index] ?? assert.fail('measured a box that does not exist')
      assert.equal(neighbourOf(from, boxes.length, key, boxAt), to)
    })
  }
})

describe('the name of a downloaded file', () => {
  const cases: [header: string | null, name: string][] = [
    ['attachment; filename="a b.zip"', 'a b.zip'],
    ['attachment; filename=plain.zip', 'plain.zip'],
    [`attachment; filename="x.zip"; filename*=UTF-8''%E8%8A%B1.zip`, '花.zip'],
    [`attachment; filename="x.zip"; filename*=UTF-8''%E8%8`, 'x.zip'],
    ['attachment; filename="../../etc/passwd"', '.._.._etc_passwd'],
    [null, 'otherwise.zip'],
  ]
  for (const [header, name] of cases) {
    it(`is ${name}`, () => assert.equal(fileNameOf(header, 'otherwise.zip'), name))
  }
})

describe('an empty page', () => {
  const counted = (image: number) => ({ image, video: 0, audio: 0, file: 0 })
  const cases: [search: Parameters<typeof readCriteria>[0], photos: number | undefined, ways: WayOut[]][] = [
    [{}, 0, []],
    [{ type: 'audio' }, 3, ['allTypes']],
    [{ type: 'audio' }, undefined, ['allTypes']],
    [{ type: 'audio', from: '2020-01-01' }, 3, ['allTypes', 'anyTime']],
    [{ type: 'audio', from: '2020-01-01' }, 0, ['anyTime']],
    [{ to: '2020-01-01', sender: 'U1' }, 0, ['anyTime', 'noFilters']],
    [{ sender: 'U1' }, 0, ['noFilters']],
  ]
  for (const [search, photos, ways] of cases) {
    it(`with ${JSON.stringify(search)} and ${photos ?? 'uncounted'} photos offers ${ways.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(waysOut(readCriteria(search), photos === undefined ? undefined : counted(photos)), ways)
    })
  }
})

it('a file name keeps every script, and loses what a system or a reader could take for something else', () => {
  const cases = [
    ['Hiking club rules 2026-11-19.csv', 'Hiking club rules 2026-11-19.csv'],
    ['ハイキング 🥾 สวัสดี.csv', 'ハイキング 🥾 สวัสดี.csv'],
    ['a/b\\c: "d" <e>|f?*.csv', 'a_b_c_ _d_ _e__f__.csv'],
    ['.. hidden\n\u202Evsc.exe', 'hidden__vsc.exe'],
  ]
  for (const [name = '', safe] of cases) assert.equal(safeFileName(name), safe)
})

function item(id: string, ts: string, type: GalleryItem['type'] = 'image'): GalleryItem {
  const more = { fileName: null, caption: null, duration: null, preview: null }
  return { id, ts, type, sender: 'Mika', senderId: 'U1', size: 1, ...more, precision: 'exact', imported: null }
}
