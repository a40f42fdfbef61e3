import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '@innkeeper/contract'
import { decideHandOver, decideRoleChange, type GivenRole } from '../../../src/domain/members/role-change.ts'

// The outcome of a request: set, same (already so), deny, none (no such member), fixed (the owner's own role).
const words: Record<string, object> = {
  set: { kind: 'set' },
  same: { kind: 'unchanged' },
  deny: { kind: 'refuse', code: 'permission-denied' },
  none: { kind: 'refuse', code: 'member-not-found' },
  fixed: { kind: 'refuse', code: 'owner-role-fixed' },
}

const givenRoles: [GivenRole, GivenRole, GivenRole] = ['admin', 'member', 'guest']

test('who can give which role to whom', () => {
  const absent = undefined
  const table: [actor: Role, target: Role | undefined, ...outcomes: string[]][] = [
    // actor   target    to admin  to member  to guest
    ['owner', 'owner', 'fixed', 'fixed', 'fixed'],
    ['owner', 'admin', 'same', 'set', 'set'],
    ['owner', 'member', 'set', 'same', 'set'],
    ['owner', 'guest', 'set', 'set', 'same'],
    ['owner', absent, 'none', 'none', 'none'],
    ['admin', 'owner', 'deny', 'deny', 'deny'],
    ['admin', 'admin', 'deny', 'deny', 'deny'],
    ['admin', 'member', 'deny', 'same', 'deny'],
    ['admin', 'guest', 'deny', 'set', 'deny'],
    ['admin', absent, 'deny', 'none', 'deny'],
    ['member', 'owner', 'deny', 'deny', 'deny'],
    ['member', 'admin', 'deny', 'deny', 'deny'],
    ['member', 'member', 'deny', 'deny', 'deny'],
    ['member', 'guest', 'deny', 'deny', 'deny'],
    ['member', absent, 'deny', 'deny', 'deny'],
    ['guest', 'owner', 'deny', 'deny', 'deny'],
    ['guest', 'admin', 'deny', 'deny', 'deny'],
    ['guest', 'member', 'deny', 'deny', 'deny'],
    ['guest', 'guest', 'deny', 'deny', 'deny'],
    ['guest', absent, 'deny', 'deny', 'deny'],
  ]
  for (const [actor, target, ...outcomes] of table) {
    for (const [index, requested] of givenRoles.entries()) {
      const expected = words[outcomes[index] ?? '']
      assert.deepEqual(decideRoleChange(actor, target, requested), expected, `${actor}: ${target} → ${requested}`)
    }
  }
})

test('a channel can be handed to a person who is there, and to oneself without effect', () => {
  const table: [owner: string, target: string, role: Role | undefined, outcome: string][] = [
    ['U1', 'U2', 'admin', 'set'],
    ['U1', 'U2', 'member', 'set'],
    ['U1', 'U2', 'guest', 'set'],
    ['U1', 'U2', undefined, 'none'],
    ['U1', 'U1', 'owner', 'same'],
  ]
  for (const [owner, target, role, outcome] of table) {
    assert.deepEqual(decideHandOver(owner, target, role), words[outcome], `${owner} → ${target}, ${role}`)
  }
})
