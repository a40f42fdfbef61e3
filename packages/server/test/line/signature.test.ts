import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { Delivery } from '../../src/ports/connector.ts'
import { createConnector, deliveryOf, destination, secret, sign } from './deliver.ts'

const body = JSON.stringify({ destination, events: [] })

function kindOf(delivery: Delivery, channelSecrets = [secret]): string {
  return createConnector({ channelSecrets }).webhook.open(delivery).kind
}

test("the platform's published signatures are accepted", () => {
  const published: [string, string, string][] = [
    [
      '8c570fa6dd201bb328f1c1eac23a96d8',
      '{"destination":"U8e742f61d673b39c7fff3cecb7536ef0","events":[]}',
      'GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fMDLs=',
    ],
    ['SECRET', '{}', '3q8QXTAGaey18yL8FWTqdVlbMr6hcuNvM4tefa0o9nA='],
    ['channel_secret', 'bodybodybodybody', '/gg9a+LvFevTH1sd7XCQycD7tsWclCsInj7MhBHxN7k='],
    ['test_secret', '{"hello":"world"}', 't7Hn4ZDHqs6e+wdvI5TyQIvzie0DmMUmuXEBqyyE/tM='],
  ]
  for (const [key, text, signature] of published) {
    const kind = kindOf(deliveryOf(text, { 'x-line-signature': signature }), [key])
    assert.equal(kind, text.includes('events') ? 'taken' : 'unreadable', text)
    assert.equal(kindOf(deliveryOf(`${text} `, { 'x-line-signature': signature }), [key]), 'refused', text)
  }
})

test('a request that the platform did not sign is refused, whatever is wrong with its signature', () => {
  const right = sign(body)
  const wrong: Record<string, string | string[] | undefined> = {
    none: undefined,
    empty: '',
    'of another secret': sign(body, 'another'),
    'of the empty secret': sign(body, ' '),
    'of another body': sign(`${body} `),
    'without its padding': right.slice(0, -1),
    cut: right.slice(0, 20),
    'with a space before': ` ${right}`,
    'with a line end': `${right}\n`,
    'with a space inside': `${right.slice(0, 20)} ${right.slice(20)}`,
    'in hex': createHmac('sha256', secret).update(body).digest('hex'),
    'with another last bit': otherSpelling(right),
    'with characters that only share the low byte': right.replace(/[A-Z]/, (letter) =>
      String.fromCharCode(letter.charCodeAt(0) + 0x100),
    ),
    twice: [right, right],
    'twice in one': `${right}, ${right}`,
    'an empty list': [],
  }
  for (const [name, signature] of Object.entries(wrong)) {
    assert.equal(kindOf(deliveryOf(body, { 'x-line-signature': signature })), 'refused', name)
  }
  const twoNames = { 'x-line-signature': right, 'X-Line-Signature': right }
  assert.equal(kindOf(deliveryOf(body, twoNames)), 'refused', 'under two names')
  assert.equal(kindOf(deliveryOf(body, {})), 'refused', 'no headers')
  assert.equal(kindOf(signedUrlSafe()), 'refused', 'in base64url')
  assert.equal(kindOf(deliveryOf(body, { 'x-line-signature': right })), 'taken', 'the right one')
})

test("the header's name can be written in any case", () => {
  for (const name of ['x-line-signature', 'X-Line-Signature', 'X-LINE-SIGNATURE'])
    assert.equal(kindOf(deliveryOf(body, { [name]: sign(body) })), 'taken', name)
  assert.equal(kindOf(deliveryOf(body, { 'x-line-signature': [sign(body)] })), 'taken')
  assert.equal(kindOf(deliveryOf(body, { 'x-lime-signature': sign(body) })), 'refused')
})

test('the bytes are signed, not their meaning', () => {
  const raw = `{"destination": "${destination}", "events": [], "note": "\\u3042 あ 🌅"}`
  assert.equal(kindOf(deliveryOf(raw)), 'taken')
  const rewritten = JSON.stringify(JSON.parse(raw))
  assert.equal(kindOf(deliveryOf(rewritten, { 'x-line-signature': sign(raw) })), 'refused')
})

test('while secrets are rotated both are valid, and afterwards only the new one', () => {
  const ofNew = deliveryOf(body, { 'x-line-signature': sign(body, 'new secret') })
  const ofOld = deliveryOf(body, { 'x-line-signature': sign(body, 'old secret') })
  for (const delivery of [ofNew, ofOld]) assert.equal(kindOf(delivery, ['new secret', 'old secret']), 'taken')
  assert.equal(kindOf(ofNew, ['new secret']), 'taken')
  assert.equal(kindOf(ofOld, ['new secret']), 'refused')
})

test('the connector does not start without a secret', () => {
  for (const channelSecrets of [[], [''], ['good', ' ']])
    assert.throws(() => createConnector({ channelSecrets }), /LINE channel secret is missing/)
})

test('a body is read only after its signature is verified', () => {
  assert.equal(kindOf(deliveryOf('not json', { 'x-line-signature': sign('other') })), 'refused')
  assert.equal(kindOf(deliveryOf('not json')), 'unreadable')
  assert.equal(kindOf(deliveryOf(Buffer.from([0x7b, 0xff, 0x7d]))), 'unreadable')
})

/** Signed correctly, but in base64url, with a body for which that makes a difference. */
function signedUrlSafe(): Delivery {
  for (let round = 0; ; round++) {
    const text = JSON.stringify({ destination, events: [], round })
    const signature = sign(text).replaceAll('+', '-').replaceAll('/', '_')
    if (signature !== sign(text)) return deliveryOf(text, { 'x-line-signature': signature })
  }
}

/** Decodes to the same bytes, because two bits of the last character are unused. */
function otherSpelling(signature: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const last = letters.indexOf(signature.charAt(42))
  const other = `${signature.slice(0, 42)}${letters.charAt(last + 1)}=`
  assert.deepEqual(Buffer.from(other, 'base64'), Buffer.from(signature, 'base64'))
  return other
}
