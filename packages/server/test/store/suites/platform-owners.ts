import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Person } from '../../../src/ports/connector.ts'
import { joined, left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { finishErasures } from '../../support/finish-erasures.ts'
import { noon, type OpenStore, operator, shareStoreWorld, type World } from '../store-world.ts'

const minute = 60_000
const person = (userId: string): Person => ({ userId, displayName: `Name of ${userId}` })

/** On a store where platforms that name owners and admins decide. */
export function platformOwnersSuite(open: OpenStore): void {
  const world = shareStoreWorld(() => open('platform'))

  test('a report brings people who never posted, and tells clients that watch once', async () => {
    const channel = await world.channel({ members: ['U1'] })
    await report(world, channel, { owner: 'U-owner', admins: ['U-admin', 'U1'] })
    assert.deepEqual(await rolesIn(world, channel), { 'U-admin': 'admin', 'U-owner': 'owner', U1: 'admin' })
    const { channelNo } = await world.look(channel)
    const listed = await world.store.listMembers(channelNo, 'owner')
    assert.equal(listed[0]?.displayName, 'Name of U-owner')
    const audit = () => world.store.listAudit(channelNo, { before: undefined, limit: 50 })
    const before = (await audit()).length
    await report(world, channel, { owner: 'U-owner', admins: ['U1', 'U-admin'] })
    assert.equal((await audit()).length, before, 'the same report in another order')
  })

  test('fifty reports at once leave one owner', async () => {
    const people = Array.from({ length: 10 }, (_, index) => `U${index}`)
    const channel = await world.channel({ members: people })
    const reports = Array.from({ length: 50 }, (_, index) =>
      report(world, channel, { owner: `U${index % 10}`, admins: people.filter((_, other) => other % 3 === index % 3) }),
    )
    await Promise.all(reports)
    assert.equal(Object.values(await rolesIn(world, channel)).filter((role) => role === 'owner').length, 1)
  })

  test('someone who left is not brought back, and gets their role when they are back', async () => {
    const channel = await world.channel({ members: ['U1', 'U2'] })
    await report(world, channel, { owner: 'U1', admins: ['U2'] })
    await world.receive(left(channel, noon + minute, 'U1', 'U2'))
    await report(world, channel, { owner: 'U1', admins: ['U2'] })
    assert.deepEqual(await rolesIn(world, channel), {})
    await world.receive(joined(channel, noon + 2 * minute, 'U1'), message(channel, noon + 2 * minute, { from: 'U2' }))
    assert.deepEqual(await rolesIn(world, channel), { U1: 'member', U2: 'member' })
    await report(world, channel, { owner: 'U1', admins: ['U2'] })
    assert.deepEqual(await rolesIn(world, channel), { U1: 'owner', U2: 'admin' })
  })

  test('someone who was erased is not brought back either', async () => {
    const channel = await world.channel({ members: ['U1', 'U-erased'] })
    await world.store.write<'erase-person'>({
      kind: 'erase-person',
      by: operator,
      at: noon + minute,
      userId: 'U-erased',
      channelId: channel,
    })
    await finishErasures(world.store, noon + minute)
    await report(world, channel, { owner: 'U-erased', admins: ['U1'] })
    assert.deepEqual(await rolesIn(world, channel), { U1: 'admin' })
  })

  test('what the owner gave stays, and only the platform gives ownership away', async () => {
    const channel = await world.channel({ members: ['U1', 'U2', 'U3'] })
    await report(world, channel, { owner: 'U1', admins: ['U2'] })
    const change = { by: operator, at: noon, channelId: channel }
    await world.store.write<'change-role'>({ kind: 'change-role', ...change, userId: 'U2', role: 'guest' })
    await world.store.write<'change-role'>({ kind: 'change-role', ...change, userId: 'U3', role: 'admin' })
    await report(world, channel, { owner: 'U1', admins: ['U2'] })
    assert.deepEqual(await rolesIn(world, channel), { U1: 'owner', U2: 'guest', U3: 'admin' })
    const handOver = { kind: 'hand-over-owner', ...change, userId: 'U3' } as const
    await assert.rejects(world.store.write<'hand-over-owner'>(handOver), { code: 'owner-on-platform' })
    await report(world, channel, { owner: undefined, admins: ['U2'] })
    await world.store.write<'hand-over-owner'>(handOver)
    assert.deepEqual(await rolesIn(world, channel), { U1: 'member', U2: 'guest', U3: 'owner' }, 'none is named')
  })

  test('where groups are claimed, a report changes nothing', async () => {
    const opened = await open('first')
    try {
      const channelId = 'C-claimed'
      const events = [joined(channelId, noon, 'U1')]
      await opened.store.write<'receive-events'>({
        kind: 'receive-events',
        at: noon,
        platform: 'test',
        events,
        unread: [],
      })
      const admins = { owner: person('U1'), admins: [person('U2')] }
      await opened.store.write<'record-admins'>({ kind: 'record-admins', at: noon, channelId, ...admins })
      const listed = await opened.store.listAllChannels()
      assert.equal(listed.find((one) => one.channelId === channelId)?.ownerId, null)
    } finally {
      await opened.remove()
    }
  })
}

async function report(
  world: World,
  channelId: string,
  { owner, admins }: { owner: string | undefined; admins: string[] },
): Promise<void> {
  await world.store.write<'record-admins'>({
    kind: 'record-admins',
    at: noon,
    channelId,
    owner: owner === undefined ? undefined : person(owner),
    admins: admins.map(person),
  })
}

/** Of everyone who is there. */
async function rolesIn(world: World, channelId: string): Promise<Record<string, string>> {
  const { channelNo } = await world.look(channelId)
  const listed = [
    ...(await world.store.listMembers(channelNo, undefined)),
    ...(await world.store.listMembers(channelNo, 'guest')),
  ]
  return Object.fromEntries(listed.filter(({ leftAt }) => leftAt === null).map(({ userId, role }) => [userId, role]))
}
