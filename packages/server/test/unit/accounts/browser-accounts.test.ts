import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '@innkeeper/contract'
import { chooseAccount, endedBy, findFreeSlot } from '../../../src/domain/accounts/browser-accounts.ts'

const account = (userId: string, role?: Role, isOperator = false) => ({ userId, role, isOperator })
const anyone = { named: undefined, needsOperator: false }

test('a request acts for the account that it names, or for none', () => {
  const accounts = [account('line', 'owner'), account('telegram', 'guest')]
  assert.equal(chooseAccount(accounts, { ...anyone, named: 'telegram' })?.userId, 'telegram')
  assert.equal(chooseAccount(accounts, { ...anyone, named: 'someone' }), undefined)
  assert.equal(chooseAccount([], anyone), undefined)
})

test('otherwise the account with the highest role in the channel acts, and of several the first', () => {
  const choose = (...roles: (Role | undefined)[]) =>
    chooseAccount(
      roles.map((role, index) => account(String(index), role)),
      anyone,
    )?.userId
  assert.equal(choose(undefined, 'guest'), '1')
  assert.equal(choose('guest', 'admin', 'owner', undefined), '2')
  assert.equal(choose('member', 'member', 'guest'), '0')
  assert.equal(choose(undefined, undefined), '0')
})

test("an operator's task is done with an account that has operator rights, if there is one", () => {
  const accounts = [account('line'), account('operator', undefined, true)]
  assert.equal(chooseAccount(accounts, { ...anyone, needsOperator: true })?.userId, 'operator')
  assert.equal(chooseAccount([account('line')], { ...anyone, needsOperator: true })?.userId, 'line')
})

test('a new account takes the first cookie that is free', () => {
  assert.equal(findFreeSlot([]), 0)
  assert.equal(findFreeSlot([{ slot: 0 }, { slot: 2 }]), 1)
  assert.equal(findFreeSlot([0, 1, 2, 3, 4].map((slot) => ({ slot }))), undefined)
})

test('without adding, everyone who was signed in is signed out', () => {
  const held = [
    { slot: 0, hash: 'a' },
    { slot: 1, hash: 'b' },
  ]
  assert.deepEqual(endedBy({ held, adds: false }), { hashes: ['a', 'b'], of: 'anyone' })
  assert.deepEqual(endedBy({ held, adds: true }), { hashes: ['a', 'b'], of: 'same-person' })
})
