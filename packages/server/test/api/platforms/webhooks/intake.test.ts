import assert from 'node:assert/strict'
import { test } from 'node:test'
import { message } from '../../../support/content/events.ts'
import { plainRequest } from '../../../support/http/plain-request.ts'
import { fakeDelivery, fakePlatform, signFake } from '../../../support/line/fake-platform.ts'
import { startTestService } from '../../../support/test-service.ts'

const service = await startTestService({ INNKEEPER_RATE_LIMIT: '2', INNKEEPER_AUTH_RATE_LIMIT: '2' })
await service.channel('C1', { owner: 'U-owner' })
await service.subscribe('C1', 'U-owner')
const platform = service.callerWith(undefined)
const path = `/webhooks/${fakePlatform}`

const idsOf = async () => {
  service.clock.now += 60_000
  const { body } = await (await service.caller('U-owner')).get('/api/channels/C1/backup/messages?limit=100')
  return body.messages.map(({ id }: { id: string }) => id)
}
const deliver = (id: string) => fakeDelivery({ events: [message('C1', service.clock.now, { id, from: 'U-owner' })] })

test('a delivery that the platform signed needs no key, is answered with an empty object, and is readable at once', async () => {
  const answer = await platform.request('POST', path, deliver('m-first'))
  assert.deepEqual([answer.status, answer.text], [200, '{}'])
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.ok(answer.headers.get('x-request-id'))
  assert.deepEqual(await idsOf(), ['m-first'])
})

test('a platform has no request limit and uses up no limit', async () => {
  for (let index = 0; index < 20; index++) {
    const answer = await platform.request('POST', path, deliver('m-first'))
    assert.deepEqual([answer.status, answer.headers.get('ratelimit')], [200, null])
    assert.equal((await platform.request('POST', path, { raw: 'forged' })).status, 401)
  }
})

test('a body is read as bytes, whatever its content type, and whatever the query string', async () => {
  const types = ['application/json', 'application/json; charset=shift_jis', 'text/plain', 'nonsense', ';;', '']
  for (const type of types) {
    const { raw, headers } = deliver('m-first')
    const answer = await platform.request('POST', `${path}?from=console&limit=0`, {
      raw,
      headers: { ...headers, 'content-type': type },
    })
    assert.equal(answer.status, 200, `${type}: ${answer.text}`)
  }
  const { raw, headers } = deliver('m-untyped')
  const untyped = await plainRequest(service.url, 'POST', path, {
    headers: { 'x-fake-signature': headers['x-fake-signature'] ?? '' },
    body: raw,
  })
  assert.equal(untyped.status, 200, untyped.text)
  assert.ok((await idsOf()).includes('m-untyped'))
})

test('a signed body that is not JSON is refused with 400, a forged one with 401, and nothing is written', async () => {
  const before = await idsOf()
  for (const raw of ['', 'nothing of the kind', '{"events":']) {
    const signed = await platform.request('POST', path, { raw, headers: { 'x-fake-signature': signFake(raw) } })
    assert.deepEqual([signed.status, signed.body], [400, { error: 'Body is not JSON' }])
  }
  const { raw, headers } = deliver('m-forged')
  const forgeries = [
    { raw },
    { raw: `${raw} `, headers },
    { raw, headers: { ...headers, 'x-fake-signature': headers['x-fake-signature']?.toUpperCase() ?? '' } },
    { headers },
  ]
  for (const forgery of forgeries) {
    const answer = await platform.request('POST', path, forgery)
    assert.deepEqual([answer.status, answer.body], [401, { error: 'Webhook refused: the signature is wrong' }])
    assert.ok(answer.headers.get('www-authenticate'), 'a 401 names its scheme')
  }
  assert.deepEqual(await idsOf(), before)
  assert.equal((await platform.request('POST', path, { raw, headers })).status, 200, 'the same, correctly signed')
})

test('a platform that is not set up is not found, and what it sends is not checked', async () => {
  const huge = 'x'.repeat(17 * 1024 * 1024)
  for (const name of ['line', 'telegram', 'FAKE', 'fake%2F', '__proto__', 'constructor']) {
    const answer = await plainRequest(service.url, 'POST', `/webhooks/${name}`, { body: huge })
    assert.deepEqual([answer.status, answer.text], [404, '{"error":"Not found"}'], name)
  }
  for (const method of ['GET', 'PUT', 'DELETE']) {
    assert.equal((await plainRequest(service.url, method, path)).status, 404, method)
  }
})
