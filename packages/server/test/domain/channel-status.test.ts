import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decidePresence, statusOf } from '../../src/domain/channel-status.ts'

test('a channel is active only while the bot is there and the owner has nothing against it', () => {
  assert.equal(statusOf({ botPresent: true, ownerDisabled: false }), 'active')
  assert.equal(statusOf({ botPresent: true, ownerDisabled: true }), 'disabled')
  assert.equal(statusOf({ botPresent: false, ownerDisabled: false }), 'disabled')
  assert.equal(statusOf({ botPresent: false, ownerDisabled: true }), 'disabled')
})

test('the latest news decide whether the bot is there, in whatever order they arrive', () => {
  const table: [botPresent: boolean, removed: boolean, at: number, after: boolean | undefined][] = [
    [true, true, 101, false],
    [true, true, 100, false],
    [true, true, 99, undefined],
    [true, false, 101, undefined],
    [false, false, 101, true],
    [false, false, 100, true],
    [false, false, 99, undefined],
    [false, true, 101, undefined],
  ]
  for (const [botPresent, removed, at, after] of table) {
    for (const ownerDisabled of [true, false]) {
      const next = decidePresence({ botPresent, botChangedAt: 100, ownerDisabled }, { removed, at })
      const expected = after === undefined ? undefined : { botPresent: after, botChangedAt: at, ownerDisabled }
      assert.deepEqual(next, expected, `${botPresent}, ${removed ? 'removed' : 'seen'} at ${at}`)
    }
  }
})
