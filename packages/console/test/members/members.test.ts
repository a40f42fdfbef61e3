import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Member, Role } from '@innkeeper/contract'
import { chooseMembers, memberSearch, readMemberCriteria } from '../../src/members/choose-members.ts'
import { canUndo, limitOf, offersFor } from '../../src/members/offers.ts'

const by = (role: Role) => ({ role, canWrite: true })
const withRole = (role: Role, status: Member['status'] = 'active') => ({ role, status })

test('only allowed actions on a member are offered, with the reason for the others', () => {
  const cases: [actor: Role, target: ReturnType<typeof withRole>, offered: string[], why: string | undefined][] = [
    ['owner', withRole('guest'), ['admin', 'member', 'hand-over'], undefined],
    ['owner', withRole('member'), ['admin', 'guest', 'hand-over'], undefined],
    ['owner', withRole('admin'), ['member', 'guest', 'hand-over'], undefined],
    ['owner', withRole('owner'), [], 'owner-fixed'],
    ['owner', withRole('member', 'left'), [], 'left'],
    ['admin', withRole('guest'), ['member'], undefined],
    ['admin', withRole('guest', 'left'), [], 'left'],
    ['admin', withRole('member'), [], 'only-owner'],
    ['admin', withRole('owner'), [], 'only-owner'],
    ['member', withRole('guest'), [], 'no-power'],
  ]
  for (const [actor, target, offered, why] of cases) {
    const { roles, handOver, why: reason } = offersFor(by(actor), target)
    assert.deepEqual([...roles, ...(handOver ? ['hand-over'] : [])], offered, `${actor} with ${target.role}`)
    assert.equal(reason, why, `${actor} with ${target.role}`)
  }
})

test('where the platform decides who owns the group, ownership is not transferred here', () => {
  const owner = { role: 'owner', canWrite: true, ownersFrom: 'Telegram' } as const
  assert.deepEqual(offersFor(owner, withRole('member')), { roles: ['admin', 'guest'], handOver: false, why: undefined })
  assert.equal(offersFor(owner, withRole('owner')).why, 'owner-on-platform')
})

test('a read-only key offers no actions, even to the owner', () => {
  const reader = { role: 'owner', canWrite: false } as const
  assert.deepEqual(offersFor(reader, withRole('guest')), { roles: [], handOver: false, why: 'read-only' })
  assert.equal(limitOf(reader), 'read-only')
  assert.equal(limitOf(by('owner')), undefined)
})

test('undo is offered only to people who can change the role back', () => {
  assert.equal(canUndo(by('owner'), { before: 'guest', given: 'member' }), true)
  assert.equal(canUndo(by('admin'), { before: 'guest', given: 'member' }), false)
})

test('members are found by role and by name, however it is typed', () => {
  const members = [
    person('Zoë', 'member', 'left'),
    person('Ｍｉｋａ', 'owner'),
    person('Ken', 'guest'),
    person('mikael', 'member'),
  ]
  const found = (role: string, q: string) =>
    chooseMembers(members, readMemberCriteria({ role, q })).map(({ displayName }) => displayName)
  assert.deepEqual(found('', ''), ['Ｍｉｋａ', 'Ken', 'mikael', 'Zoë'])
  assert.deepEqual(found('nonsense', 'MIKA '), ['Ｍｉｋａ', 'mikael'])
  assert.deepEqual(found('member', ''), ['mikael'])
  assert.deepEqual(found('left', ''), ['Zoë'])
  assert.deepEqual(found('guest', 'mika'), [])
})

test('members are sorted by name, joining or when they were last seen; people who left stay at the end', () => {
  const joined = (displayName: string, joinedAt: string, status: Member['status'] = 'active') => ({
    ...person(displayName, 'member', status),
    joinedAt,
  })
  const members = [
    joined('Ben', '2026-03-02T00:00:00Z'),
    joined('ada', '2026-03-03T00:00:00Z'),
    joined('Old', '2026-03-09T00:00:00Z', 'left'),
    joined('Élan', '2026-03-01T00:00:00Z'),
  ]
  const lastSeen = new Map([
    ['Élan', '2026-03-05T00:00:00Z'],
    ['Old', '2026-03-08T00:00:00Z'],
    ['Ben', '2026-03-04T00:00:00Z'],
  ])
  const sorted = (sort: string) =>
    chooseMembers(members, readMemberCriteria({ sort }), lastSeen).map(({ displayName }) => displayName)
  assert.deepEqual(sorted('name'), ['ada', 'Ben', 'Élan', 'Old'])
  assert.deepEqual(sorted('newest'), ['ada', 'Ben', 'Élan', 'Old'])
  assert.deepEqual(sorted('oldest'), ['Élan', 'Ben', 'ada', 'Old'])
  assert.deepEqual(sorted('seen'), ['Élan', 'Ben', 'ada', 'Old'], 'people who were not seen are last')
  assert.deepEqual(sorted('nonsense'), ['Ben', 'ada', 'Élan', 'Old'], 'as the service sorts them')
})

test('the address has only what differs from the standard', () => {
  assert.deepEqual(memberSearch(readMemberCriteria({})), {})
  assert.deepEqual(memberSearch(readMemberCriteria({ role: 'guest', q: 'mi', sort: 'seen' })), {
    role: 'guest',
    q: 'mi',
    sort: 'seen',
  })
})

function person(displayName: string, role: Role, status: Member['status'] = 'active'): Member {
  const at = '2026-03-01T09:30:00Z'
  const leftAt = status === 'left' ? at : null
  return { userId: displayName, displayName, pictureUrl: '', role, joinedAt: at, leftAt, status, updatedAt: at }
}
