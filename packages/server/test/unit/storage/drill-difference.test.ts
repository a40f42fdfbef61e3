import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDrillDifference, type RemovedAgain } from '../../../src/domain/storage/snapshots/drill-difference.ts'

const kinds = ['channels', 'members', 'messages', 'versions', 'mediaFiles', 'rules', 'keys'] as const
type Counts = Record<(typeof kinds)[number], number>

const hundred: Counts = {
  channels: 100,
  members: 100,
  messages: 100,
  versions: 100,
  mediaFiles: 100,
  rules: 100,
  keys: 100,
}
const nothing: RemovedAgain = {
  erasures: 0,
  erased: { messages: 0, versions: 0, mediaFiles: 0, members: 0 },
  unsent: { messages: 0, versions: 0, mediaFiles: 0 },
  signedOut: 0,
}

const drill = (changes: Partial<Parameters<typeof findDrillDifference>[0]> = {}) =>
  findDrillDifference({
    recorded: { messages: 100, channels: 100 },
    said: hundred,
    copied: hundred,
    settled: hundred,
    removed: nothing,
    counts: changes.settled ?? hundred,
    isWell: true,
    wrongFile: undefined,
    ...changes,
  })

/** One less, or more, of this kind. */
const off = (kind: keyof Counts, by: number): Counts => ({ ...hundred, [kind]: 100 + by })

test('a drill in which everything is as it was finds no difference', () => {
  assert.equal(drill(), undefined)
  assert.equal(drill({ recorded: undefined }), undefined, 'a snapshot of another service')
  assert.equal(
    drill({ said: { messages: 100 }, recorded: { messages: 100 } }),
    undefined,
    'an older manifest, with fewer kinds',
  )
})

test('one row less or more of any kind is a difference, wherever it comes from', () => {
  for (const kind of kinds) {
    for (const by of [-1, 1]) {
      const copied = drill({ copied: off(kind, by), settled: off(kind, by) })
      assert.match(copied ?? '', new RegExp(`^The restored data has ${100 + by} .+; the snapshot says 100\\.$`), kind)
      assert.match(drill({ settled: off(kind, by) }) ?? '', /^The restored data had 100 .+ and has /, kind)
      assert.match(drill({ counts: off(kind, by) }) ?? '', /^The service shows .+; there should be 100\.$/, kind)
    }
  }
})

test('a manifest that says something else than the run recorded is a difference', () => {
  const said = off('messages', -1)
  const changed = { said, copied: said, settled: said }
  assert.equal(drill(changed), 'The snapshot says 99 messages; 100 were recorded when it was made.')
  const { messages: _, ...silent } = hundred
  assert.equal(drill({ said: silent }), 'The snapshot says 0 messages; 100 were recorded when it was made.')
  assert.equal(drill({ ...changed, recorded: undefined }), undefined, 'control: nothing else can know')
})

test('only what a restore reports to have removed may be gone, each kind by itself', () => {
  const three = { messages: 3, versions: 3, mediaFiles: 3 }
  const cases: [removed: Partial<RemovedAgain>, allowed: Partial<Counts>][] = [
    [{ unsent: three }, three],
    [
      { erasures: 1, erased: { ...three, members: 2 } },
      { ...three, members: 2, channels: 1, rules: 100, keys: 100 },
    ],
    [
      { erasures: 1, erased: { ...three, members: 0 }, unsent: three },
      { messages: 6, channels: 1, members: 0 },
    ],
    [{ signedOut: 4 }, { keys: 4, messages: 0, channels: 0, rules: 0 }],
  ]
  for (const [removed, allowed] of cases) {
    for (const kind of kinds) {
      const most = allowed[kind]
      if (most === undefined) continue
      assert.equal(drill({ removed: { ...nothing, ...removed }, settled: off(kind, -most) }), undefined, kind)
      if (most === 100) continue
      const tooMany = drill({ removed: { ...nothing, ...removed }, settled: off(kind, -most - 1) })
      assert.match(tooMany ?? '', new RegExp(`; at most ${most} should be gone\\.$`), kind)
    }
  }
})

test('a service that is not well and a wrong file are differences, after counts', () => {
  assert.match(drill({ isWell: false }) ?? '', /^The service started on the restored data, but/)
  assert.equal(drill({ wrongFile: 'abc is missing' }), 'The restored file abc is missing.')
  assert.match(drill({ isWell: false, wrongFile: 'abc', counts: off('rules', -1) }) ?? '', /99 rules/)
})
