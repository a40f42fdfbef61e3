import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { listRoutes } from '@innkeeper/contract'
import { exampleOf, fillChannel } from '../../support/hostile/example-inputs.ts'
import { type PlainAnswer, plainRequest } from '../../support/http/plain-request.ts'
import { assertRefusal } from '../../support/http/refusal.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
await fillChannel(service, 'C1')
const { authorization = '' } = await service.caller('U-owner')
const scene = { service, channelId: 'C1', ownerId: 'U-owner', userId: 'U-owner', isSubscribed: true }

/** Sends the request with and without a key, because under /api the key is checked first. */
async function checkNotFound(method: string, path: string, more: { type?: string; body?: string } = {}): Promise<void> {
  const headers = more.type === undefined ? {} : { 'content-type': more.type }
  const { body } = more
  const where = `${method} ${path.slice(0, 80)}`
  const known = await plainRequest(service.url, method, path, {
    headers: { ...headers, authorization },
    ...withBody(body),
  })
  assertPlain(known, 404, 'Not found', method, where)
  const unknown = await plainRequest(service.url, method, path, { headers, ...withBody(body) })
  if (path.startsWith('/api')) assertPlain(unknown, 401, 'Authentication failed', method, where)
  else assertPlain(unknown, 404, 'Not found', method, where)
}

const withBody = (body: string | undefined) => (body === undefined ? {} : { body })

function assertPlain(answer: PlainAnswer, status: number, error: string, method: string, where: string): void {
  assert.ok(answer.headers['x-request-id'], where)
  if (method === 'HEAD') {
    assert.deepEqual([answer.status, answer.text], [status, ''], where)
    return
  }
  assertRefusal(answer, status, where)
  assert.equal(JSON.parse(answer.text).error, error, where)
}

test('a path that the API does not have is not found', async () => {
  const paths = ['/api', '/api/', '/api/nowhere', '/api/channels/C1/nowhere', '/api/v1/me', '/API/me', '/nowhere']
  const tricks = [
    '/api/../api/me',
    '/api//me',
    '//api/me',
    '/api/me;a=1',
    '/api/me%2F',
    '/api/me%00',
    '/api/%2e%2e/health',
  ]
  for (const path of [...paths, ...tricks]) await checkNotFound('GET', path)
})

test('a path with an extra slash is not found', async () => {
  for (const { name, route } of listRoutes())
    await checkNotFound(route.method, (await exampleOf(name, scene)).path.replace(/(?=\?|$)/, '/'))
})

test('a path with an empty id is not found', async () => {
  for (const { route } of listRoutes()) {
    if (route.path.includes(':')) await checkNotFound(route.method, route.path.replaceAll(/:\w+/g, ''))
  }
})

test('a path that cannot be decoded is not found', async () => {
  for (const bad of ['%', '%z', '%zz', '%f', '%ff', '%c3%28', '%ed%a0%80', 'C1%']) {
    await checkNotFound('GET', `/api/channels/${bad}`)
    await checkNotFound('GET', `/api/channels/C1/backup/messages/${bad}`)
    await checkNotFound('PUT', `/api/channels/${bad}/settings`, { type: 'application/json', body: '{' })
    await checkNotFound('GET', `/${bad}`)
  }
})

test('a method that a path does not have is not found', async () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
  const allowed = Map.groupBy(listRoutes(), ({ route }) => route.path)
  for (const routes of allowed.values()) {
    const has = routes.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method as string]))
    // Clients of MCP expect another answer, which its own tests check.
    if (routes.some(({ route }) => route.jsonRpc)) continue
    for (const { name } of routes.slice(0, 1)) {
      const { path } = await exampleOf(name, scene)
      for (const method of methods.filter((one) => !has.includes(one))) await checkNotFound(method, path)
    }
  }
})

test('the body of a request to an unknown path is not even checked', async () => {
  const bodies = [
    { type: 'application/json', body: '{' },
    { type: 'text/plain', body: 'hello' },
    { type: 'application/json', body: 'x'.repeat(2 * 1024 * 1024) },
  ]
  for (const more of bodies) {
    await checkNotFound('POST', '/api/nowhere', more)
    await checkNotFound('PATCH', '/api/me', more)
    await checkNotFound('POST', '/nowhere', more)
  }
})

test('a percent-encoded path is the same path, with the same checks', async () => {
  const plain = await plainRequest(service.url, 'GET', '/api/me', { headers: { authorization } })
  for (const path of ['/%61pi/me', '/api/m%65']) {
    const answer = await plainRequest(service.url, 'GET', path, { headers: { authorization } })
    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys(answer.headers).sort(), Object.keys(plain.headers).sort(), path)
    assert.equal(answer.headers['cache-control'], 'no-store', path)
    assertPlain(await plainRequest(service.url, 'GET', path), 401, 'Authentication failed', 'GET', path)
  }
})

test('malformed HTTP is refused like any other bad request', async () => {
  const long = 'x'.repeat(20_000)
  const table: [text: string, says: RegExp][] = [
    ['nonsense\r\n\r\n', /not valid HTTP/],
    ['GET /api/me HTTP/9.9\r\nHost: inn\r\n\r\n', /not valid HTTP/],
    ['GET /api/me HTTP/1.1\r\nHost: inn\r\nContent-Length: many\r\n\r\n', /not valid HTTP/],
    [`GET /api/channels/${long} HTTP/1.1\r\nHost: inn\r\n\r\n`, /too long; at most 16 KiB/],
    [`GET /api/me HTTP/1.1\r\nHost: inn\r\nAuthorization: Bearer ${long}\r\n\r\n`, /too long; at most 16 KiB/],
  ]
  for (const [text, says] of table) {
    const [head = '', body = ''] = (await send(text)).split('\r\n\r\n')
    assert.match(head, /^HTTP\/1\.1 400 /, text.slice(0, 60))
    assert.match(head, /x-request-id: \S+/)
    assertRefusal({ status: 400, text: body }, 400, text.slice(0, 60))
    assert.match(body, says)
  }
  assert.equal((await plainRequest(service.url, 'GET', '/health')).status, 200)
})

/** Everything that the service sends on a connection before closing it. */
function send(text: string): Promise<string> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}
