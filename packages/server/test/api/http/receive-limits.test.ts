import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { issueLinkCode } from '../../../src/actions/storage/operator.ts'
import { type ReceiveLimits, receiveLimits } from '../../../src/http/receiving/receive-limits.ts'
import { createCertificate } from '../../process/certificate.ts'
import { plainRequest } from '../../support/http/plain-request.ts'
import { callRaw, chunkOf, headOf, type RawCaller } from '../../support/http/raw-caller.ts'
import { newFolder } from '../../support/process/process.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

const kib = 1024
const mib = 1024 * kib
const json = { 'content-type': 'application/json' }
const inPieces = { ...json, 'transfer-encoding': 'chunked' }

/** Starts with limits that a test reaches quickly. The other deadlines are too long to matter on a slow machine. */
function openLimited(changes: Partial<ReceiveLimits>, environment: Record<string, string> = {}): Promise<TestService> {
  const patient = { ...receiveLimits, headMs: 600_000, requestMs: 600_000 }
  return startTestService(environment, { receiveLimits: { ...patient, ...changes } })
}

async function openWithTls(changes: Partial<ReceiveLimits>): Promise<{ service: TestService; cert: string }> {
  const folder = newFolder()
  const { cert, key } = createCertificate()
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const files = { INNKEEPER_TLS_CERT: join(folder, 'cert.pem'), INNKEEPER_TLS_KEY: join(folder, 'key.pem') }
  return { service: await openLimited(changes, files), cert }
}

let callers: RawCaller[] = []

/** A test that disconnects its callers at the end, so its service does not wait for them. */
function callersTest(name: string, work: () => Promise<void>): void {
  test(name, async () => {
    try {
      await work()
    } finally {
      for (const caller of callers) caller.leave()
      callers = []
    }
  })
}

async function open(service: TestService): Promise<RawCaller> {
  const caller = await callRaw(service.url)
  callers.push(caller)
  return caller
}

/** A caller that starts to sign in with a chunked body, sends this much of it, and stalls. */
async function stallSignIn(
  service: TestService,
  bytes: number,
  headers: Record<string, string> = {},
): Promise<RawCaller> {
  const caller = await open(service)
  await caller.write(headOf('POST /sign-in/link', { ...inPieces, ...headers }) + chunkOf(bytes))
  return caller
}

/** Once this returns, the service has read everything sent earlier on other connections. */
const settle = (service: TestService) => plainRequest(service.url, 'GET', '/health')

async function signIn(service: TestService): Promise<number> {
  const { code } = await issueLinkCode({ store: service.store, clock: () => service.clock.now }, 'U-visitor')
  const body = JSON.stringify({ code })
  return (await plainRequest(service.url, 'POST', '/sign-in/link', { headers: json, body })).status
}

