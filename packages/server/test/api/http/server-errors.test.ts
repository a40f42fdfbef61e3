import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { createImportTurns } from '../../../src/actions/assistant/import-turns.ts'
import { createPictures } from '../../../src/actions/media/pictures.ts'
import { createPageCache } from '../../../src/actions/messages/page-cache.ts'
import { createReadiness } from '../../../src/actions/storage/readiness.ts'
import { logSerializers } from '../../../src/app/log.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { createApp } from '../../../src/http/app.ts'
import { receiveLimits } from '../../../src/http/receiving/receive-limits.ts'
import { noMetrics } from '../../../src/http/sending/metrics.ts'
import type { Store } from '../../../src/ports/store.ts'
import { until } from '../../support/eventually.ts'
import { plainRequest } from '../../support/http/plain-request.ts'
import { callRaw, headOf } from '../../support/http/raw-caller.ts'
import { assertRefusal } from '../../support/http/refusal.ts'
import { engine } from '../../support/test-environment.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
await service.channel('C1', { owner: 'U-owner' })
const { authorization = '' } = await service.caller('U-owner')
const bug = new TypeError('select secret from keys where file = /var/lib/innkeeper/node_modules/x.ts:1:2')

/** A service whose store has these faults, and what it logs. */
function sabotage(faults: Partial<Store>) {
  const logged: { level: number; requestId?: string; err?: { message: string; stack: string } }[] = []
  const store: Store = { ...service.store, ...faults }
  const app = createApp({
    store,
    blobs: service.blobs,
    clock: () => service.clock.now,
    requestLog: undefined,
    log: pino({ level: 'warn', serializers: logSerializers }, { write: (line) => logged.push(JSON.parse(line)) }),
    metrics: noMetrics,
    pageCache: createPageCache(1024),
    live: { listen: () => () => {}, close() {} },
    search: () => Promise.reject(bug),
    stickerWishes: { note() {} },
    pictures: createPictures(() => 'http://127.0.0.1'),
    files: { keep: () => Promise.reject(bug), release: () => Promise.reject(bug) },
    renderPicture: () => Promise.reject(bug),
    openExportZip: () => {
      throw bug
    },
    histories: {
      listUnread: () => {
        throw bug
      },
    },
    readiness: createReadiness({ store }),
    latestFindings: { warnings: () => [] },
    queues: () => [],
    operatorReports: { get: () => Promise.reject(bug), readState: () => Promise.reject(bug) },
    serverKeys: { get: () => Promise.reject(bug), find: () => Promise.reject(bug) },
    sendPush: () => Promise.reject(bug),
    pushPorts: [],
    sendEvent: () => Promise.reject(bug),
    readWebhookKey: () => Promise.reject(bug),
    nameOf: String,
    certificateWarnings: () => [],
    webhookAllow: () => [],
    random: () => 0,
    alertSenders: { sendMail: () => Promise.reject(bug), sendWebhook: () => Promise.reject(bug) },
    draftAlertTargets: () => ({ mail: null, webhook: null }),
    serviceSettings: {
      describe: () => [],
      findProblem: () => undefined,
      getText: () => '',
      inUse: () => new Map(),
      reread: async () => {},
    },
    secrets: { seal: () => Promise.reject(bug), open: () => undefined },
    webhookIntake: { isOpenFor: () => false, take: async () => {}, stop() {} },
    tally: { note() {}, async flush() {} },
    runner: { match: async () => [], async close() {} },
    planner: { withPlan: () => Promise.reject(bug) },
    importTurns: createImportTurns(),
    signInPlatforms: new Map(),
    sendsChatLinks: () => false,
    connectors: new Map(),
    platformSetups: new Map(),
    claim: 'platform',
    draftModel: () => undefined,
    realService: undefined,
    hasModel: false,
    modelLimits: null,
    version: '0.0.0',
    baseUrl: () => 'http://127.0.0.1',
    timezone: 'UTC',
    retentionCeilingDays: null,
    mostImportBytes: 1_000_000,
    rateLimit: 0,
    authRateLimit: 0,
    corsOrigins: [],
    trustProxy: { hops: 0 },
    receiveLimits,
    guide: { find: () => undefined },
    consoleFiles: {
      page: () => ({ html: '', headers: {} }),
      find: () => undefined,
      manifest: () => undefined,
      serviceWorker: () => undefined,
    },
    tls: null,
  })
  return { app, logged }
}

const fail = () => Promise.reject(bug)

test('a bug returns a 500 that quotes the request id and nothing else, and is logged once', async () => {
  const table: [faults: Partial<Store>, method: 'GET' | 'PUT', path: string][] = [
    [{ findAccess: fail }, 'GET', '/api/me'],
    [{ findAccess: fail }, 'GET', '/api/nowhere'],
    [{ findAccess: fail }, 'GET', '/api/%zz'],
    [{ getProfile: fail }, 'GET', '/api/me'],
    [{ getChannel: fail }, 'GET', '/api/channels/C1'],
    [{ write: fail }, 'PUT', '/api/channels/C1/assistant/welcome'],
  ]
  for (const [faults, method, path] of table) {
    for (const accept of ['application/json', 'application/problem+json']) {
      const { app, logged } = sabotage(faults)
      const payload = method === 'PUT' ? { payload: { enabled: true } } : {}
      const answer = await app.inject({ method, url: path, headers: { authorization, accept }, ...payload })
      const requestId = String(answer.headers['x-request-id'])
      const sentence = `Server error; quote request id ${requestId} to the operator`
      assert.equal(answer.statusCode, 500, path)
      assert.equal(answer.json().error, sentence)
      assertRefusal({ status: 500, text: JSON.stringify({ error: answer.json().error }) }, 500, path)
      assert.ok(!answer.body.includes('secret') && !JSON.stringify(answer.headers).includes('secret'), path)
      assert.equal(logged.length, 1, path)
      assert.equal(logged[0]?.requestId, requestId)
      assert.equal(logged[0]?.err?.message, bug.message, 'the log has what the caller does not see')
      await app.close()
    }
  }
})

