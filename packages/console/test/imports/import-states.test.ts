import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelImport } from '@innkeeper/contract'
import { importStates } from '@innkeeper/contract'
import { knownTime } from '../../src/channel/imported-note.ts'
import { isBusy, isOpen, percentOf } from '../../src/imports/import-states.ts'

test('progress is shown as far as it is known', () => {
  assert.equal(percentOf(null), undefined)
  assert.equal(percentOf({ done: 0, total: 0 }), 0)
  assert.equal(percentOf({ done: 999, total: 1000 }), 99)
  assert.equal(percentOf({ done: 1200, total: 1000 }), 100)
})

test('an import is asked about as long as a job works on it, and can be opened as long as it has a file', () => {
  const named = (is: (one: { state: ChannelImport['state'] }) => boolean) =>
    importStates.filter((state) => is({ state }))
  assert.deepEqual(named(isBusy), ['reading', 'writing', 'undoing'])
  assert.deepEqual(named(isOpen), ['reading', 'ready', 'refused', 'writing'])
})

test('a time that is known to the minute has no seconds', () => {
  assert.equal(knownTime('2026-03-01T09:31:00.000Z', 'minute'), '2026-03-01T09:31Z')
  assert.equal(knownTime('2026-03-01T09:31:00Z', 'minute'), '2026-03-01T09:31Z')
  assert.equal(knownTime('2026-03-01T09:31:05Z', 'second'), '2026-03-01T09:31:05Z')
})
