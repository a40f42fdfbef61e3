import assert from 'node:assert/strict'
import { test } from 'node:test'
import { left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { noon, operator, type World } from '../store-world.ts'

export function ownerSuite(world: World): void {
  const people = Array.from({ length: 20 }, (_, index) => `U${index}`)
  const handOver = (channelId: string, userId: string, by = operator) =>
    world.store.write<'hand-over-owner'>({ kind: 'hand-over-owner', by, at: noon, channelId, userId })
  const ownersOf = async (channelId: string) => {
    const { channelNo } = await world.look(channelId)
    return (await world.store.listMembers(channelNo, 'owner')).map(({ userId }) => userId)
  }

  test('fifty hand-overs at once leave one owner, and everyone else an admin', async () => {
    const channel = await world.channel({ members: people })
    await Promise.all(Array.from({ length: 50 }, (_, index) => handOver(channel, people[index % 20] ?? '')))
    const owners = await ownersOf(channel)
    assert.equal(owners.length, 1)
    const { channelNo } = await world.look(channel)
    const admins = await world.store.listMembers(channelNo, 'admin')
    assert.equal(admins.length, people.length - 1)
    const listed = (await world.store.listAllChannels()).find(({ channelId }) => channelId === channel)
    assert.equal(listed?.ownerId, owners[0])
  })

  test('an owner who handed over the channel cannot hand it over again in the next write', async () => {
    const channel = await world.channel({ owner: 'U0', members: ['U1', 'U2'] })
    const key = await world.key('U0')
    const both = await Promise.allSettled([
      handOver(channel, 'U1', key.by('owner')),
      handOver(channel, 'U2', key.by('owner')),
    ])
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await ownersOf(channel)).length, 1)
  })

  test('nobody outside the chat can become owner, and the owner stays', async () => {
    const channel = await world.channel({ owner: 'U0', left: ['U-left'] })
    for (const userId of ['U-left', 'U-stranger']) {
      await assert.rejects(handOver(channel, userId), { code: 'member-not-found' })
    }
    assert.deepEqual(await ownersOf(channel), ['U0'])
    await handOver(channel, 'U0')
    assert.deepEqual(await ownersOf(channel), ['U0'])
  })

  test("a role change cannot take away the owner's role", async () => {
    const channel = await world.channel({ owner: 'U0', admins: ['U1'] })
    const key = await world.key('U0')
    for (const by of [operator, key.by('admin')]) {
      await assert.rejects(
        world.store.write<'change-role'>({
          kind: 'change-role',
          by,
          at: noon,
          channelId: channel,
          userId: 'U0',
          role: 'member',
        }),
        { code: 'owner-role-fixed' },
      )
    }
    assert.deepEqual(await ownersOf(channel), ['U0'])
  })

  test('an owner who leaves gives up the role and comes back without it', async () => {
    const channel = await world.channel({ owner: 'U0', members: ['U1'] })
    await world.receive(left(channel, noon + 1, 'U0'))
    assert.deepEqual(await ownersOf(channel), [])
    await world.receive(message(channel, noon + 2, { from: 'U0' }))
    assert.deepEqual(await ownersOf(channel), [])
    const { channelNo } = await world.look(channel)
    const back = (await world.store.listMembers(channelNo, 'member')).find(({ userId }) => userId === 'U0')
    assert.equal(back?.leftAt, null)
    await handOver(channel, 'U1')
    assert.deepEqual(await ownersOf(channel), ['U1'])
  })

  test('becoming a guest or leaving ends a subscription, and the end of the last one ends the backup', async () => {
    const channel = await world.channel({ owner: 'U0', members: ['U1'], subscribers: ['U0', 'U1'] })
    const { channelNo } = await world.look(channel)
    await world.receive(left(channel, noon + 1, 'U0'))
    assert.equal((await world.store.getChannel(channelNo)).backupEnabled, true)
    await world.store.write<'change-role'>({
      kind: 'change-role',
      by: operator,
      at: noon,
      channelId: channel,
      userId: 'U1',
      role: 'guest',
    })
    assert.equal((await world.store.getChannel(channelNo)).backupEnabled, false)
    await world.receive(message(channel, noon + 2, { from: 'U1' }))
    assert.deepEqual(await world.messages(channel), [])
  })
}