describe('bodies of unknown callers', () => {
  callersTest('300 who announce and send a megabyte are refused at once, and a sign-in still works', async () => {
    const service = await startTestService()
    const rest = Buffer.alloc(64 * kib, 'x')
    const stalled = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const caller = await open(service)
        await caller.write(headOf('POST /sign-in/link', { ...json, 'content-length': mib }))
        await caller.write(rest)
        return caller
      }),
    )
    for (const caller of stalled) {
      assert.match(await caller.closed, /^HTTP\/1\.1 400 .*"Body is too large; at most 4 KiB is allowed"\}$/s)
    }
    assert.equal(await signIn(service), 201)
  })

  callersTest('a body without a content length is refused when it exceeds the limit', async () => {
    const service = await startTestService()
    const caller = await stallSignIn(service, 4 * kib)
    await settle(service)
    assert.equal(caller.heard(), '')
    await caller.write(chunkOf(1))
    assert.match(await caller.closed, /^HTTP\/1\.1 400 .*"Body is too large; at most 4 KiB is allowed"\}$/s)
  })

  callersTest(
    '300 stalled bodies hold no more than the budget; the slowest are closed first with 503, and others get through',
    async () => {
      const anonymous = {
        ...receiveLimits.anonymous,
        mostBytes: 64 * kib,
        mostBytesPerSender: mib,
        mostUploadsPerSender: 1000,
        patienceMs: 600_000,
      }
      const service = await openLimited({ anonymous })
      const stalled: RawCaller[] = []
      for (let count = 0; count < 300; count++) {
        const caller = await stallSignIn(service, 2 * kib)
        stalled.push(caller)
        // One after the other, so the test knows which is the slowest.
        if (count < 32) await settle(service)
        else await stalled[count - 32]?.closed
      }
      await settle(service)
      assert.deepEqual(
        stalled.map((caller) => caller.isClosed()),
        stalled.map((_, index) => index < 300 - 32),
      )
      for (const caller of stalled.slice(0, 300 - 32)) {
        assert.match(
          caller.heard(),
          /^HTTP\/1\.1 503 .*retry-after: \d+\r\n.*too many requests are being received"\}$/is,
        )
      }
      assert.equal(await signIn(service), 201)
    },
  )

  callersTest('a stalled body is refused when its time is up', async () => {
    const service = await openLimited({ anonymous: { ...receiveLimits.anonymous, patienceMs: 200 } })
    const caller = await stallSignIn(service, 100)
    assert.match(await caller.closed, /^HTTP\/1\.1 400 .*"The request did not arrive in time"\}$/s)
    assert.equal(await signIn(service), 201)
  })

  callersTest(
    'an address loses its own slowest body, and the address comes from a trusted proxy, not from the caller',
    async () => {
      const anonymous = { ...receiveLimits.anonymous, mostUploadsPerSender: 2, patienceMs: 600_000 }
      const service = await openLimited({ anonymous }, { INNKEEPER_TRUST_PROXY: '1' })
      const via = (forwarded: string) => stallSignIn(service, 100, { 'x-forwarded-for': forwarded })
      const neighbour = await via('198.51.100.1')
      await settle(service)
      const [first] = [await via('203.0.113.7'), await settle(service)]
      const second = await via('192.0.2.1, 203.0.113.7')
      await settle(service)
      const third = await via('192.0.2.2, 203.0.113.7')
      assert.match(await first.closed, /^HTTP\/1\.1 503 /)
      await settle(service)
      assert.deepEqual(
        [neighbour, second, third].map((caller) => caller.isClosed()),
        [false, false, false],
      )
    },
  )
})

describe('bodies of callers with a key', () => {
  callersTest('a person who has too much in flight gets 429, and other people are unaffected', async () => {
    const authenticated = { ...receiveLimits.authenticated, mostBytesPerSender: 2 * mib, patienceMs: 600_000 }
    const service = await openLimited({ authenticated })
    const one = await service.caller('U-one')
    const sameOne = await service.caller('U-one')
    const other = await service.caller('U-other')
    const stall = async ({ authorization = '' }: { authorization: string | undefined }) => {
      const caller = await open(service)
      await caller.write(headOf('POST /api/keys', { ...json, authorization, 'content-length': mib }))
      await caller.write(Buffer.alloc(900 * kib, ' '))
      // Wait for this before the next one starts, or the next one could be the slower one.
      await caller.taken()
      return caller
    }
    const [first, of2, of3] = [await stall(one), await stall(sameOne), await stall(other)]
    const last = await stall(one)
    assert.match(await first.closed, /^HTTP\/1\.1 429 .*retry-after: \d+\r\n.*\{"error":"Too many requests"\}$/is)
    assert.deepEqual(
      [of2, of3, last].map((caller) => caller.isClosed()),
      [false, false, false],
    )
    assert.equal((await one.post('/api/keys', { name: 'laptop' })).status, 201)
  })
})

