import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { type MailServer, startMailServer } from '../../../support/alerts/mail-server.ts'
import { startWebhookReceiver, type WebhookReceiver, webhookSecret } from '../../../support/alerts/webhook-receiver.ts'
import { eventually } from '../../../support/eventually.ts'
import { engine } from '../../../support/test-environment.ts'
import { startTestService, type TestService } from '../../../support/test-service.ts'

const minute = 60_000
const hour = 60 * minute

const byMail = ({ port }: MailServer) => ({
  INNKEEPER_SMTP_SERVER: `mail.example:${port}`,
  INNKEEPER_ALERT_MAIL_TO: 'hana@inn.example, aiko@inn.example',
})
const byWebhook = ({ url, host }: WebhookReceiver) => ({
  INNKEEPER_ALERT_WEBHOOK_URL: url,
  INNKEEPER_ALERT_WEBHOOK_SECRET: webhookSecret,
  INNKEEPER_ALERT_WEBHOOK_ALLOW: host,
})

/** As the command leaves it: a line in the list of snapshots of this data folder. */
function noteSnapshot({ dataDir, clock }: TestService): void {
  const line = { path: join(dataDir, 'nowhere'), at: clock.now }
  appendFileSync(join(dataDir, 'backups.jsonl'), `${JSON.stringify(line)}\n`)
}

/** Resolves when what arrived is recorded. Otherwise a test that moves the clock changes when it was told. */
async function untilTold({ store, clock }: TestService, receiver: WebhookReceiver, count: number): Promise<void> {
  await receiver.until(count)
  await eventually(
    () => store.listTellings('webhook'),
    (tellings) => tellings.length > 0 && tellings.every(({ at }) => at === clock.now),
  )
}

/** The first problem of every service. */
const noSnapshot = 'There is no snapshot of this server yet'

test('an operator gets a mail when a problem begins, with what it is, what to do and where to look', async () => {
  const mail = await startMailServer({ password: 'secret words' })
  const service = await startTestService(
    { ...byMail(mail), INNKEEPER_SMTP_USER: 'inn@inn.example', INNKEEPER_SMTP_PASSWORD: 'secret words' },
    { alerts: { mail: mail.options }, connectors: [] },
  )
  const [got] = await mail.until(1)
  assert.ok(got)
  assert.equal(got.subject, `[Innkeeper ${new URL(service.url).host}] ${noSnapshot}`)
  assert.match(got.text, /Set a schedule for snapshots in the service settings/)
  assert.ok(got.text.includes(`Service status: ${service.url}/operator`), got.text)
  assert.deepEqual([got.from, got.to], ['inn@inn.example', ['hana@inn.example', 'aiko@inn.example']])
  assert.deepEqual([got.login, got.isEncrypted], ['inn@inn.example', true])
  assert.match(got.headers, /^auto-submitted: auto-generated$/im)
  assert.match(got.headers, /^content-type: text\/plain; charset=utf-8$/im)
  assert.doesNotMatch(mail.plain.join('\n'), /MAIL|AUTH|hana/, 'nothing but the start was readable on the way')
})

test('a webhook is signed as Standard Webhooks says, and no other signature, time or body fits', async () => {
  const receiver = await startWebhookReceiver()
  const service = await startTestService(byWebhook(receiver), { now: Date.now(), connectors: [] })
  const [got] = await receiver.until(1)
  assert.ok(got)
  const { headers, raw, event } = got
  const verifier = new Webhook(webhookSecret)
  assert.deepEqual(verifier.verify(raw, headers), event)
  assert.equal(event.type, 'alert.began')
  assert.deepEqual(
    [event.data.kind, event.data.level, event.data.title, event.data.url, event.data.overAt],
    ['never-backed-up', 'care', noSnapshot, `${service.url}/operator`, null],
  )
  assert.equal(headers['content-type'], 'application/json')
  assert.ok(Buffer.byteLength(raw) < 20_000)

  const other = new Webhook(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)
  assert.throws(() => other.verify(raw, headers), /No matching signature/)
  assert.throws(() => verifier.verify(raw.replace('care', 'bad'), headers), /No matching signature/)
  assert.throws(() => verifier.verify(raw, { ...headers, 'webhook-id': 'alert_0' }), /No matching signature/)
  const late = String(Number(headers['webhook-timestamp']) - 360)
  assert.throws(() => verifier.verify(raw, { ...headers, 'webhook-timestamp': late }), /timestamp too old/)
})

