import assert from 'node:assert/strict'
import { test } from 'node:test'
import { happeningWords } from '@innkeeper/contract'
import { isArrival } from '../../../src/domain/members/membership.ts'
import { areaOf, decideProfileChanges, missingSince } from '../../../src/domain/messages/happening.ts'
import { unreadAfter } from '../../../src/domain/messages/retention.ts'

test('a changed name or picture is noticed, but not the first one', () => {
  const profile = (name: string, picture: string | null) => ({ id: 'U1', name, picture })
  const cases: [before: [string, string | null], after: [string, string | null], isRenamed: boolean, isNew: boolean][] =
    [
      [['U1', null], ['Ana', 'p1'], false, false],
      [['Ana', 'p1'], ['Ana', 'p1'], false, false],
      [['Ana', 'p1'], ['Ani', 'p1'], true, false],
      [['Ana', 'p1'], ['Ana', 'p2'], false, true],
      [['Ana', 'p1'], ['Ana', null], false, true],
      [['Ana', null], ['Ani', 'p1'], true, false],
    ]
  for (const [before, [name, picture], isRenamed, isNew] of cases) {
    const { renamed, hasNewPicture } = decideProfileChanges(profile(...before), { name, picture })
    assert.deepEqual(renamed, isRenamed ? { oldName: before[0], newName: name } : undefined, String(before))
    assert.equal(hasNewPicture, isNew, String(before))
  }
})

test('a stretch without messages ends only if it is still open', () => {
  assert.equal(missingSince(undefined, 'backup-off'), null, 'nothing is known about the time before')
  assert.equal(missingSince({ what: 'backup-off', time: 5 }, 'backup-off'), 5)
  assert.equal(missingSince({ what: 'backup-on', time: 5 }, 'backup-off'), null)
})

test('a reported join is new unless the person has been there for longer', () => {
  const member = { displayName: 'Ana', role: 'member', joinedAt: 100, leftAt: null } as const
  assert.equal(isArrival(undefined, 50), true)
  assert.equal(isArrival(member, 100), true)
  assert.equal(isArrival(member, 90), true, 'they posted before their join was reported')
  assert.equal(isArrival(member, 101), false)
  assert.equal(isArrival({ ...member, leftAt: 200 }, 300), true)
})

test('every happening belongs to the members or to the channel', () => {
  const ofMembers = happeningWords.filter((what) => areaOf(what) === 'member')
  assert.deepEqual(ofMembers, ['joined', 'left', 'renamed', 'picture-changed', 'claimed', 'owner-changed'])
})

test('unread messages start after what was read, or with the first that can be seen', () => {
  assert.deepEqual(unreadAfter({ time: 100, seq: 7 }, 50), { time: 100, seq: 7 })
  assert.deepEqual(unreadAfter({ time: 100, seq: 7 }, 100), { time: 100, seq: 7 })
  assert.deepEqual(unreadAfter({ time: 100, seq: 7 }, 101), { time: 101, seq: 0 })
})