describe('request heads', () => {
  const late = /HTTP\/1\.1 400 .*"The request did not arrive in time"\}$/s

  /** The start of a request that never ends. Once it's refused, requests that began earlier have been checked, too. */
  async function sendHalf(service: TestService): Promise<RawCaller> {
    const caller = await open(service)
    await caller.write(headOf('POST /sign-in/link', {}, false))
    return caller
  }

  callersTest(
    'one that is not complete in time is refused, and a silent connection is closed without a response',
    async () => {
      const service = await openLimited({ headMs: 150, checkEveryMs: 50 })
      const silent = await open(service)
      const half = await sendHalf(service)
      assert.match(await half.closed, late)
      assert.equal(await silent.closed, '')
    },
  )

  callersTest(
    'a connection that waits for its next request hears nothing, and one with half of it is refused',
    async () => {
      const service = await openLimited({ headMs: 150, checkEveryMs: 50 })
      const [waiting, asking] = [await open(service), await open(service)]
      for (const caller of [waiting, asking]) {
        await caller.write(headOf('GET /health'))
        await caller.next()
        assert.match(caller.heard(), /^HTTP\/1\.1 200 /)
      }
      const heard = waiting.heard()
      await asking.write(headOf('GET /health', {}, false))
      assert.match(await asking.closed, late)
      assert.match(await (await sendHalf(service)).closed, late)
      assert.equal(waiting.heard(), heard)
    },
  )

  test('with TLS, a silent connection is closed without a response, too', async () => {
    const { service, cert } = await openWithTls({ headMs: 150, checkEveryMs: 50 })
    const { port } = new URL(service.url)
    const hear = (sent: string) =>
      new Promise<string>((resolve, reject) => {
        let heard = ''
        const socket = connectTls({ host: '127.0.0.1', port: Number(port), ca: cert }, () => void socket.write(sent))
        socket.setEncoding('latin1').on('data', (text) => {
          heard += text
        })
        socket.on('error', reject).on('close', () => resolve(heard))
      })
    const [silent, half] = await Promise.all([hear(''), hear(headOf('POST /sign-in/link', {}, false))])
    assert.equal(silent, '')
    assert.match(half, late)
  })
})

describe('connections', () => {
  const connections = { mostUnknown: 8, mostUnknownPerAddress: 5 }

  callersTest('an address that opens too many loses those that have been idle longest', async () => {
    const service = await openLimited({ connections })
    const opened = [
      await open(service),
      await open(service),
      await open(service),
      await open(service),
      await open(service),
    ]
    const [first, second, third] = opened as [RawCaller, RawCaller, RawCaller]
    await first.write(headOf('GET /health'))
    await first.next()
    await second.write(headOf('GET /health', {}, false))
    await settle(service)
    // The request of `settle` was one connection too many.
    assert.match(await second.closed, /^HTTP\/1\.1 400 .*Too many connections are open/s)
    const others = [await open(service), await open(service)]
    assert.equal(await third.closed, '')
    assert.ok(![first, ...others].some((caller) => caller.isClosed()))
    assert.equal(await signIn(service), 201)
  })

  callersTest('with TLS, connections count from before the handshake', async () => {
    const { service, cert } = await openWithTls({ connections })
    const { authorization = '' } = await service.caller('U-known')
    const agent = new Agent({ keepAlive: true, ca: cert })
    const ask = () =>
      new Promise<[number | undefined, Socket]>((resolve, reject) => {
        const { port } = new URL(service.url)
        const asked = request({ host: '127.0.0.1', port, path: '/api/me', headers: { authorization }, agent })
        asked.on('response', (response) => {
          response.resume().on('end', () => setImmediate(() => resolve([response.statusCode, response.socket])))
        })
        asked.on('error', reject).end()
      })
    const [status, known] = await ask()
    assert.equal(status, 200)
    const silent: RawCaller[] = []
    for (let count = 0; count < 8; count++) silent.push(await open(service))
    for (const caller of silent.slice(0, 3)) await caller.closed
    assert.ok(!silent.slice(3).some((caller) => caller.isClosed()))
    const [again, same] = await ask()
    assert.deepEqual([again, same === known], [200, true], 'the known connection is still open')
    agent.destroy()
  })

  callersTest(
    'connections that sent a key are not counted, nor are the many that a trusted proxy opens for an address',
    async () => {
      const service = await openLimited({ connections: { mostUnknown: 1000, mostUnknownPerAddress: 5 } })
      const { authorization = '' } = await service.caller('U-known')
      const known: RawCaller[] = []
      for (let count = 0; count < 20; count++) {
        const caller = await open(service)
        await caller.write(headOf('GET /api/me', { authorization }))
        await caller.next()
        assert.match(caller.heard(), /^HTTP\/1\.1 200 /)
        known.push(caller)
      }
      await settle(service)
      assert.ok(!known.some((caller) => caller.isClosed()))
      const proxied = await openLimited(
        { connections: { mostUnknown: 1000, mostUnknownPerAddress: 5 } },
        { INNKEEPER_TRUST_PROXY: '127.0.0.1' },
      )
      const ofProxy = await Promise.all(Array.from({ length: 20 }, () => open(proxied)))
      await settle(proxied)
      assert.ok(!ofProxy.some((caller) => caller.isClosed()))
    },
  )
})
