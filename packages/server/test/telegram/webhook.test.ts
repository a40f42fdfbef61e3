import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookSecret } from '../../src/adapters/telegram/webhook/webhook-secret.ts'
import { answerWith, ok, pull, refusalOf, token } from './platform.ts'
import { messageOf } from './reading.ts'

const webhookUrl = 'https://inn.example.com/webhooks/telegram'
const update = { update_id: 1, ...messageOf({ text: 'hi' }) }

function deliver(headers: Record<string, string | string[]>, body = JSON.stringify(update)) {
  const { connector } = answerWith({}, { usesWebhook: true, webhookUrl })
  assert.ok(connector.webhook)
  return connector.webhook.open({ headers, body: Buffer.from(body), receivedAt: 1_800_000_000_000 })
}

const name = 'x-telegram-bot-api-secret-token'
const secret = webhookSecret(token)

test('a delivery with our secret is read, and any other is refused', () => {
  const opened = deliver({ [name]: secret })
  assert.ok(opened.kind === 'taken')
  assert.deepEqual(
    opened.events.map(({ eventId }) => eventId),
    ['1'],
  )
  for (const headers of [{}, { [name]: `${secret.slice(1)}0` }, { [name]: '' }, { [name]: [secret, secret] }]) {
    assert.equal(deliver(headers as Record<string, string>).kind, 'refused')
  }
  assert.equal(deliver({ [name]: secret }, '[]').kind, 'unreadable')
  assert.equal(deliver({ [name]: secret }, '{').kind, 'unreadable')
  assert.doesNotMatch(secret, /AAE|7000000001/)
})

test('our address is registered with the secret, unless someone else has set one', async () => {
  const stopped = new AbortController()
  const waiting: (number | null)[] = []
  const { connector, callsOf } = answerWith(
    {
      getWebhookInfo: [ok({ url: '' }), ok({ url: webhookUrl, pending_update_count: 4 })],
      setWebhook: ok(true),
    },
    { usesWebhook: true, webhookUrl },
  )
  await pull(connector, {
    signal: stopped.signal,
    notePolled(behind) {
      waiting.push(behind)
      stopped.abort()
    },
  })
  assert.deepEqual(waiting, [4])
  const [set] = callsOf('setWebhook')
  assert.deepEqual(set?.parameters, {
    url: webhookUrl,
    secret_token: secret,
    allowed_updates: ['message', 'edited_message', 'my_chat_member', 'chat_member'],
    drop_pending_updates: false,
  })
  const foreign = answerWith(
    { getWebhookInfo: ok({ url: 'https://other.example.com/x' }) },
    { usesWebhook: true, webhookUrl },
  )
  assert.equal((await refusalOf(pull(foreign.connector))).code, 'conflict')
})
