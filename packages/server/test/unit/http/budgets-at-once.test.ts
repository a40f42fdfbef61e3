import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { budgets, type Cost } from '@innkeeper/contract'
import type { FastifyReply } from 'fastify'
import type { Live } from '../../../src/actions/live/live.ts'
import { createBudgets } from '../../../src/http/limits/budgets.ts'
import { createRateLimit } from '../../../src/http/limits/rate-limit.ts'
import { sendEvents } from '../../../src/http/routes/live.ts'

// Without a server: hundreds of streams need hundreds of connections, and abandoning a request in time takes luck.

const open = () =>
  createBudgets(
    () => 0,
    (findLimit) => createRateLimit(findLimit(), () => 0),
  )
const refused = { code: 'too-many-requests' }

/** A response of which nothing has been sent. */
function replyTo() {
  const raw = Object.assign(new EventEmitter(), { destroyed: false })
  const headers: Record<string, string> = {}
  const reply = { raw, headers, header: (name: string, value: string) => Object.assign(headers, { [name]: value }) }
  return { reply: reply as unknown as FastifyReply, raw, headers }
}

for (const [cost, { person, channel }] of Object.entries(budgets) as [Cost, (typeof budgets)[Cost]][]) {
  test(`${cost}: a person and a channel can run as many at once as the table says, and more once these end`, async () => {
    const slots = open()
    const begin = (userId: string, channelId: string, { reply, raw } = replyTo()) => {
      slots.begin(cost, { userId, channelId }, reply)
      return raw
    }
    const running = Array.from({ length: person.atOnce }, (_, index) => begin('U-1', `C-${index}`))
    const answer = replyTo()
    assert.throws(() => begin('U-1', 'C-more', answer), refused)
    assert.ok(Number(answer.headers['retry-after']) > 0)
    running.push(begin('U-2', 'C-0'))
    for (const raw of running) raw.emit('close')
    const ofChannel = Array.from({ length: channel.atOnce }, (_, index) => begin(`U-${index}`, 'C-1'))
    assert.throws(() => begin('U-new', 'C-1'), refused)
    ofChannel.push(begin('U-new', 'C-2'))
    for (const raw of ofChannel) raw.emit('close')
    begin('U-new', 'C-1')
  })
}

test('a channel can use several times what one person can', () => {
  for (const { person, channel } of Object.values(budgets)) {
    assert.ok(channel.atOnce >= 2 * person.atOnce && channel.aMinute >= 2 * person.aMinute)
  }
})

test('work counts until it ends, however early its caller leaves', async () => {
  const slots = open()
  const begin = (work: () => Promise<void>) => {
    const { reply, raw } = replyTo()
    return { raw, done: slots.begin('zip', { userId: 'U-1', channelId: 'C-1' }, reply).run(work) }
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const both = [begin(() => promise), begin(() => promise)]
  for (const { raw } of both) raw.emit('close')
  assert.throws(() => begin(async () => {}), refused)
  resolve()
  await Promise.all(both.map(({ done }) => done))
  const failing = begin(() => Promise.reject(new Error('the disk is gone')))
  await assert.rejects(failing.done, /the disk is gone/)
  failing.raw.emit('close')
  await new Promise(setImmediate)
  await Promise.all([begin(async () => {}).done, begin(async () => {}).done])
})

test('a stream counts until its connection ends, even after its handler has returned', async () => {
  const slots = open()
  const begin = ({ reply } = replyTo()) =>
    slots.begin('stream', { userId: 'U-1', channelId: 'C-1' }, reply).run(() => {})
  const streams = Array.from({ length: budgets.stream.person.atOnce }, replyTo)
  for (const stream of streams) await begin(stream)
  assert.throws(() => begin(), refused)
  streams[0]?.raw.emit('close')
  await new Promise(setImmediate)
  await begin()
})

test('a caller who left before the start takes no slot', () => {
  const slots = open()
  for (let time = 0; time <= budgets.stream.person.atOnce; time++) {
    const { reply, raw } = replyTo()
    raw.destroyed = true
    assert.throws(() => slots.begin('stream', { userId: 'U-1', channelId: 'C-1' }, reply), refused)
  }
  slots.begin('stream', { userId: 'U-1', channelId: 'C-1' }, replyTo().reply)
})

test('no listener is added for a caller who left before their stream began', () => {
  let listening = 0
  const live: Live = {
    listen() {
      listening++
      return () => listening--
    },
    close() {},
  }
  const begin = (isGone: boolean) => {
    const raw = Object.assign(new EventEmitter(), { destroyed: isGone, writeHead() {}, write() {} })
    const reply = { raw, headers() {}, getHeaders: () => ({}), hijack() {} }
    const call = { grant: {}, query: {}, request: { method: 'GET', headers: {} }, reply }
    sendEvents(live, {} as never, call as never)
    return raw
  }
  const raw = begin(false)
  assert.equal(listening, 1, 'control: a caller who is still there')
  raw.emit('close')
  assert.equal(listening, 0)
  begin(true)
  assert.equal(listening, 0)
})
