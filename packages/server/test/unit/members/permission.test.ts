import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BackupPolicy, Permission, Role } from '@innkeeper/contract'
import { canReadBackup, decideAccess, isSubscriber } from '../../../src/domain/members/permission.ts'

const anyRole: (Role | undefined)[] = [undefined, 'guest', 'member', 'admin', 'owner']

const grantedTo: Record<Permission, (Role | undefined)[]> = {
  public: anyRole,
  key: anyRole,
  // An attribute of the key, which no role includes.
  operator: [],
  visitor: ['guest', 'member', 'admin', 'owner'],
  member: ['member', 'admin', 'owner'],
  admin: ['admin', 'owner'],
  owner: ['owner'],
}

test('each permission is granted to its roles and those above, for reading and writing', () => {
  for (const permission of Object.keys(grantedTo) as Permission[]) {
    for (const role of anyRole) {
      for (const writes of [false, true]) {
        const refused = decideAccess({ scope: 'full', role }, { permission, subscriber: false, writes })
        const expected = grantedTo[permission].includes(role) ? undefined : 'permission-denied'
        assert.equal(refused, expected, `${permission} for ${role}, ${writes ? 'writing' : 'reading'}`)
      }
    }
  }
})

test('a read-only key cannot write anywhere, whatever the role of its holder, and reads as its holder does', () => {
  for (const permission of Object.keys(grantedTo) as Permission[]) {
    for (const role of anyRole) {
      const need = { permission, subscriber: false }
      assert.equal(decideAccess({ scope: 'read', role }, { ...need, writes: true }), 'permission-denied')
      const reading = { ...need, writes: false }
      assert.equal(decideAccess({ scope: 'read', role }, reading), decideAccess({ scope: 'full', role }, reading))
    }
  }
})

test('operator rights grant what is for the operator, and no channel', () => {
  for (const permission of Object.keys(grantedTo) as Permission[]) {
    const need = { permission, subscriber: false, writes: true }
    const isOpen = decideAccess({ scope: 'full', isOperator: true }, need) === undefined
    assert.equal(isOpen, ['public', 'key', 'operator'].includes(permission), permission)
  }
})

test('permission is checked before subscription', () => {
  const need = { permission: 'member', subscriber: true, writes: false } as const
  const open = { scope: 'full', backupPolicy: 'members' } as const
  const table: [role: Role | undefined, subscribedAt: number | undefined, expected: string | undefined][] = [
    [undefined, undefined, 'permission-denied'],
    [undefined, 1, 'permission-denied'],
    ['guest', undefined, 'permission-denied'],
    ['guest', 1, 'permission-denied'],
    ['member', undefined, 'not-a-subscriber'],
    ['member', 1, undefined],
    ['owner', undefined, 'not-a-subscriber'],
    ['owner', 0, undefined],
  ]
  for (const [role, subscribedAt, expected] of table) {
    assert.equal(decideAccess({ ...open, role, subscribedAt }, need), expected, `${role} since ${subscribedAt}`)
  }
})

test('the channel decides who can have a subscription; people who no longer can are suspended', () => {
  const table: Record<BackupPolicy, Role[]> = {
    members: ['member', 'admin', 'owner'],
    admins: ['admin', 'owner'],
    off: [],
  }
  for (const [backupPolicy, allowed] of Object.entries(table) as [BackupPolicy, Role[]][]) {
    for (const role of ['guest', 'member', 'admin', 'owner'] as const) {
      const expected = allowed.includes(role)
      assert.equal(canReadBackup(role, backupPolicy), expected, `${role} under ${backupPolicy}`)
      assert.equal(isSubscriber({ role, subscribedAt: 1, backupPolicy }), expected)
      assert.equal(isSubscriber({ role, subscribedAt: undefined, backupPolicy }), false)
    }
    assert.equal(isSubscriber({ role: undefined, subscribedAt: 1, backupPolicy }), false)
  }
  assert.equal(isSubscriber({ role: 'owner', subscribedAt: 1, backupPolicy: undefined }), false)
})
