import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook, WebhookVerificationError } from '@innkeeper/client/webhooks'
import { Webhook } from 'standardwebhooks'

const [secret, other] = [7, 8].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`) as [string, string]
const event = { type: 'message.created', timestamp: '2026-03-01T09:30:00Z', data: { link: 'https://inn.example/' } }
const body = JSON.stringify(event)

function signed(at = new Date(), by = secret) {
  const seconds = String(Math.floor(at.getTime() / 1000))
  return {
    'webhook-id': 'w_1_1',
    'webhook-timestamp': seconds,
    'webhook-signature': new Webhook(by).sign('w_1_1', at, body),
  }
}

test('a genuine event is returned with its ID, whatever kind of headers and body there are', () => {
  const expected = { id: 'w_1_1', ...event }
  assert.deepEqual(verifyWebhook(secret, body, signed()), expected)
  assert.deepEqual(verifyWebhook(secret, Buffer.from(body), new Headers(signed())), expected)
  assert.deepEqual(verifyWebhook([secret, other], body, signed(new Date(), other)), expected)
})

test('everything else is refused', () => {
  const sixMinutes = 6 * 60_000
  const wrong: [string, Record<string, string>][] = [
    [`${body} `, signed()],
    [body, { ...signed(), 'webhook-id': 'w_1_2' }],
    [body, signed(new Date(), other)],
    [body, signed(new Date(Date.now() - sixMinutes))],
    [body, signed(new Date(Date.now() + sixMinutes))],
    [body, {}],
  ]
  for (const [text, headers] of wrong)
    assert.throws(() => verifyWebhook(secret, text, headers), WebhookVerificationError, JSON.stringify(headers))
  assert.throws(() => verifyWebhook([], body, signed()), WebhookVerificationError)
})
