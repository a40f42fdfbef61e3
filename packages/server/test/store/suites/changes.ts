import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../../../src/ports/reading.ts'
import { edited, joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { noon, type OpenStore, operator, shareStoreWorld } from '../store-world.ts'

export function changesSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)
  const newChannel = () => world.channel({ owner: 'U1', members: ['U2'], subscribers: ['U1'] })
  const numberOf = async (channel: string) => (await world.look(channel)).channelNo
  const lastOf = async (channel: string) => {
    const last = await world.store.findLastChange(await numberOf(channel))
    assert.ok(last !== undefined)
    return last
  }
  const since = async (channel: string, after: number) =>
    world.store.listChanges(await numberOf(channel), after, 10_000)
  const forgetAll = async (at: number, limit: number) => {
    for (let after: number | null = 0; after !== null; ) {
      after = (await world.store.write<'forget-changes'>({ kind: 'forget-changes', at, limit, after })).after
    }
  }
  /** The changes that this work records. */
  const noted = async (channel: string, work: () => Promise<unknown>): Promise<Change[]> => {
    const before = await lastOf(channel)
    await work()
    return (await since(channel, before)).map(({ change }) => change)
  }

  test('a batch records its messages as one change and its people as another, numbered without gaps', async () => {
    const channel = await newChannel()
    const before = await lastOf(channel)
    await world.receive(
      joined(channel, noon, 'U3'),
      message(channel, noon + 1, { id: 'm1', from: 'U3' }),
      joined(channel, noon, 'U4'),
      message(channel, noon + 2, { id: 'm2' }),
      unsent(channel, noon + 3, 'm1'),
    )
    const changes = await since(channel, before)
    assert.deepEqual(
      changes.map(({ no }) => no - before),
      [1, 2, 3],
    )
    // What happened has numbers of the same sequence.
    const [said, people, taken] = changes.map(({ change }) => change)
    const place = (change: Change | undefined, index: number) =>
      change?.kind === 'messages' ? change.places[index] : change?.kind === 'member' && change.happenings?.[index]
    const [first, second] = [place(said, 0), place(said, 1)]
    assert.ok(first && second)
    assert.deepEqual(said, {
      kind: 'messages',
      places: [
        [noon + 1, first[1]],
        [noon + 2, second[1]],
      ],
    })
    assert.deepEqual(people, {
      kind: 'member',
      happenings: [
        [noon, first[1] - 1],
        [noon, first[1] + 1],
      ],
    })
    assert.equal(second[1], first[1] + 2)
    assert.deepEqual(taken, { kind: 'unsent', messages: [['m1', noon + 1]] })
    assert.equal(await lastOf(channel), before + 3)
    assert.deepEqual(await noted(channel, () => world.receive(edited(channel, noon + 4, 'm2', 'Other'))), [
      { kind: 'edited', place: second },
    ])
  })

  test('without a subscriber, or without a difference, no change of messages is recorded', async () => {
    const channel = await world.channel({ owner: 'U1', members: ['U2'] })
    const said = message(channel, noon, { id: 'm1', from: 'U2' })
    const work = () => world.receive(said, edited(channel, noon + 1, 'm1', 'x'), unsent(channel, noon + 2, 'm1'))
    assert.deepEqual(await noted(channel, work), [])
    const kept = await newChannel()
    const once = message(kept, noon, { id: 'm1', from: 'U2' })
    await world.receive(once)
    assert.deepEqual(await noted(kept, () => world.receive(once)), [])
  })

  test('a write that fails records no change', async () => {
    const channel = await newChannel()
    const refused = { kind: 'change-role', by: operator, at: noon, channelId: channel, userId: 'U-none' } as const
    const work = () => assert.rejects(world.store.write<'change-role'>({ ...refused, role: 'admin' }))
    assert.deepEqual(await noted(channel, work), [])
  })

  test('changes older than a day are forgotten in every channel, however many channels there are', async () => {
    const channels = Array.from({ length: 10 }, (_, no) => `C-many-${no}`)
    await world.receive(...channels.map((channel) => joined(channel, noon, 'U1')))
    const left = async () => {
      const lists = await Promise.all(channels.map((channel) => since(channel, 0)))
      return lists.map(({ length }) => length)
    }
    await forgetAll(noon + 86_400_000, 4)
    assert.deepEqual(
      await left(),
      channels.map(() => 1),
    )
    await forgetAll(noon + 86_400_001, 4)
    assert.deepEqual(
      await left(),
      channels.map(() => 0),
    )
  })

  test('beyond two thousand changes the oldest are forgotten, but those waiting for the index or a webhook only afterwards', async () => {
    const channel = await newChannel()
    const before = await lastOf(channel)
    const webhook = { by: operator, at: noon, channelId: channel, webhookId: 'w1' } as const
    const wish = { userId: 'U1', url: 'https://receiver.test/', events: ['message.edited'], contents: 'thin' } as const
    await world.store.write<'create-webhook'>({ kind: 'create-webhook', ...webhook, ...wish })
    await world.receive(message(channel, noon, { id: 'm1', from: 'U1' }))
    const edits = Array.from({ length: 2_010 }, (_, at) => edited(channel, noon + at, 'm1', `Words ${at}`))
    // Not in one transaction, because PostgreSQL would keep every state of the row and scan them all each time.
    for (let from = 0; from < edits.length; from += 100) await world.receive(...edits.slice(from, from + 100))
    const forget = async (at: number) => {
      await forgetAll(at, 4)
      return (await since(channel, before)).map(({ no }) => no - before)
    }
    assert.equal((await forget(noon)).length, 2_011, 'the webhook has not looked at them yet')
    await world.store.write<'change-webhook'>({ kind: 'change-webhook', ...webhook, change: { isOn: false } })
    const left = await forget(noon)
    assert.deepEqual([left[0], left[1], left.length], [1, 12, 2_001])
    while ((await world.store.write<'index-messages'>({ kind: 'index-messages', limit: 1_000 })).more);
    assert.equal((await forget(noon))[0], 12)
  })

  test('no reader can continue from an erased channel of the same name, or from before a restore', async () => {
    const channel = await newChannel()
    const before = await lastOf(channel)
    assert.ok(before >= noon, 'numbers start at the current time, so that none is used twice')
    await world.store.write<'settle-restored'>({ kind: 'settle-restored', at: noon + 1_000_000, copiedAt: noon })
    assert.equal(await lastOf(channel), noon + 1_000_000)
    const after = await since(channel, before)
    assert.ok(after.length < noon + 1_000_000 - before, 'the gap in between is visible')
  })
}
