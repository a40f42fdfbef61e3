import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PlainAnswer, plainRequest } from '../../support/http/plain-request.ts'
import { startTestService } from '../../support/test-service.ts'

const listed = 'https://club.example'
const others = [
  'https://club.example.evil.example',
  'http://club.example',
  'https://club.example:8443',
  'null',
  '*',
  '',
]

const preflight = (url: string, origin: string, path = '/api/channels') =>
  plainRequest(url, 'OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization, content-type',
    },
  })

function assertNoCors({ headers }: PlainAnswer, where: string): void {
  const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
  assert.deepEqual(names, [], where)
}

test('other origins have no access unless the operator allows them', async () => {
  const service = await startTestService()
  const { authorization = '' } = await service.caller('U1')
  for (const origin of [listed, ...others]) {
    const asked = await preflight(service.url, origin)
    assert.equal(asked.status, 401)
    assertNoCors(asked, `preflight from ${origin}`)
    const answer = await plainRequest(service.url, 'GET', '/api/me', { headers: { origin, authorization } })
    assert.equal(answer.status, 200)
    assertNoCors(answer, `GET from ${origin}`)
  }
})

test('a listed origin can call the API with a key, and no other origin can', async () => {
  const service = await startTestService({ INNKEEPER_CORS_ORIGINS: `${listed}, https://second.example` })
  const { authorization = '' } = await service.caller('U1')
  for (const origin of [listed, 'https://second.example']) {
    const asked = await preflight(service.url, origin)
    assert.deepEqual([asked.status, asked.text], [204, ''])
    assert.equal(asked.headers['access-control-allow-origin'], origin)
    assert.match(String(asked.headers['access-control-allow-methods']), /\bPUT\b/)
    assert.match(String(asked.headers['access-control-allow-headers']), /\bauthorization\b.*\bcontent-type\b/)
    const answers = [
      await plainRequest(service.url, 'GET', '/api/me', { headers: { origin, authorization } }),
      await plainRequest(service.url, 'GET', '/api/me', { headers: { origin } }),
      await plainRequest(service.url, 'GET', '/api/nowhere', { headers: { origin, authorization } }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 401, 404],
    )
    for (const { headers } of [asked, ...answers]) {
      assert.equal(headers['access-control-allow-origin'], origin, 'a page can read errors too')
      assert.equal(headers['access-control-allow-credentials'], undefined, 'never with cookies')
      assert.equal(headers.vary, 'Origin')
    }
  }
  for (const origin of others) {
    const asked = await preflight(service.url, origin)
    assert.equal(asked.status, 401, origin)
    assertNoCors(asked, `preflight from ${origin}`)
    assertNoCors(await plainRequest(service.url, 'GET', '/api/me', { headers: { origin, authorization } }), origin)
  }
})

test('a page of a listed origin can resume its event stream and read how many files a zip leaves out', async () => {
  const service = await startTestService({ INNKEEPER_CORS_ORIGINS: listed })
  const { headers } = await preflight(service.url, listed, '/api/channels/C1/events')
  assert.match(String(headers['access-control-allow-headers']), /\blast-event-id\b/)
  assert.match(String(headers['access-control-expose-headers']), /\bx-files-left-out\b/)
})

test('a page of a listed origin can detect concurrent changes with ETag and If-Match', async () => {
  const service = await startTestService({ INNKEEPER_CORS_ORIGINS: listed })
  const { headers } = await preflight(service.url, listed, '/api/channels/C1/settings')
  assert.match(String(headers['access-control-allow-headers']), /\bif-match\b/)
  assert.match(String(headers['access-control-expose-headers']), /\betag\b/)
})

test('only the API allows other origins, and only a preflight works without a key', async () => {
  const service = await startTestService({ INNKEEPER_CORS_ORIGINS: listed })
  assertNoCors(await preflight(service.url, listed, '/docs'), '/docs')
  assertNoCors(await plainRequest(service.url, 'GET', '/health', { headers: { origin: listed } }), '/health')
  const plain = await plainRequest(service.url, 'OPTIONS', '/api/me', { headers: { origin: listed } })
  assert.equal(plain.status, 401)
})
