import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Claim, type ClaimDecision, decideClaim, policyIn } from '../../../src/domain/channels/claim.ts'

const hour = 60 * 60_000
const botSince = 1_000 * hour
const was = { userId: 'U1', role: 'member', wasOwner: false, joinedAt: botSince, joinSeenAt: null } as const
const base: Claim = {
  policy: 'first',
  ownerId: undefined,
  isOwnerFromPlatform: false,
  hadOwner: false,
  heir: undefined,
  claimant: was,
  botSince,
  at: botSince + hour,
  isCodeValid: undefined,
}
const joinedNow = { ...was, joinedAt: botSince + hour, joinSeenAt: botSince + hour }
const inherited = { hadOwner: true, heir: 'admin' } as const
const claimed = (as: Extract<ClaimDecision, { kind: 'claimed' }>['as']): ClaimDecision => ({ kind: 'claimed', as })

/** How each case differs from a claim by someone who was in the group before the bot, and its result. */
const cases: [what: string, claim: Partial<Claim>, wanted: ClaimDecision | string][] = [
  ['there before the bot', {}, claimed('first')],
  ['the owner already', { ownerId: 'U1' }, 'yours-already'],
  ['someone else owns it', { ownerId: 'U2' }, 'taken'],
  ['someone else owns it, with a code', { ownerId: 'U2', isCodeValid: true }, 'taken'],
  ['a guest', { claimant: { ...was, role: 'guest' } }, 'guest'],
  ['a guest with a code', { claimant: { ...was, role: 'guest' }, isCodeValid: true }, 'guest'],
  ['joined just now', { claimant: joinedNow }, 'too-new'],
  ['joined just now, with a code', { claimant: joinedNow, isCodeValid: true }, claimed('code')],
  ['joined just now, with a wrong code', { claimant: joinedNow, isCodeValid: false }, 'code-wrong'],
  ['joined 23 hours ago', { claimant: joinedNow, at: botSince + 24 * hour }, 'too-new'],
  ['joined a day ago', { claimant: joinedNow, at: botSince + 25 * hour }, claimed('first')],
  ['joined before the bot came back', { claimant: joinedNow, botSince: botSince + 2 * hour }, claimed('first')],
  ['a member, while there is an admin', inherited, 'admins-only'],
  ['a member with a code, while there is an admin', { ...inherited, isCodeValid: true }, 'admins-only'],
  ['an admin', { ...inherited, claimant: { ...was, role: 'admin' } }, claimed('admin')],
  ['a demoted guest', { ...inherited, claimant: { ...was, role: 'guest' } }, 'guest'],
  ['a former owner', { ...inherited, claimant: { ...was, wasOwner: true } }, claimed('former-owner')],
  ['a former owner who is a guest', { ...inherited, claimant: { ...was, role: 'guest', wasOwner: true } }, 'guest'],
  ['a member, while a former owner is there', { hadOwner: true, heir: 'former-owner' }, 'former-owner-only'],
  ['a member, with nobody to inherit', { hadOwner: true }, 'code-missing'],
  ['a member with a code, with nobody to inherit', { hadOwner: true, isCodeValid: true }, claimed('code')],
  ['codes only', { policy: 'code' }, 'code-missing'],
  ['codes only, a wrong one', { policy: 'code', isCodeValid: false }, 'code-wrong'],
  ['codes only, a right one', { policy: 'code', isCodeValid: true }, claimed('code')],
  ['codes only, an admin', { policy: 'code', ...inherited, claimant: { ...was, role: 'admin' } }, 'code-missing'],
  ['codes only, a member while there is an admin', { policy: 'code', ...inherited, isCodeValid: true }, 'admins-only'],
  ['off', { policy: 'off', isCodeValid: true }, 'off'],
  ['on a platform that hasn’t named the owner', { policy: 'platform', isCodeValid: true }, 'unknown-on-platform'],
  ['the owner of the platform', { policy: 'platform', ownerId: 'U1', isOwnerFromPlatform: true }, 'yours-on-platform'],
  [
    'someone else owns the platform’s group',
    { policy: 'platform', ownerId: 'U2', isOwnerFromPlatform: true },
    'taken-on-platform',
  ],
  ['set by the operator on such a platform', { policy: 'platform', ownerId: 'U2' }, 'taken'],
  ['off, the owner', { policy: 'off', ownerId: 'U1' }, 'yours-already'],
]

for (const [what, claim, wanted] of cases) {
  test(`a claim is decided: ${what}`, () => {
    const decision = decideClaim({ ...base, ...claim })
    assert.deepEqual(decision, typeof wanted === 'string' ? { kind: 'refused', why: wanted } : wanted)
  })
}

test('only where the platform says who owns a group does no one have to claim it', () => {
  const table = [
    ['platform', 'platform', 'first'],
    ['first', 'first', 'first'],
    ['code', 'code', 'code'],
    ['off', 'off', 'off'],
  ] as const
  for (const [policy, known, unknown] of table) {
    assert.equal(policyIn(policy, { knowsAdmins: true }), known)
    assert.equal(policyIn(policy, { knowsAdmins: false }), unknown)
  }
})