test('the same request succeeds if the store works', async () => {
  const { app, logged } = sabotage({})
  assert.equal((await app.inject({ url: '/api/me', headers: { authorization } })).statusCode, 200)
  assert.deepEqual(logged, [])
  await app.close()
})

test('data quoted in an error is not logged, but the kind of error is', async () => {
  const canary = 'canary of somebody'
  await service.environment.withSql(async (sql) => {
    await sql.run("create table guarded (note text constraint no_canary check (note not like 'canary%'))")
    if (sql.engine === 'sqlite') return
    // Database servers can quote values in their messages too.
    await sql.run(
      'create function quote_row() returns trigger language plpgsql as ' +
        "$$begin raise exception 'cannot take %', new.welcome_message; end$$",
    )
    await sql.run(
      'create trigger quoting before insert or update on assistants for each row execute function quote_row()',
    )
  })
  const violate = () => service.environment.withSql((sql) => sql.run('insert into guarded values (?)', canary))
  const misread = async () => JSON.parse(`{"text": ${canary}`)
  const wrap = async () => {
    throw new Error('reading failed', { cause: await misread().catch((error: unknown) => error) })
  }
  const isServer = engine === 'postgres'
  const table: [faults: Partial<Store>, method: 'GET' | 'PUT', expected: RegExp][] = [
    [{ getProfile: violate as never }, 'GET', isServer ? /"code":"23514".*"constraint":"no_canary"/ : /no_canary/],
    [{ getProfile: misread }, 'GET', /"type":"SyntaxError","message":"a text could not be parsed"/],
    [{ getProfile: wrap }, 'GET', /"message":"reading failed".*"cause":\{"type":"SyntaxError"/],
  ]
  if (isServer) table.push([{}, 'PUT', /the database server refused a statement \(P0001\)/])
  for (const [faults, method, expected] of table) {
    const { app, logged } = sabotage(faults)
    const url = method === 'PUT' ? '/api/channels/C1/assistant/welcome' : '/api/me'
    const payload = method === 'PUT' ? { payload: { message: canary } } : {}
    const answer = await app.inject({ method, url, headers: { authorization }, ...payload })
    assert.equal(answer.statusCode, 500, answer.body)
    const text = JSON.stringify(logged)
    assert.match(text, expected)
    assert.match(text, /at /, 'and where it happened')
    assert.ok(!text.includes('canary of'), text)
    await app.close()
  }
})

test('a caller who disconnects in the middle of a body is not logged as an error', async () => {
  const { app, logged } = sabotage({})
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const line of ['PUT /api/channels/C1/assistant/welcome', 'POST /sign-in/link']) {
    const accepted = once(app.server, 'connection')
    const caller = await callRaw(url)
    const [socket] = await accepted
    const asked = once(app.server, 'request')
    const headers = { authorization, 'content-type': 'application/json', 'content-length': 100 }
    await caller.write(`${headOf(line, headers)}{"half":`)
    await asked
    assert.equal((await plainRequest(url, 'GET', '/health')).status, 200)
    const closed = once(socket, 'close')
    caller.leave()
    await closed
    assert.equal((await plainRequest(url, 'GET', '/health')).status, 200)
  }
  assert.deepEqual(logged, [])
  await app.close()
})

test('while the store is unreachable, the response is a 503 that says when to retry', async () => {
  const out = () => Promise.reject(new Refusal('unavailable', 'the store has stopped'))
  const { app } = sabotage({ write: out, ping: fail })
  const body = { enabled: true }
  const write = await app.inject({
    method: 'PUT',
    url: '/api/channels/C1/assistant/welcome',
    headers: { authorization },
    payload: body,
  })
  const ready = await app.inject('/ready')
  for (const [answer, why] of [
    [write, 'the store has stopped'],
    [ready, 'the store does not answer'],
  ] as const) {
    assert.deepEqual([answer.statusCode, answer.json()], [503, { error: `Service unavailable: ${why}` }])
    assert.ok(Number(answer.headers['retry-after']) > 0)
  }
  assert.equal((await app.inject('/health')).statusCode, 200, 'it is still alive')
  await app.close()
})

test('a request in flight when the service stops still gets a response', async () => {
  const stopping = await startTestService()
  const { hostname, port } = new URL(stopping.url)
  const socket = connect(Number(port), hostname)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  await new Promise<void>((resolve) => socket.write('GET /api/me HTTP/1.1\r\nHost: inn\r\n', () => resolve()))
  // Once it responds on a later connection, it has seen the first half on this one.
  assert.ok(await isListening(stopping.url))
  const stopped = stopping.stop()
  await until(async () => !(await isListening(stopping.url)), 'it stops listening', { everyMs: 0 })
  socket.write('\r\n')
  await closed
  await stopped
  assert.match(answer, /^HTTP\/1\.1 401 .*\r\nx-request-id: .*\{"error":"Authentication failed"\}$/s)
})

function isListening(url: string): Promise<boolean> {
  return plainRequest(url, 'GET', '/health').then(
    () => true,
    () => false,
  )
}
