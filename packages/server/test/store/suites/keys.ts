import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Key, noon, type OpenStore, operator, shareStoreWorld } from '../store-world.ts'

export function keysSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)
  const revoke = (keyId: string, by = operator, at = noon + 1) =>
    world.store.write<'revoke-key'>({ kind: 'revoke-key', by, at, keyId })
  const revokedAt = async ({ hash }: Key) => (await world.store.findAccess(hash, undefined))?.revokedAt

  test('revoking a key revokes every key created with it, directly or indirectly, and no other', async () => {
    const root = await world.key('U-family')
    const child = await world.key('U-family', { parent: root })
    const grandchild = await world.key('U-family', { parent: child })
    const sibling = await world.key('U-family', { parent: root })
    const stranger = await world.key('U-family')
    await revoke(child.id)
    assert.deepEqual([await revokedAt(child), await revokedAt(grandchild)], [noon + 1, noon + 1])
    assert.deepEqual([await revokedAt(root), await revokedAt(sibling), await revokedAt(stranger)], [null, null, null])
    await revoke(root.id, operator, noon + 2)
    assert.deepEqual([await revokedAt(root), await revokedAt(sibling)], [noon + 2, noon + 2])
    assert.equal(await revokedAt(child), noon + 1, 'the time of the first revocation is kept')
    assert.deepEqual(
      (await world.store.listKeysOf('U-family')).map(({ id }) => id),
      [stranger.id],
    )
    const all = (await world.store.listAllKeys()).filter(({ userId }) => userId === 'U-family')
    assert.equal(all.length, 5, 'the operator still sees all of them')
  })

  test('a key created with another key expires no later than that key', async () => {
    const root = await world.key('U1', { expiresAt: noon + 100 })
    for (const [wanted, expected] of [
      [undefined, noon + 100],
      [noon + 500, noon + 100],
      [noon + 50, noon + 50],
    ] as const) {
      const child = await world.key('U1', { parent: root, ...(wanted ? { expiresAt: wanted } : {}) })
      assert.equal((await world.store.findAccess(child.hash, undefined))?.key.expiresAt, expected)
    }
  })

  test('a revoked key cannot create keys', async () => {
    const root = await world.key('U2')
    await revoke(root.id)
    await assert.rejects(world.key('U2', { parent: root }), { code: 'authentication-failed' })
    assert.deepEqual(await world.store.listKeysOf('U2'), [])
  })

  test("a caller can revoke only their own keys; unknown, revoked and other people's keys are refused the same way", async () => {
    const mine = await world.key('U3')
    const another = await world.key('U3')
    const foreign = await world.key('U4')
    await assert.rejects(revoke(foreign.id, mine.by('key')), { code: 'key-not-found' })
    await assert.rejects(revoke('k_nowhere', mine.by('key')), { code: 'key-not-found' })
    await revoke(another.id, mine.by('key'))
    await assert.rejects(revoke(another.id, mine.by('key')), { code: 'key-not-found' })
    assert.equal(await revokedAt(foreign), null)
    await revoke(mine.id, mine.by('key'))
    assert.equal(await revokedAt(mine), noon + 1)
  })

  test('a key is found only by its hash, together with its access', async () => {
    const channel = await world.channel({ owner: 'U5', subscribers: ['U5'] })
    const key = await world.key('U5', { scope: 'read' })
    assert.equal(await world.store.findAccess(key.id, channel), undefined)
    const inside = await world.store.findAccess(key.hash, channel)
    assert.deepEqual(
      [inside?.userId, inside?.key.scope, inside?.role, inside?.joinedAt, inside?.subscribedAt],
      ['U5', 'read', 'owner', noon, noon],
    )
    const elsewhere = await world.store.findAccess(key.hash, 'C-nowhere')
    assert.deepEqual([elsewhere?.userId, elsewhere?.channel, elsewhere?.role], ['U5', undefined, undefined])
  })
}