test('a problem is told once, reminded of once a day, and told again when it is over', async () => {
  const receiver = await startWebhookReceiver()
  const service = await startTestService(byWebhook(receiver), { connectors: [] })
  const { clock } = service
  await untilTold(service, receiver, 1)
  const types = () => receiver.received.map(({ event }) => event.type)
  clock.now += 24 * hour + minute
  await untilTold(service, receiver, 2)
  assert.deepEqual(types(), ['alert.began', 'alert.reminded'])
  assert.notEqual(receiver.received[0]?.headers['webhook-id'], receiver.received[1]?.headers['webhook-id'])

  noteSnapshot(service)
  // The nodes look at different moments, so it has to be gone for a while.
  clock.now += 2 * minute
  await eventually(
    () => service.store.listAlerts(),
    ([one]) => one?.overAt === null,
  )
  clock.now += 5 * minute
  const [, , over] = await receiver.until(3)
  assert.deepEqual([over?.event.type, over?.event.data.title], ['alert.over', noSnapshot])
  assert.notEqual(over?.event.data.overAt, null)
})

test('after a restart nothing is told a second time', async () => {
  const receiver = await startWebhookReceiver()
  const first = await startTestService(byWebhook(receiver), { connectors: [] })
  await untilTold(first, receiver, 1)
  await first.stop()
  const second = await startTestService(byWebhook(receiver), {
    connectors: [],
    at: first.environment,
    now: first.clock.now + hour,
  })
  second.clock.now += 24 * hour
  await receiver.until(2)
  assert.deepEqual(
    receiver.received.map(({ event }) => event.type),
    ['alert.began', 'alert.reminded'],
  )
})

test('a receiver that fails is asked again with the same id, and its failure is shown and told the other way', async () => {
  const receiver = await startWebhookReceiver()
  const mail = await startMailServer()
  receiver.status = 503
  const service = await startTestService(
    { ...byWebhook(receiver), ...byMail(mail) },
    { alerts: { mail: mail.options }, connectors: [] },
  )
  const operator = await service.caller('U-operator', { isOperator: true })
  const ways = async () => (await operator.get('/api/operator')).body.alerts
  await receiver.until(1)
  await mail.until(1)
  for (const attempt of [2, 3]) {
    await eventually(
      () => service.store.listAlertWays(),
      (all) => all.some(({ way, failures }) => way === 'webhook' && failures === attempt - 1),
    )
    service.clock.now += 2 * minute
    await receiver.until(attempt)
  }
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  const [, failing] = await eventually(ways, (all) => all.length === 2 && all[1].failingSince !== null)
  assert.deepEqual([failing.way, failing.sentAt], ['webhook', null])
  assert.match(failing.reason, /It rejected the message\. Check its log/)
  const told = await eventually(
    () => mail.mails.flatMap(({ subject }) => (/Alerts by webhook/.test(subject) ? [subject] : [])),
    (all) => all.length > 0,
  )
  assert.match(told[0] ?? '', /Alerts by webhook are not accepted$/)

  receiver.status = 200
  service.clock.now += 2 * hour
  await receiver.until(4)
  const [, works] = await eventually(ways, (all) => all[1].sentAt !== null)
  assert.deepEqual([works.failingSince, works.reason], [null, ''])
})

test('a mail server that hangs delays neither the webhook nor messages, and stopping does not wait for it', async () => {
  const receiver = await startWebhookReceiver()
  const mail = await startMailServer({ hangs: true })
  const service = await startTestService(
    { ...byWebhook(receiver), ...byMail(mail) },
    { alerts: { mail: mail.options }, connectors: [] },
  )
  await receiver.until(1)
  await eventually(
    () => mail.connections,
    (count) => count > 0,
  )
  await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  assert.equal((await owner.get('/api/channels/C1')).status, 200)
  // The limit of a mail is 20 seconds, the one of a test less.
  await service.stop()
  assert.deepEqual(mail.mails, [])
})

test('a webhook that leads inside is not contacted unless its host is allowed', async () => {
  const receiver = await startWebhookReceiver()
  const { INNKEEPER_ALERT_WEBHOOK_ALLOW: _, ...rest } = byWebhook(receiver)
  const url = receiver.url.replace('http:', 'https:')
  const service = await startTestService({ ...rest, INNKEEPER_ALERT_WEBHOOK_URL: url })
  const operator = await service.caller('U-operator', { isOperator: true })
  const { body } = await operator.post('/api/operator/alerts/test', { way: 'webhook', changes: [] })
  assert.equal(body.failure, 'not-allowed')
  assert.match(body.advice, /add its host to INNKEEPER_ALERT_WEBHOOK_ALLOW/)
  assert.deepEqual(receiver.received, [])
})

// One process has a SQLite store to itself.
if (engine === 'postgres') {
  test('of two nodes, exactly one tells', async () => {
    const receiver = await startWebhookReceiver()
    const first = await startTestService(byWebhook(receiver), { connectors: [] })
    const second = await startTestService(byWebhook(receiver), { connectors: [], at: first.environment })
    await untilTold(first, receiver, 1)
    for (const expected of [2, 3]) {
      for (const { clock } of [first, second]) clock.now += 24 * hour + minute
      await untilTold(first, receiver, expected)
    }
    assert.deepEqual(
      receiver.received.map(({ event }) => event.type),
      ['alert.began', 'alert.reminded', 'alert.reminded'],
    )
  })
}
