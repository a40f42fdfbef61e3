import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { createEventSender } from '../../src/adapters/web/event-sender.ts'
import type { SignedRequestOptions } from '../../src/adapters/web/signed-request.ts'
import { webhookSecret } from '../support/alerts/webhook-receiver.ts'
import { openListener } from './listener.ts'
import { notationsOfLoopback } from './notations.ts'

const event = { id: 'w_1_1', body: '{"text":"canary"}', secrets: [webhookSecret] }
/** The service's clock, which isn't the machine's. */
const at = Date.parse('2020-01-01T00:00:00Z')

/** What becomes of an event if the receiver answers like this. */
async function sendTo(answer: RequestListener, options: SignedRequestOptions = {}) {
  const listener = await openListener(answer)
  const host = `127.0.0.1:${listener.port}`
  const send = createEventSender({ timeLimitMs: 5_000, ...options }, () => [host])
  const outcome = await send(`http://${host}/`, event, { at, signal: new AbortController().signal })
  return { outcome, listener }
}

test(`no connection is made to this machine, in ${notationsOfLoopback.length} notations`, async () => {
  const listener = await openListener((request, response) => request.resume().on('end', () => response.end()))
  const { signal } = new AbortController()
  const refuse = createEventSender({ timeLimitMs: 2_000 }, () => [])
  const careless = createEventSender({ timeLimitMs: 2_000, isAllowed: () => true }, () => [])
  for (const notation of notationsOfLoopback) {
    for (const protocol of ['https', 'http']) {
      const outcome = await refuse(`${protocol}://${notation}:${listener.port}/`, event, { at, signal })
      assert.equal(outcome.kind === 'refused' && outcome.failure, 'not-allowed', `${protocol} ${notation}`)
    }
  }
  assert.equal(listener.connections(), 0)
  await careless(`https://127.1:${listener.port}/`, event, { at, signal })
  assert.equal(listener.connections(), 1, 'control: without the guard, it is called')
})

test('of an endless answer, only the beginning is read, and its status counts', async () => {
  let written = 0
  const { outcome } = await sendTo((_, response) => {
    response.writeHead(200)
    const piece = Buffer.alloc(65_536, 'x')
    const more = () => {
      while (!response.destroyed && written < 2 ** 30) {
        written += piece.length
        if (!response.write(piece)) return void response.once('drain', more)
      }
    }
    more()
  })
  assert.deepEqual(outcome, { kind: 'sent', status: 200, answer: 'x'.repeat(200) })
  assert.ok(written < 2 ** 26, `${written} bytes were written`)
})

test('an answer that drips, or breaks off, counts by its status', async () => {
  const drips = await sendTo((_, response) => void response.writeHead(503, { 'retry-after': '7' }).write('slow'), {
    timeLimitMs: 300,
  })
  assert.equal(drips.outcome.status, 503)
  assert.equal(drips.outcome.kind === 'refused' && drips.outcome.retryAfterMs, 7_000)
  const breaks = await sendTo((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
  })
  assert.deepEqual(breaks.outcome, { kind: 'sent', status: 200, answer: 'half' })
})

test('a redirect is not followed, and a connection that breaks says why', async () => {
  const elsewhere = await openListener()
  const redirected = await sendTo((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/` }).end(),
  )
  assert.equal(redirected.outcome.kind === 'refused' && redirected.outcome.failure, 'redirected')
  assert.equal(elsewhere.connections(), 0)
  const reset = await sendTo((request) => void request.socket.resetAndDestroy())
  const { outcome } = reset
  assert.ok(outcome.kind === 'refused')
  assert.deepEqual([outcome.failure, outcome.detail, outcome.status], ['unreachable', 'ECONNRESET', null])
  const silent = await sendTo(() => {}, { timeLimitMs: 200 })
  assert.equal(silent.outcome.kind === 'refused' && silent.outcome.failure, 'silent')
})

test("a date in Retry-After is compared with the service's clock", async () => {
  const until = (date: string) => sendTo((_, response) => response.writeHead(429, { 'retry-after': date }).end())
  const waits = async (date: string) => {
    const { outcome } = await until(date)
    return outcome.kind === 'refused' ? outcome.retryAfterMs : 'sent'
  }
  assert.equal(await waits(new Date(at + 60_000).toUTCString()), 60_000)
  assert.equal(await waits(new Date(at - 60_000).toUTCString()), 0)
  assert.equal(await waits('soon'), undefined)
})

test('characters that a terminal would act on, and half a character at the end, are not shown', async () => {
  const { outcome } = await sendTo((_, response) => response.end(`\u001b[31m${'é'.repeat(200)}`))
  assert.equal(outcome.answer, `[31m${'é'.repeat(97)}`)
})
