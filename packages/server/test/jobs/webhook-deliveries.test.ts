import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import { Webhook } from 'standardwebhooks'
import { createPictures } from '../../src/actions/media/pictures.ts'
import { planWebhook } from '../../src/actions/webhooks/plan-events.ts'
import { sendEvents, type WebhookDeps } from '../../src/actions/webhooks/send-events.ts'
import { createEventSender } from '../../src/adapters/web/event-sender.ts'
import type { Accepted, Refused } from '../../src/domain/webhooks/deliver.ts'
import { webhookSecret } from '../../src/domain/webhooks/webhook-secret.ts'
import type { SendEvent } from '../../src/ports/webhooks.ts'
import { startWebhookReceiver } from '../support/alerts/webhook-receiver.ts'
import { unsent } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { isSoak } from '../support/soak.ts'
import { openJobHarness } from './job-harness.ts'

// Webhooks on a clock that only the test moves, with receivers that fail in every way.

const harness = await openJobHarness()
const { store, clock } = harness
const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const operator = { kind: 'operator' } as const
const webhookKey = 'of this test'
const random = createRandom(process.env.INNKEEPER_SEED ?? 'webhooks')
/** Nothing is given up before this long after its first attempt. */
const longestMs = 76 * hour

type Try = { no: number; at: number; isSent: boolean; body: string }
type Receiver = (about: { no: number; at: number; body: string; attempt: number }) => Accepted | Refused

const accepted: Accepted = { kind: 'sent', status: 204, answer: '' }
function refused(more: Partial<Refused> = {}): Refused {
  return { kind: 'refused', failure: 'rejected', detail: '', status: 500, answer: '', retryAfterMs: undefined, ...more }
}

let count = 0
async function open(contents: 'thin' | 'full' = 'thin') {
  const channelId = `C-hooks-${++count}`
  await harness.channel(channelId, { owner: 'U1', members: ['U2'], subscribers: ['U1'] })
  const webhookId = `w_${count}`
  const events = ['message.created', 'message.unsent'] as const
  const about = { webhookId, userId: 'U1', url: 'https://receiver.test/', events, contents }
  await store.write<'create-webhook'>({ kind: 'create-webhook', by: operator, at: clock.now, channelId, ...about })
  const channelNo = (await store.findChannelNo(channelId)) ?? assert.fail()
  return {
    channelId,
    webhookId,
    find: async () => (await store.findWebhook(channelNo, webhookId)) ?? assert.fail('it is gone'),
    deliveries: async () => await store.listDeliveries(webhookId, 100_000),
    async say(texts: string[], from = 0) {
      const content = (text: string) => ({ content: { type: 'text', text } as const, from: 'U2' })
      const said = texts.map((text, index) =>
        message(channelId, clock.now + index, { id: `${channelId}-${from + index}`, ...content(text) }),
      )
      await harness.receive(...said)
    },
  }
}
type Opened = Awaited<ReturnType<typeof open>>

function depsWith(sendEvent: SendEvent): WebhookDeps {
  return {
    store,
    clock: () => clock.now,
    pictures: createPictures(() => 'https://inn.example'),
    baseUrl: () => 'https://inn.example',
    retentionCeilingDays: null,
    sendEvent,
    readWebhookKey: async () => webhookKey,
    nameOf: String,
    random: () => 0,
    noteDelivery: () => {},
    log: { warn: () => {} },
  }
}

/** Makes events of everything that happened. */
async function plan(deps: WebhookDeps): Promise<void> {
  for (let waiting = await store.listWebhooksToPlan(); waiting.length > 0; waiting = await store.listWebhooksToPlan())
    for (const one of waiting) await planWebhook(deps, one)
}

