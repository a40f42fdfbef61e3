import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { noon, operator, type World } from '../store-world.ts'

const march = { from: '2026-03-01', to: '2026-03-31' }
const none = { autoReplies: 0, welcomes: 0 }

export function usageSuite(world: World): void {
  const image = { type: 'image' } as const
  const store = (channelId: string, messageId: string) =>
    world.store.write<'store-media'>({
      kind: 'store-media',
      at: 0,
      channelId,
      messageId,
      sha256: 'a'.repeat(64),
      sizeBytes: 100,
    })

  test('a message and a file are counted once, however often they arrive, and stay counted when unsent', async () => {
    const channel = await world.channel({ owner: 'U-once', subscribers: ['U-once'] })
    const events = [message(channel, noon, { id: 'm1' }), message(channel, noon, { id: 'm2', content: image })]
    for (let time = 0; time < 3; time++) {
      await Promise.all([world.receive(...events), store(channel, 'm2')])
      await store(channel, 'm2')
    }
    await world.receive(message(channel, noon, { id: 'm1' }))
    const expected = [{ day: '2026-03-10', messages: 2, mediaFiles: 1, mediaBytes: 100, ...none }]
    assert.deepEqual(plain(await world.store.listUsageOf({ userId: 'U-once', limit: null }, march)), expected)
    await world.receive(unsent(channel, noon, 'm1'), unsent(channel, noon, 'm2'))
    assert.deepEqual(plain(await world.store.listUsageOf({ userId: 'U-once', limit: null }, march)), expected)
  })

  test('messages without a subscriber are not counted, and neither are lost files', async () => {
    const channel = await world.channel({ owner: 'U-none' })
    await world.receive(message(channel, noon, { id: 'm1' }))
    await world.subscribe(channel, 'U-none')
    await world.receive(message(channel, noon, { id: 'm2', content: image }))
    const lost = { kind: 'lose-media', at: 0, channelId: channel, messageId: 'm2', reason: 'gone' } as const
    await world.store.write<'lose-media'>(lost)
    assert.deepEqual(plain(await world.store.listUsageOf({ userId: 'U-none', limit: null }, march)), [
      { day: '2026-03-10', messages: 1, mediaFiles: 0, mediaBytes: 0, ...none },
    ])
  })

  test("a day is a day in the channel's time zone, and channels add up for people with access to them", async () => {
    const [tokyo, utc] = [
      await world.channel({ owner: 'U-zone', members: ['U-half'], guests: ['U-guest'], subscribers: ['U-zone'] }),
      await world.channel({ owner: 'U-zone', subscribers: ['U-zone'] }),
    ]
    await world.store.write<'change-settings'>({
      kind: 'change-settings',
      by: operator,
      at: noon,
      channelId: tokyo,
      change: { timezone: 'Asia/Tokyo' },
    })
    const evening = Date.parse('2026-03-10T20:00:00Z')
    await world.receive(
      message(tokyo, evening, { from: 'U-zone' }),
      message(tokyo, noon, { from: 'U-zone' }),
      message(utc, evening, { from: 'U-zone' }),
    )
    const counts = async (userId: string) =>
      Object.fromEntries(
        (await world.store.listUsageOf({ userId, limit: null }, march)).map(({ day, messages }) => [day, messages]),
      )
    assert.deepEqual(await counts('U-zone'), { '2026-03-10': 2, '2026-03-11': 1 })
    assert.deepEqual(await counts('U-half'), { '2026-03-10': 1, '2026-03-11': 1 })
    assert.deepEqual(await counts('U-guest'), {})
    assert.deepEqual(
      await world.store.listUsageOf({ userId: 'U-zone', limit: null }, { from: '2026-03-12', to: '2026-03-31' }),
      [],
    )
  })

  test('requests of many keys add up by user and day, and the last use of a key never moves back', async () => {
    const [one, two] = [await world.key('U-busy'), await world.key('U-busy')]
    const note = (keyId: string, count: number, lastUsedAt: number) => {
      return { keyId, userId: 'U-busy', day: '2026-03-10', count, lastUsedAt }
    }
    const record = (...requests: ReturnType<typeof note>[]) =>
      world.store.write<'record-requests'>({ kind: 'record-requests', requests })
    await record(note(one.id, 3, noon + 5), note(two.id, 4, noon))
    await record(note(one.id, 1, noon + 2))
    assert.deepEqual(plain(await world.store.listRequestsOf('U-busy', march)), [{ day: '2026-03-10', count: 8 }])
    const known = (await world.store.listKeysOf('U-busy')).find(({ id }) => id === one.id)
    assert.equal(known?.lastUsedAt, noon + 5)
  })
}

/** Rows can have a null prototype. */
function plain<T extends object>(rows: T[]): T[] {
  return rows.map((row) => ({ ...row }))
}
