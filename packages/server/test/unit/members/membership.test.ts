import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '@innkeeper/contract'
import { decideLeft, decideSeen, type Membership } from '../../../src/domain/members/membership.ts'

const present = (role: Role): Membership => ({ displayName: 'Mika', role, joinedAt: 100, leftAt: null })
const gone = (role: Role): Membership => ({ ...present(role), leftAt: 200 })
const allRoles: Role[] = ['owner', 'admin', 'member', 'guest']

test('a person seen for the first time gets the role that the channel gives', () => {
  for (const role of ['member', 'guest'] as const) {
    assert.deepEqual(decideSeen(undefined, { userId: 'U1', displayName: 'Mika', at: 100 }, role), present(role))
  }
})

test('until a name is known the id replaces it, and a known name is not forgotten', () => {
  assert.equal(decideSeen(undefined, { userId: 'U1', at: 100 }, 'member')?.displayName, 'U1')
  assert.equal(decideSeen(gone('member'), { userId: 'U1', at: 300 }, 'member')?.displayName, 'Mika')
})

test('being seen again changes nothing but a new name, and never a role', () => {
  for (const role of allRoles) {
    for (const at of [50, 100, 500]) {
      assert.equal(decideSeen(present(role), { userId: 'U1', at }, 'guest'), undefined)
      assert.equal(decideSeen(present(role), { userId: 'U1', displayName: 'Mika', at }, 'guest'), undefined)
      const renamed = decideSeen(present(role), { userId: 'U1', displayName: 'Mika K.', at }, 'guest')
      assert.deepEqual(renamed, { ...present(role), displayName: 'Mika K.' })
    }
  }
})

test('a person who comes back is a member, or a guest if they were one, whatever role newcomers get', () => {
  const table: [before: Role, after: Role][] = [
    ['owner', 'member'],
    ['admin', 'member'],
    ['member', 'member'],
    ['guest', 'guest'],
  ]
  for (const [before, role] of table) {
    for (const newMemberRole of ['member', 'guest'] as const) {
      const back = decideSeen(gone(before), { userId: 'U1', at: 201 }, newMemberRole)
      assert.deepEqual(back, { displayName: 'Mika', role, joinedAt: 201, leftAt: null }, `${before}`)
    }
  }
})

test('a late event from before a person left does not bring them back', () => {
  for (const at of [100, 199, 200]) assert.equal(decideSeen(gone('member'), { userId: 'U1', at }, 'member'), undefined)
})

test('leaving ends every permission at once', () => {
  const table: [before: Role, after: Role][] = [
    ['owner', 'member'],
    ['admin', 'member'],
    ['member', 'member'],
    ['guest', 'guest'],
  ]
  for (const [before, role] of table) assert.deepEqual(decideLeft(present(before), 200), { ...gone(role) })
})

test('a person who is not there cannot leave, and one who came back since has not left', () => {
  assert.equal(decideLeft(undefined, 200), undefined)
  assert.equal(decideLeft(gone('member'), 300), undefined)
  assert.equal(decideLeft(present('member'), 99), undefined)
  assert.equal(decideLeft(present('member'), 100)?.leftAt, 100)
})