/** Sends everything, by moving the clock to each moment at which something is due. Returns each attempt. */
async function sendAll({ webhookId, deliveries, find }: Opened, receiver: Receiver): Promise<Try[]> {
  const tries: Try[] = []
  const sendEvent: SendEvent = async (_, { id, body }, { at }) => {
    const no = Number(id.split('_').at(-1))
    const attempt = tries.filter((one) => one.no === no).length + 1
    const outcome = receiver({ no, at, body, attempt })
    tries.push({ no, at, isSent: outcome.kind === 'sent', body })
    // It hung until we gave up.
    if (outcome.kind === 'refused' && outcome.failure === 'silent') clock.now += 20 * second
    return outcome
  }
  const deps = depsWith(sendEvent)
  await plan(deps)
  const { signal } = new AbortController()
  for (;;) {
    for (let before = -1; before < tries.length; ) {
      before = tries.length
      await sendEvents(deps, webhookId, { signal, turn: undefined })
    }
    const due = (await deliveries()).flatMap(({ nextAt }) => (nextAt === null ? [] : [nextAt]))
    const sending = await store.findSendingWebhook(webhookId)
    if (due.length === 0 || !sending) return tries
    const later = due.filter((at) => at > clock.now)
    const pausedUntil = sending.pausedUntil > clock.now ? [sending.pausedUntil] : []
    const next = Math.min(...later, ...pausedUntil)
    assert.ok(Number.isFinite(next), `${(await find()).waiting} events wait for nothing`)
    clock.now = next
  }
}

test('every event arrives at a receiver that fails at 30 % and hangs, and in order but for those that keep failing', async () => {
  const webhook = await open()
  const messages = isSoak ? 2_000 : 60
  await webhook.say(Array.from({ length: messages }, (_, index) => `Message ${index}`))
  const failures = [
    refused(),
    refused({ status: 503, retryAfterMs: 90 * second }),
    refused({ status: 429, retryAfterMs: 30 * second }),
    refused({ status: null, failure: 'silent' }),
    refused({ status: null, failure: 'unreachable', detail: 'ECONNRESET' }),
  ]
  const began = clock.now
  const tries = await sendAll(webhook, () => (random.chance(30) ? random.pick(failures) : accepted))
  assert.ok(clock.now - began < messages * longestMs)
  const sent = tries.filter(({ isSent }) => isSent).map(({ no }) => no)
  assert.deepEqual(
    sent.toSorted((one, other) => one - other),
    range(messages),
    'each once',
  )
  assert.ok(tries.length > messages * 1.1, 'control: some failed')
  // An earlier one was accepted, or is tried apart from the others.
  const attempts = new Map<number, number>()
  const done = new Set<number>()
  for (const { no, isSent } of tries) {
    const isFirst = !attempts.has(no)
    attempts.set(no, (attempts.get(no) ?? 0) + 1)
    if (isFirst)
      for (let before = 1; before < no; before++)
        assert.ok(done.has(before) || (attempts.get(before) ?? 0) > 2, `${no} overtook ${before}`)
    if (isSent) done.add(no)
  }
  assert.equal((await webhook.find()).offBecause, null)
})

test('attempts take place exactly when the standard says, and end with the tenth', async () => {
  const webhook = await open()
  await webhook.say(['Hello'])
  const began = clock.now
  const tries = await sendAll(webhook, () => refused())
  const waits = [5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]
  const times = [0]
  for (const wait of waits) times.push((times.at(-1) ?? 0) + wait)
  assert.deepEqual(
    tries.map(({ at }) => at - began),
    times,
  )
  const [delivery] = await webhook.deliveries()
  assert.deepEqual([delivery?.nextAt, delivery?.attempts, delivery?.status], [null, 10, 500])
})

test('a receiver that asks for time gets it, an hour at most, and one that is gone gets nothing more', async () => {
  const webhook = await open()
  await webhook.say(['One', 'Two', 'Three'])
  const began = clock.now
  const busy = (retryAfterMs: number) => refused({ status: 429, retryAfterMs })
  const script = [busy(7 * minute), busy(5 * hour), accepted, accepted, refused({ status: 410, failure: 'gone' })]
  const tries = await sendAll(webhook, () => script.shift() ?? assert.fail('one too many'))
  assert.deepEqual(
    tries.map(({ no, at }) => [no, at - began]),
    [
      [1, 0],
      [1, 7 * minute],
      [1, 67 * minute],
      [2, 67 * minute],
      [3, 67 * minute],
    ],
  )
  assert.deepEqual([(await webhook.find()).offBecause, (await webhook.find()).waiting], ['gone', 0])
})

test('a receiver that accepts nothing for five days is left alone', async () => {
  const webhook = await open()
  const began = clock.now
  let tries: Try[] = []
  for (let no = 0; (await webhook.find()).offBecause === null; no++) {
    await webhook.say(['Anyone there?'], no)
    tries = [...tries, ...(await sendAll(webhook, () => refused({ failure: 'unreachable', status: null })))]
    assert.ok(no < 10)
  }
  assert.equal((await webhook.find()).offBecause, 'failing')
  const lasted = (tries.at(-1)?.at ?? 0) - began
  assert.ok(lasted >= 120 * hour && lasted < 150 * hour, `${lasted / hour} h`)
})

