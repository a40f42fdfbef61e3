import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { budgets, type Cost } from '@innkeeper/contract'
import type { FastifyReply } from 'fastify'
import type { Live } from '../src/actions/live.ts'
import { createBudgets } from '../src/http/budgets.ts'
import { createRateLimit } from '../src/http/rate-limit.ts'
import { sendEvents } from '../src/http/send-events.ts'

// By hand, because hundreds of streams would take hundreds of connections, and a request that is abandoned in time takes luck.

const open = () => createBudgets(0, (limit) => createRateLimit(limit, () => 0))
const refused = { code: 'too-many-requests' }

/** An answer of which nothing was sent yet. */
function replyTo() {
  const raw = Object.assign(new EventEmitter(), { headersSent: false, writableEnded: false, destroyed: false })
  const headers: Record<string, string> = {}
  const reply = { raw, headers, header: (name: string, value: string) => Object.assign(headers, { [name]: value }) }
  return { reply: reply as unknown as FastifyReply, raw, headers }
}

for (const [cost, { person, channel }] of Object.entries(budgets) as [Cost, (typeof budgets)[Cost]][]) {
  test(`${cost}: as much runs at once for a person and for a channel as the table says, and then more`, async () => {
    const { run } = open()
    const ends: (() => void)[] = []
    const begin = (userId: string, channelId: string, { reply } = replyTo()) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const running = run(cost, { userId, channelId }, reply, () => promise)
      ends.push(resolve)
      return running
    }
    const running = Array.from({ length: person.atOnce }, (_, index) => begin('U-1', `C-${index}`))
    const answer = replyTo()
    await assert.rejects(begin('U-1', 'C-more', answer), refused)
    assert.ok(Number(answer.headers['retry-after']) > 0)
    running.push(begin('U-2', 'C-0'))
    for (const end of ends) end()
    await Promise.all(running)
    ends.length = 0
    const ofChannel = Array.from({ length: channel.atOnce }, (_, index) => begin(`U-${index}`, 'C-1'))
    await assert.rejects(begin('U-new', 'C-1'), refused)
    ofChannel.push(begin('U-new', 'C-2'))
    for (const end of ends) end()
    await Promise.all(ofChannel)
  })
}

test('a channel takes several times what one person may use', () => {
  for (const { person, channel } of Object.values(budgets)) {
    assert.ok(channel.atOnce >= 2 * person.atOnce && channel.aMinute >= 2 * person.aMinute)
  }
})

test('work counts until it ends, however early its caller goes away', async () => {
  const { run } = open()
  const begin = (work: () => Promise<void>) => {
    const { reply, raw } = replyTo()
    return { raw, done: run('zip', { userId: 'U-1', channelId: 'C-1' }, reply, work) }
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const both = [begin(() => promise), begin(() => promise)]
  for (const { raw } of both) {
    raw.destroyed = true
    raw.emit('close')
  }
  await assert.rejects(begin(async () => {}).done, refused)
  resolve()
  await Promise.all(both.map(({ done }) => done))
  const failing = begin(() => Promise.reject(new Error('the disk is gone')))
  await assert.rejects(failing.done, /the disk is gone/)
  await Promise.all([begin(async () => {}).done, begin(async () => {}).done])
})

test('a stream counts until its connection ends, though its handler has returned', async () => {
  const { run } = open()
  const spender = { userId: 'U-1', channelId: 'C-1' }
  const streams = Array.from({ length: budgets.stream.person.atOnce }, replyTo)
  for (const { reply, raw } of streams) {
    await run('stream', spender, reply, () => {
      raw.headersSent = true
    })
  }
  await assert.rejects(
    run('stream', spender, replyTo().reply, () => {}),
    refused,
  )
  streams[0]?.raw.emit('close')
  await run('stream', spender, replyTo().reply, () => {})
})

test('nobody listens for a caller who went away before their stream began', () => {
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
  assert.equal(listening, 1, 'the control: someone who is there')
  raw.emit('close')
  assert.equal(listening, 0)
  begin(true)
  assert.equal(listening, 0)
})
