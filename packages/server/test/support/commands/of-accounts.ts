import { type Draws, id, operator, people, pickFrom, take, type World } from './world.ts'

const endsNothing = { hashes: [], of: 'anyone' as const }

/** Keys, sign-ins, operators and settings. */
export const ofAccounts: Draws<
  | 'create-key'
  | 'revoke-key'
  | 'create-sign-in'
  | 'use-sign-in-code'
  | 'create-sign-in-code'
  | 'create-setup-code'
  | 'create-operator'
  | 'sign-in-operator'
  | 'change-passphrase'
  | 'share-operator-rights'
  | 'renew-recovery-codes'
  | 'remove-operators'
  | 'forget-setup-codes'
  | 'save-settings'
  | 'reseal-settings'
  | 'end-sign-in'
  | 'forget-sign-ins'
  | 'record-requests'
> = {
  'create-key': {
    draw(world) {
      const whose = { userId: world.random.pick(people), name: 'test', parentId: null }
      const key = { ...whose, id: id(), hash: id(), scope: 'full', expiresAt: null } as const
      return { kind: 'create-key', by: operator, at: world.now(), key }
    },
    learn: (world, { key }) => world.keyIds.push(key.id),
  },
  'revoke-key': {
    draw(world) {
      const keyId = take(world.keyIds, world.random)
      return keyId === undefined ? undefined : { kind: 'revoke-key', by: operator, at: world.now(), keyId }
    },
  },
  'create-sign-in': {
    draw(world) {
      const of = { userId: world.random.pick(people), scope: 'full', parentId: null } as const
      const signIn = { ...drawSignIn(world), ...of }
      return { kind: 'create-sign-in', by: operator, at: world.now(), signIn, ends: endsNothing }
    },
    learn: (world, { signIn }) => world.signIns.push(signIn.id),
  },
  'create-sign-in-code': {
    draw(world) {
      const expiresAt = world.now() + 600_000
      const userId = world.random.pick(people)
      return { kind: 'create-sign-in-code', by: operator, at: world.now(), hash: id(), userId, expiresAt }
    },
    learn: (world, { hash }) => world.signInCodes.push(hash),
  },
  'use-sign-in-code': {
    draw(world) {
      const codeHash = take(world.signInCodes, world.random)
      if (!codeHash) return undefined
      return { kind: 'use-sign-in-code', at: world.now(), codeHash, signIn: drawSignIn(world), ends: endsNothing }
    },
    learn: (world, { signIn }) => world.signIns.push(signIn.id),
  },
  'create-setup-code': {
    draw: (world) => ({
      kind: 'create-setup-code',
      by: operator,
      at: world.now(),
      hash: id(),
      expiresAt: world.now() + 600_000,
    }),
    learn: (world, { hash }) => world.setupCodes.push(hash),
  },
  'create-operator': {
    draw(world) {
      const codeHash = take(world.setupCodes, world.random)
      if (!codeHash) return undefined
      const account = { id: id(), name: id(), passphrase: id() }
      const signIn = drawSignIn(world)
      const recoveryHashes = [id(), id(), id()]
      const more = { operator: account, recoveryHashes, signIn, ends: endsNothing }
      return { kind: 'create-operator', at: world.now(), codeHash, ...more }
    },
    learn(world, { operator: { id: operatorId, passphrase }, recoveryHashes }, result) {
      if (result === 'created') world.operators = [{ id: operatorId, passphrase, recoveryHashes: [...recoveryHashes] }]
    },
  },
  'sign-in-operator': {
    draw(world) {
      const account = pickFrom(world.operators, world.random)
      if (!account) return undefined
      const recoveryHash = world.random.chance(30) ? account.recoveryHashes.pop() : undefined
      const proof = recoveryHash === undefined ? { passphrase: account.passphrase } : { recoveryHash }
      const signIn = drawSignIn(world)
      return { kind: 'sign-in-operator', at: world.now(), operatorId: account.id, proof, signIn, ends: endsNothing }
    },
  },
  'change-passphrase': {
    draw(world) {
      const account = pickFrom(world.operators, world.random)
      if (!account) return undefined
      const about = { operatorId: account.id, passphrase: id(), recoveryHash: null }
      return { kind: 'change-passphrase', by: operator, at: world.now(), ...about }
    },
    learn(world, { operatorId, passphrase }) {
      for (const account of world.operators) if (account.id === operatorId) account.passphrase = passphrase
    },
  },
  // `/claim` with an operator's code has linked them before.
  'share-operator-rights': {
    draw(world) {
      const account = pickFrom(world.operators, world.random)
      if (!account) return undefined
      const about = { operatorId: account.id, userId: 'U1', sharesRights: world.random.chance(50) }
      return { kind: 'share-operator-rights', by: operator, at: world.now(), ...about }
    },
  },
  'renew-recovery-codes': {
    draw(world) {
      const account = pickFrom(world.operators, world.random)
      if (!account) return undefined
      const hashes = [id(), id()]
      return { kind: 'renew-recovery-codes', by: operator, at: world.now(), operatorId: account.id, hashes }
    },
    learn(world, { operatorId, hashes }) {
      for (const account of world.operators) if (account.id === operatorId) account.recoveryHashes = [...hashes]
    },
  },
  'forget-setup-codes': { draw: (world) => ({ kind: 'forget-setup-codes', by: operator, at: world.now() }) },
  'remove-operators': {
    draw: (world) => ({ kind: 'remove-operators', by: operator, at: world.now() }),
    learn: (world) => void world.operators.splice(0),
  },
  'save-settings': {
    draw(world) {
      const value = id()
      const changes = [{ name: 'baseUrl', value: `https://${value}.test`, isSealed: false }]
      return { kind: 'save-settings', by: operator, at: world.now(), actor: 'test', changes }
    },
  },
  'reseal-settings': {
    draw: (world) => ({
      kind: 'reseal-settings',
      at: world.now(),
      keyId: id(),
      retired: world.random.chance(50) ? [id()] : null,
      values: [{ name: 'lineChannelSecret', from: id(), to: id() }],
    }),
  },
  'end-sign-in': {
    draw(world) {
      const signInId = take(world.signIns, world.random)
      return signInId === undefined ? undefined : { kind: 'end-sign-in', by: operator, at: world.now(), signInId }
    },
  },
  'forget-sign-ins': { draw: (world) => ({ kind: 'forget-sign-ins', at: world.now() }) },
  'record-requests': {
    draw(world) {
      const ofEach = people.map((userId) => ({ userId, keyId: world.callers.get(userId) ?? '', count: 1 }))
      const requests = world.random.shuffle(ofEach).slice(0, 3)
      const lastUsedAt = world.now()
      const rows = requests.map((one) => ({ ...one, day: '2026-03-10', lastUsedAt }))
      return { kind: 'record-requests', requests: rows }
    },
  },
}

function drawSignIn(world: World) {
  return { id: id(), hash: id(), name: 'browser', way: 'link', expiresAt: world.now() + 3_600_000 } as const
}
