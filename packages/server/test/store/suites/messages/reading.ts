import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MessagePosition, Span } from '../../../../src/ports/reading.ts'
import { unsent } from '../../../support/content/chat-events.ts'
import { message } from '../../../support/content/events.ts'
import { isSoak } from '../../../support/soak.ts'
import { itemsOf, type Message, noon, type World, wholeSpan } from '../../store-world.ts'

export function readingSuite(world: World): void {
  const newChannel = () => world.channel({ members: ['U1'], subscribers: ['U1'] })
  const say = (channel: string, ...said: [id: string, time: number][]) =>
    world.receive(...said.map(([id, time]) => message(channel, time, { id })))

  const read = async (channel: string, span: Partial<Span>) => {
    const { channelNo } = await world.look(channel)
    const page = await world.store.readMessages(channelNo, { ...wholeSpan, ...span })
    const ids = itemsOf<Message>(page).map(({ id }) => id)
    assert.equal(page.count, ids.length)
    return { ...page, ids }
  }

  const walk = async (
    channel: string,
    span: Partial<Span>,
    between: (page: number) => Promise<unknown> = async () => {},
  ) => {
    const ids: string[] = []
    let after: MessagePosition | undefined
    for (let page = 1; ; page++) {
      const { ids: more, next } = await read(channel, { ...span, after })
      ids.push(...more)
      if (!next) return ids
      after = next
      await between(page)
    }
  }

  test('messages are read in the order they were sent, and ties in the order they arrived', async () => {
    const channel = await newChannel()
    await say(channel, ['b1', noon], ['c', noon + 1], ['b2', noon])
    await say(channel, ['a', noon - 1], ['b3', noon])
    assert.deepEqual((await read(channel, {})).ids, ['a', 'b1', 'b2', 'b3', 'c'])
    assert.deepEqual((await read(channel, { order: 'desc' })).ids, ['c', 'b3', 'b2', 'b1', 'a'])
  })

  for (const order of ['asc', 'desc'] as const) {
    test(`hundreds of messages at the same instant are paged by sevens without gaps or repeats (${order})`, async () => {
      const channel = await newChannel()
      const ids = Array.from({ length: isSoak ? 2_000 : 200 }, (_, index) => `m${index}`)
      await say(channel, ...ids.map((id): [string, number] => [id, noon]))
      assert.deepEqual(await walk(channel, { order, limit: 7 }), order === 'asc' ? ids : ids.toReversed())
    })

    test(`a page says exactly whether there is more (${order})`, async () => {
      const channel = await newChannel()
      await say(channel, ['m0', noon], ['m1', noon], ['m2', noon + 1], ['m3', noon + 1])
      for (const [limit, expected] of [
        [1, true],
        [3, true],
        [4, false],
        [5, false],
      ] as const) {
        assert.equal((await read(channel, { order, limit })).next !== undefined, expected, `limit ${limit}`)
      }
      const first = await read(channel, { order, limit: 2 })
      const second = await read(channel, { order, limit: 2, after: first.next })
      assert.equal(second.ids.length, 2)
      assert.equal(second.next, undefined)
    })

    test(`messages that come and go during a walk never make it repeat or skip those that stay (${order})`, async () => {
      const channel = await newChannel()
      const stays = Array.from({ length: 30 }, (_, index): [string, number] => [`m${index}`, noon + (index % 5)])
      await say(
        channel,
        ...stays,
        ...Array.from({ length: 10 }, (_, i): [string, number] => [`gone${i}`, noon + (i % 5)]),
      )
      const seen = await walk(channel, { order, limit: 4 }, async (page) => {
        await say(channel, [`early${page}`, noon - 1], [`tie${page}`, noon + (page % 5)], [`late${page}`, noon + 9])
        await world.receive(unsent(channel, noon, `gone${page}`))
      })
      assert.equal(new Set(seen).size, seen.length, 'no message comes twice')
      const missing = stays.filter(([id]) => !seen.includes(id))
      assert.deepEqual(missing, [])
    })

    const { walks, size } = isSoak ? { walks: 5, size: 300 } : { walks: 1, size: 90 }
    test(`a walk beside a constant writer sees each message that stays exactly once (${order})`, async () => {
      const channel = await newChannel()
      const stays = Array.from({ length: size }, (_, index): [string, number] => [`m${index}`, noon + index])
      await say(channel, ...stays)
      let isWalking = true
      const write = async () => {
        for (let round = 0; isWalking; round++) {
          const times = Array.from({ length: size / 15 }, (_, index) => noon + ((round * 7 + index * 15) % size))
          await say(channel, ...times.map((at, index): [string, number] => [`x${round}.${index}`, at]))
          await world.receive(...times.map((at, index) => unsent(channel, at, `x${round}.${index}`)))
          await nextTurn()
        }
      }
      const writing = write()
      try {
        for (let time = 0; time < walks; time++) {
          const seen = await walk(channel, { order, limit: 3 }, nextTurn)
          const stayed = seen.filter((id) => id.startsWith('m'))
          const expected = stays.map(([id]) => id)
          assert.deepEqual(order === 'asc' ? stayed : stayed.toReversed(), expected)
        }
      } finally {
        isWalking = false
        await writing
      }
    })

    test(`a walk continues from a message that was unsent in the meantime (${order})`, async () => {
      const channel = await newChannel()
      await say(channel, ['m0', noon], ['m1', noon], ['m2', noon], ['m3', noon])
      const first = await read(channel, { order, limit: 2 })
      await world.receive(unsent(channel, noon, first.ids[1] ?? ''))
      const rest = await read(channel, { order, limit: 2, after: first.next })
      assert.deepEqual(rest.ids, order === 'asc' ? ['m2', 'm3'] : ['m1', 'm0'])
    })

    test(`a time span includes its start and excludes its end (${order})`, async () => {
      const channel = await newChannel()
      await say(channel, ['before', noon - 1], ['first', noon], ['inside', noon + 5], ['end', noon + 10])
      const span = { from: noon, to: noon + 10, order }
      const expected = order === 'asc' ? ['first', 'inside'] : ['inside', 'first']
      assert.deepEqual((await read(channel, span)).ids, expected)
      assert.deepEqual(await walk(channel, { ...span, limit: 1 }), expected)
      assert.deepEqual((await read(channel, { from: noon + 6, to: noon + 10, order })).ids, [])
      const beyond = { time: order === 'asc' ? noon - 100 : noon + 100, seq: 1 }
      assert.deepEqual((await read(channel, { ...span, after: beyond })).ids, expected, 'a position outside the span')
    })
  }

  test('a page has the position of the next one and its earliest time; an empty page has neither', async () => {
    const channel = await newChannel()
    const empty = await read(channel, {})
    assert.deepEqual([empty.count, empty.json.length, empty.next, empty.earliest], [0, 0, undefined, undefined])
    await say(channel, ['m0', noon + 2], ['m1', noon], ['m2', noon + 1])
    const up = await read(channel, { limit: 2 })
    assert.deepEqual([up.ids, up.next?.time, up.earliest], [['m1', 'm2'], noon + 1, noon])
    const down = await read(channel, { limit: 2, order: 'desc' })
    assert.deepEqual([down.ids, down.next?.time, down.earliest], [['m0', 'm2'], noon + 1, noon + 1])
  })

  test('a channel shows no messages of another channel', async () => {
    const [one, two] = [await newChannel(), await newChannel()]
    await say(one, ['m-one', noon])
    await say(two, ['m-two', noon])
    assert.deepEqual((await read(one, {})).ids, ['m-one'])
    const { channelNo } = await world.look(two)
    assert.equal(await world.store.findMessage(channelNo, 'm-one'), undefined)
    const found = await world.store.findMessage(channelNo, 'm-two')
    assert.equal(found?.sentAt, noon)
    assert.equal(JSON.parse(found?.json ?? '').id, 'm-two')
  })
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
