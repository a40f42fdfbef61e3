import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorCode } from '@innkeeper/contract'
import type { GivenRole } from '../../../src/domain/members/role-change.ts'
import { left } from '../../support/content/chat-events.ts'
import { noon, operator, type World } from '../store-world.ts'

export function authoritySuite(world: World): void {
  const newChannel = () => world.channel({ owner: 'U-owner', admins: ['U-admin'], members: ['U-member'] })
  const setRole = (channelId: string, userId: string, role: GivenRole) =>
    world.store.write<'change-role'>({ kind: 'change-role', by: operator, at: noon, channelId, userId, role })
  const revoke = (keyId: string) =>
    world.store.write<'revoke-key'>({ kind: 'revoke-key', by: operator, at: noon, keyId })

  // The grant was given before. Each of these happens between the grant and the write.
  const between: [what: string, code: ErrorCode, happen: (channel: string, keyId: string) => Promise<unknown>][] = [
    ['whose key was revoked', 'authentication-failed', (_, keyId) => revoke(keyId)],
    ['who was made a member', 'permission-denied', (channel) => setRole(channel, 'U-admin', 'member')],
    ['who was made a guest', 'permission-denied', (channel) => setRole(channel, 'U-admin', 'guest')],
    ['who left the chat', 'permission-denied', (channel) => world.receive(left(channel, noon, 'U-admin'))],
  ]
  for (const [who, code, happen] of between) {
    test(`an admin ${who} after the access check cannot write`, async () => {
      const channel = await newChannel()
      const key = await world.key('U-admin')
      await world.createRule(channel, key.by('admin'), 'Before')
      await happen(channel, key.id)
      const { channelNo } = await world.look(channel)
      const audit = await world.store.listAudit(channelNo, { before: undefined, limit: 100 })
      await assert.rejects(world.createRule(channel, key.by('admin'), 'After'), { code })
      assert.deepEqual(await world.questions(channel), ['Before'])
      assert.deepEqual(await world.store.listAudit(channelNo, { before: undefined, limit: 100 }), audit)
    })
  }

  test('a key works until the millisecond it expires', async () => {
    const channel = await newChannel()
    const key = await world.key('U-admin', { expiresAt: noon + 10 })
    const write = (at: number) =>
      world.store.write<'create-rule'>({
        kind: 'create-rule',
        by: key.by('admin'),
        at,
        channelId: channel,
        rule: { keywords: ['x'], question: String(at), answer: 'y' },
      })
    await write(noon + 9)
    await assert.rejects(write(noon + 10), { code: 'authentication-failed' })
    assert.equal((await world.questions(channel)).length, 1)
  })

  test('a read-only key cannot write, whatever its user is allowed to do', async () => {
    const channel = await newChannel()
    const key = await world.key('U-owner', { scope: 'read' })
    await assert.rejects(world.createRule(channel, key.by('admin'), 'Q'), { code: 'permission-denied' })
    await assert.rejects(world.key('U-owner', { parent: key }), { code: 'permission-denied' })
    assert.deepEqual(await world.questions(channel), [])
  })

  test('permissions in one channel do not apply in another, and an unknown channel is refused the same way', async () => {
    const [mine, other] = [await newChannel(), await world.channel({ owner: 'U-other' })]
    const key = await world.key('U-owner')
    await world.createRule(mine, key.by('admin'), 'Q')
    await assert.rejects(world.createRule(other, key.by('admin'), 'Q'), { code: 'permission-denied' })
    await assert.rejects(world.createRule('C-nowhere', key.by('admin'), 'Q'), { code: 'permission-denied' })
  })

  test('a required subscription is checked again too', async () => {
    const channel = await newChannel()
    const key = await world.key('U-owner')
    await assert.rejects(world.createRule(channel, key.by('admin', true), 'Q'), { code: 'not-a-subscriber' })
    await world.subscribe(channel, 'U-owner')
    await world.createRule(channel, key.by('admin', true), 'Q')
  })

  test('revoking a key during its writes keeps the accepted ones and refuses the later ones', async () => {
    const channel = await newChannel()
    const key = await world.key('U-admin')
    const write = (index: number) => world.createRule(channel, key.by('admin'), `Q${index}`)
    const first = Array.from({ length: 20 }, (_, index) => write(index))
    const revoked = revoke(key.id)
    const outcomes = await Promise.allSettled([
      ...first,
      ...Array.from({ length: 20 }, (_, index) => write(20 + index)),
    ])
    await revoked
    const accepted = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.question] : []))
    assert.deepEqual(new Set(await world.questions(channel)), new Set(accepted))
    await assert.rejects(write(99), { code: 'authentication-failed' })
  })
}
