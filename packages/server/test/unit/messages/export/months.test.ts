import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExportPath } from '../../../../src/domain/messages/export/export-paths.ts'
import { createLocalClock } from '../../../../src/domain/messages/export/local-clock.ts'
import { partsBetween } from '../../../../src/domain/messages/export/months.ts'

const everything = { from: null, to: null }
const at = (text: string) => Date.parse(text)

test('an export has a part for each month of the channel, without gaps and overlaps', () => {
  for (const timezone of ['UTC', 'Asia/Tokyo', 'America/Sao_Paulo', 'Pacific/Apia', 'Africa/Cairo']) {
    const ends = { first: at('2011-11-20T00:00:00Z'), last: at('2012-02-01T09:59:59Z') }
    const parts = partsBetween(ends, everything, timezone)
    assert.ok(parts.length >= 3, timezone)
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1]
      assert.ok(part.start < part.end, timezone)
      if (next) assert.equal(part.end, next.start, timezone)
    }
    const [first, last] = [parts[0], parts.at(-1)]
    assert.ok(first && last && first.start <= ends.first && last.end > ends.last, timezone)
  }
})

test('a second before midnight in Apia belongs to the month that its people live in', () => {
  const last = at('2026-03-31T10:59:59Z')
  assert.deepEqual(
    [last, last + 1000].map((ms) => partsBetween({ first: ms, last: ms }, everything, 'Pacific/Apia')[0]?.month),
    ['2026-03', '2026-04'],
  )
})

test('the days of a filter cut the first and the last month', () => {
  const ends = { first: at('2026-01-15T00:00:00Z'), last: at('2026-04-20T00:00:00Z') }
  const parts = partsBetween(ends, { from: '2026-02-10', to: '2026-03-05' }, 'UTC')
  assert.deepEqual(parts, [
    { month: '2026-02', start: at('2026-02-10T00:00:00Z'), end: at('2026-03-01T00:00:00Z') },
    { month: '2026-03', start: at('2026-03-01T00:00:00Z'), end: at('2026-03-06T00:00:00Z') },
  ])
  assert.deepEqual(partsBetween(ends, { from: '2026-05-01', to: null }, 'UTC'), [])
})

test('an hour that comes twice has two offsets', () => {
  const localTime = createLocalClock('Europe/Berlin')
  const [first, second] = [localTime(at('2026-10-25T00:30:00Z')), localTime(at('2026-10-25T01:30:00Z'))]
  assert.deepEqual([first.time, first.offset, second.time, second.offset], ['02:30', '+02:00', '02:30', '+01:00'])
})

test('only paths inside an export are its paths', () => {
  for (const path of ['jsonl/2026-03.jsonl', 'media/2026-03-01 09.31 Mika.jpg', 'index.html']) {
    assert.equal(isExportPath(path), true, path)
  }
  const foreign = [
    '../x',
    'media/../../x',
    '/etc/passwd',
    'media\\..\\x',
    'media/',
    'media/..',
    'secrets/x',
    'a',
    'media/a/b',
  ]
  for (const path of foreign) assert.equal(isExportPath(path), false, path)
})
