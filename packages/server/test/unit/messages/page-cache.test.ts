import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPageCache } from '../../../src/actions/messages/page-cache.ts'

const versions = { tailVersion: 3, editVersion: 5 }
const page = (text: string, more: { earliest?: number | undefined; closed?: boolean } = {}) => ({
  bytes: Buffer.from(text),
  ...versions,
  earliest: 1000,
  closed: false,
  ...more,
})
const noExpiry = Number.MIN_SAFE_INTEGER

/** A cache in which every page counts as read before. */
function openCache(mostBytes: number) {
  const cache = createPageCache(mostBytes)
  const keep: typeof cache.keep = (name, entry) => {
    cache.keep(name, entry)
    cache.keep(name, entry)
  }
  return { ...cache, keep }
}

test('a page is found under its name while nothing has changed', () => {
  const cache = openCache(10_000)
  cache.keep('one', page('first'))
  assert.equal(cache.find('one', versions, noExpiry)?.toString(), 'first')
  assert.equal(cache.find('two', versions, noExpiry), undefined)
})

test('a page is not found after an edit, nor, at the tail, after an append', () => {
  const cases: [closed: boolean, now: typeof versions, found: boolean][] = [
    [false, { tailVersion: 3, editVersion: 5 }, true],
    [false, { tailVersion: 4, editVersion: 5 }, false],
    [false, { tailVersion: 3, editVersion: 6 }, false],
    [true, { tailVersion: 4, editVersion: 5 }, true],
    [true, { tailVersion: 3, editVersion: 6 }, false],
  ]
  for (const [closed, now, found] of cases) {
    const cache = openCache(10_000)
    cache.keep('page', page('text', { closed }))
    assert.equal(cache.find('page', now, noExpiry) !== undefined, found, JSON.stringify([closed, now]))
  }
})

test('a page expires with its earliest message', () => {
  const cache = openCache(10_000)
  cache.keep('page', page('text', { earliest: 1000 }))
  assert.ok(cache.find('page', versions, 1000))
  assert.equal(cache.find('page', versions, 1001), undefined)
  cache.keep('empty', page('none', { earliest: undefined }))
  assert.ok(cache.find('empty', versions, Number.MAX_SAFE_INTEGER))
})

test('a page read again replaces the one before', () => {
  const cache = openCache(10_000)
  cache.keep('page', page('old'))
  cache.keep('page', { ...page('new'), tailVersion: 4 })
  assert.equal(cache.find('page', { ...versions, tailVersion: 4 }, noExpiry)?.toString(), 'new')
})

test('the oldest pages are evicted when the memory is full', () => {
  const cache = openCache(20_000)
  for (let index = 0; index < 30; index++) cache.keep(`page ${index}`, page('x'.repeat(1000)))
  const kept = Array.from({ length: 30 }, (_, index) => cache.find(`page ${index}`, versions, noExpiry) !== undefined)
  const first = kept.indexOf(true)
  assert.ok(first > 5 && first < 20, `from ${first}`)
  assert.ok(kept.slice(first).every(Boolean), 'the newest are there')
})

test('replaced and outdated pages free their memory', () => {
  const cache = openCache(5_000)
  for (let round = 0; round < 100; round++) {
    cache.keep('replaced', page('x'.repeat(1000)))
    cache.keep('outdated', page('y'.repeat(1000)))
    assert.equal(cache.find('outdated', { ...versions, editVersion: 6 }, noExpiry), undefined)
  }
  cache.keep('other', page('z'.repeat(1000)))
  assert.ok(cache.find('replaced', versions, noExpiry))
  assert.ok(cache.find('other', versions, noExpiry))
})

test('a page larger than the memory is not cached, and does no harm', () => {
  const cache = openCache(1_000)
  cache.keep('huge', page('x'.repeat(2_000)))
  assert.equal(cache.find('huge', versions, noExpiry), undefined)
  cache.keep('small', page('y'))
  assert.ok(cache.find('small', versions, noExpiry))
})

test('a page is cached from its second read on, and paging through a list does not evict it', () => {
  const cache = createPageCache(5_000)
  cache.keep('in use', page('x'.repeat(1000)))
  assert.equal(cache.find('in use', versions, noExpiry), undefined)
  cache.keep('in use', page('x'.repeat(1000)))
  for (let index = 0; index < 50; index++) cache.keep(`walked ${index}`, page('x'.repeat(1000)))
  assert.ok(cache.find('in use', versions, noExpiry))
  assert.equal(cache.find('walked 49', versions, noExpiry), undefined)
})
