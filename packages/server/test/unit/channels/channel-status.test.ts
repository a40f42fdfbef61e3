import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decidePresence, type News, statusOf } from '../../../src/domain/channels/channel-status.ts'

test('a channel is active only while the bot is there and the owner has not disabled it', () => {
  assert.equal(statusOf({ botPresent: true, ownerDisabled: false }), 'active')
  assert.equal(statusOf({ botPresent: true, ownerDisabled: true }), 'disabled')
  assert.equal(statusOf({ botPresent: false, ownerDisabled: false }), 'disabled')
  assert.equal(statusOf({ botPresent: false, ownerDisabled: true }), 'disabled')
})

test('the latest event decides whether the bot is there, in whatever order events arrive', () => {
  const table: [botPresent: boolean, kind: News['kind'], at: number, after: boolean | undefined][] = [
    [true, 'removed', 101, false],
    [true, 'removed', 100, false],
    [true, 'removed', 99, undefined],
    [true, 'seen', 101, undefined],
    [true, 'added', 101, true],
    [true, 'added', 99, undefined],
    [false, 'seen', 101, true],
    [false, 'seen', 100, true],
    [false, 'seen', 99, undefined],
    [false, 'added', 101, true],
    [false, 'removed', 101, undefined],
  ]
  for (const [botPresent, kind, at, after] of table) {
    for (const ownerDisabled of [true, false]) {
      const next = decidePresence({ botPresent, botChangedAt: 100, ownerDisabled }, { kind, at })
      const expected = after === undefined ? undefined : { botPresent: after, botChangedAt: at, ownerDisabled }
      assert.deepEqual(next, expected, `${botPresent}, ${kind} at ${at}`)
    }
  }
})

test('a late removal does not override a later addition of the bot', () => {
  const added = { botPresent: true, botChangedAt: 100, ownerDisabled: false }
  const again = decidePresence(added, { kind: 'added', at: 400 })
  assert.ok(again)
  assert.equal(decidePresence(again, { kind: 'removed', at: 300 }), undefined)
})
