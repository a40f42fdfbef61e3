import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMetadataAddress } from '../../src/adapters/web/public-address.ts'
import { createWebhookSender } from '../../src/adapters/web/webhook-sender.ts'
import { webhookSecret as secret, startWebhookReceiver } from '../support/alerts/webhook-receiver.ts'
import { openListener } from './listener.ts'

const message = { id: 'alert_1', body: '{}' }
const sending = { at: Date.now(), signal: new AbortController().signal }

for (const host of [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '0x7f000001',
  '[::1]',
  '[::ffff:127.0.0.1]',
  'LOCALHOST',
]) {
  test(`nothing is sent to ${host}, however it is written`, async () => {
    const listener = await openListener()
    const url = `https://${host}:${listener.port}/`
    const outcome = await createWebhookSender({ timeLimitMs: 2_000 })(
      { url, secret, allow: ['nas.lan'] },
      message,
      sending,
    )
    assert.deepEqual(outcome, { kind: 'failed', failure: 'not-allowed', detail: '' })
    assert.equal(listener.connections(), 0)
  })
}

test('an allowed host gets through, on its port only, and never with the address of cloud metadata', async () => {
  const receiver = await startWebhookReceiver()
  const url = receiver.url.replace('127.0.0.1', 'nas.lan')
  const { port } = new URL(url)
  const to = (address: string) => createWebhookSender({ resolve: async () => [{ address, family: 4 }] })
  const failureOf = async (send: ReturnType<typeof to>, allow: string[]) => {
    const outcome = await send({ url, secret, allow }, message, sending)
    return outcome.kind === 'failed' ? outcome.failure : outcome.kind
  }
  assert.equal(await failureOf(to('127.0.0.1'), [`nas.lan:${port}`]), 'sent')
  assert.equal(await failureOf(to('127.0.0.1'), ['nas.lan']), 'sent')
  assert.equal(await failureOf(to('127.0.0.1'), ['nas.lan:1', 'lan', 'x.nas.lan']), 'not-allowed')
  assert.equal(await failureOf(to('169.254.169.254'), ['nas.lan']), 'not-allowed')
  assert.equal(receiver.received.length, 2)
  for (const address of ['169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254', 'fe80::1%eth0']) {
    assert.ok(isMetadataAddress(address), address)
  }
})

test('each answer means what the standard says', async () => {
  const receiver = await startWebhookReceiver()
  const send = () => createWebhookSender()({ url: receiver.url, secret, allow: [receiver.host] }, message, sending)
  for (const [status, failure] of [
    [200, 'sent'],
    [204, 'sent'],
    [302, 'redirected'],
    [404, 'rejected'],
    [410, 'gone'],
    [429, 'rejected'],
    [503, 'rejected'],
  ] as const) {
    receiver.status = status
    receiver.headers = { location: 'https://example.com/', 'retry-after': '120' }
    const outcome = await send()
    assert.equal(outcome.kind === 'failed' ? outcome.failure : outcome.kind, failure, String(status))
    if (failure === 'rejected') assert.equal(outcome.kind === 'failed' && outcome.retryAfterMs, 120_000)
  }
  receiver.hangs = true
  const impatient = createWebhookSender({ timeLimitMs: 300 })
  const outcome = await impatient({ url: receiver.url, secret, allow: [receiver.host] }, message, sending)
  assert.deepEqual(outcome, { kind: 'failed', failure: 'silent', detail: '' })
})