test('of messages that are unsent before they could be sent, no text leaves the service', async () => {
  const webhook = await open('full')
  const messages = isSoak ? 1_000 : 40
  await webhook.say(Array.from({ length: messages }, (_, index) => `canary-${index}-of-${webhook.channelId}`))
  const before: string[] = []
  const deps = depsWith(async (_, { body }) => {
    before.push(body)
    return refused()
  })
  await plan(deps)
  await sendEvents(deps, webhook.webhookId, { signal: new AbortController().signal, turn: undefined })
  assert.match(before.join(), /canary-0-of/, 'control: it would have been sent')
  const gone = Array.from({ length: messages }, (_, index) =>
    unsent(webhook.channelId, clock.now, `${webhook.channelId}-${index}`),
  )
  await harness.receive(...gone)
  const tries = await sendAll(webhook, () => accepted)
  assert.equal(tries.length, 2 * messages)
  assert.ok(!tries.some(({ body }) => body.includes('canary')))
  assert.equal(tries.filter(({ body }) => body.includes('"gone":true')).length, messages)
})

test('every delivery verifies, and none with a changed byte, after six minutes, or with a secret that was replaced', async () => {
  // The verifier compares with the real time.
  clock.now = Date.now()
  const webhook = await open()
  const receiver = await startWebhookReceiver()
  const messages = isSoak ? 10_000 : 150
  await webhook.say(Array.from({ length: messages }, (_, index) => `Message ${index}`))
  const by = { by: operator, at: clock.now, channelId: webhook.channelId, webhookId: webhook.webhookId }
  const change = { url: receiver.url }
  await store.write<'change-webhook'>({ kind: 'change-webhook', ...by, change })
  await store.write<'renew-webhook-secret'>({ kind: 'renew-webhook-secret', ...by })
  const [former, current] = [1, 2].map((no) => new Webhook(webhookSecret(webhookKey, webhook.webhookId, no)))
  assert.ok(former && current)
  const genuine = { current: 0, former: 0, changed: 0, late: 0 }
  receiver.beforeAnswer = async ({ raw, headers }) => {
    const bytes = Buffer.from(raw)
    const index = random.below(bytes.length)
    bytes[index] = (bytes[index] ?? 0) ^ 1
    const sixMinutesAgo = new Date(Date.now() - 6 * minute)
    const late = {
      'webhook-id': headers['webhook-id'] ?? '',
      'webhook-timestamp': String(Math.floor(sixMinutesAgo.getTime() / 1_000)),
      'webhook-signature': current.sign(headers['webhook-id'] ?? '', sixMinutesAgo, raw),
    }
    if (isGenuine(current, raw, headers)) genuine.current++
    if (isGenuine(former, raw, headers)) genuine.former++
    if (isGenuine(current, bytes.toString('latin1'), headers)) genuine.changed++
    if (isGenuine(current, raw, late)) genuine.late++
  }
  const deps = depsWith(createEventSender({}, () => [receiver.host]))
  const { signal } = new AbortController()
  await plan(deps)
  while (receiver.received.length < messages) {
    clock.now = Date.now()
    await sendEvents(deps, webhook.webhookId, { signal, turn: undefined })
  }
  assert.deepEqual(genuine, { current: messages, former: messages, changed: 0, late: 0 }, 'both secrets sign for a day')
  receiver.beforeAnswer = async () => {}
  clock.now += 25 * hour
  await webhook.say(['A day later'], messages)
  await plan(deps)
  await sendEvents(deps, webhook.webhookId, { signal, turn: undefined })
  const [last] = receiver.received.slice(-1)
  const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': signature } = last?.headers ?? {}
  const signedBy = (one: Webhook) => one.sign(id, new Date(Number(at) * 1_000), last?.raw ?? '')
  assert.equal(signature, signedBy(current))
  assert.notEqual(signature, signedBy(former), 'a day later, the former secret is worthless')
})

function isGenuine(verifier: Webhook, raw: string, headers: Record<string, string>): boolean {
  try {
    return verifier.verify(raw, headers) !== undefined
  } catch {
    return false
  }
}

function range(most: number): number[] {
  return Array.from({ length: most }, (_, index) => index + 1)
}
