import assert from 'node:assert/strict'
import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { test } from 'node:test'
import { createPushSender } from '../../src/adapters/web/push-sender.ts'
import { startPushService } from '../support/push/push-service.ts'
import { openListener } from './listener.ts'

const {
  x = '',
  y = '',
  d = '',
} = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
const serverKey = { publicKey: point.toString('base64url'), privateKey: d, subject: 'https://inn.example' }
const secrets = {
  p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
}
const notification = { kind: 'test', path: '/account' } as const

for (const host of [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '0x7f000001',
  '[::1]',
  '[::ffff:127.0.0.1]',
  'LOCALHOST',
]) {
  test(`no notification is sent to ${host}, however it is written`, async () => {
    const listener = await openListener()
    const endpoint = new URL(`https://${host}:${listener.port}/send`).href
    const outcome = await createPushSender({ timeLimitMs: 2_000 })({ endpoint, ...secrets }, notification, serverKey)
    assert.ok(outcome.kind === 'failed')
    assert.match(outcome.reason, /is not a public address; only public addresses are contacted$/)
    assert.equal(listener.connections(), 0)
  })
}

test('a name that leads inside is not contacted; the same request gets through without the guard', async () => {
  const push = await startPushService()
  const { body } = push.subscribe('phone')
  const inside: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }]
  const { ca = '' } = push.options
  const guarded = createPushSender({ ca, resolve: async () => inside })
  const outcome = await guarded(body, notification, serverKey)
  assert.ok(outcome.kind === 'failed')
  assert.doesNotMatch(outcome.reason, /127\.0\.0\.1/)
  assert.deepEqual(push.attempts, [])
  assert.deepEqual(await createPushSender(push.options)(body, notification, serverKey), { kind: 'sent' })
  assert.deepEqual(push.pushed[0]?.notification, notification)
})

test('a redirect is not followed, and each answer means what the standard says', async () => {
  const push = await startPushService()
  const { body } = push.subscribe('phone')
  const send = createPushSender(push.options)
  for (const [status, kind] of [
    [201, 'sent'],
    [404, 'gone'],
    [410, 'gone'],
    [307, 'failed'],
    [429, 'failed'],
    [500, 'failed'],
  ] as const) {
    push.answers.set('phone', status)
    assert.equal((await send(body, notification, serverKey)).kind, kind, `${status}`)
  }
})

test('a push service that is not who it claims to be gets nothing', async () => {
  const push = await startPushService()
  const { ca: _, ...strict } = push.options
  const outcome = await createPushSender(strict)(push.subscribe('phone').body, notification, serverKey)
  assert.ok(outcome.kind === 'failed')
  assert.deepEqual(push.attempts, [])
})
