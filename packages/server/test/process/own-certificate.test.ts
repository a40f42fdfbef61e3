import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { Agent, get } from 'node:https'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { type Pebble, startPebble } from '../support/process/pebble.ts'
import { innkeeper, newFolder, serve } from '../support/process/process.ts'
import { createCertificate } from './certificate.ts'
import { freePort } from './free-port.ts'

const domain = 'inn.test'
const dayMs = 86_400_000

type Place = { dataDir: string; port: number; httpPort: number; env: Record<string, string> }

const newPlace = async (pebble: Pebble, httpPort: number): Promise<Place> => ({
  dataDir: newFolder(),
  port: await freePort(),
  httpPort,
  env: {
    INNKEEPER_ACME_DOMAIN: domain,
    INNKEEPER_ACME_EMAIL: 'host@inn.test',
    INNKEEPER_ACME_DIRECTORY: pebble.directory,
    INNKEEPER_HTTP_PORT: String(httpPort),
    // As for any authority that the machine doesn't trust by itself.
    NODE_EXTRA_CA_CERTS: pebble.trustFile,
  },
})
const start = ({ dataDir, port, env }: Place) => serve(dataDir, { env, words: ['--port', String(port)] })
const doctor = async ({ dataDir, env }: Place) => {
  const { stdout } = await innkeeper(['doctor', '--json', '--data', dataDir], { env })
  const findings: { name: string; state: string; words: string }[] = JSON.parse(stdout).findings
  return findings.find(({ name }) => name === 'certificate')
}
const filesOf = ({ dataDir }: Place) => {
  const folder = join(dataDir, 'certificates')
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
}
const fileOf = (place: Place, ending: string) => filesOf(place).find((path) => path.endsWith(ending))

type Answer = { status: number | undefined; body: string; fingerprint: string }

/** Over HTTPS, by the domain's name. */
async function ask({ port }: Place, path: string, options: object): Promise<Answer> {
  const request = get({ host: '127.0.0.1', port, path, servername: domain, ...options })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const { fingerprint256: fingerprint } = (response.socket as TLSSocket).getPeerCertificate()
  const body = Buffer.concat(await response.toArray()).toString()
  return { status: response.statusCode, body, fingerprint }
}

async function until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
    const found = await look()
    if (found) return found
  }
  assert.fail(`${what} did not happen`)
}

/** As if an earlier run of the service had got it. */
function placeCertificate(place: Place, ages: { validFrom: number; validUntil: number }): void {
  const { cert, key } = createCertificate({ domain, ...ages })
  const { host, pathname } = new URL(place.env.INNKEEPER_ACME_DIRECTORY ?? '')
  const folder = join(place.dataDir, 'certificates', `${host}${pathname}`.replaceAll(/[:/]/g, '_'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${domain}.pem`), `${key}${cert}`)
}

describe('a service that gets its own certificate', { concurrency: 2 }, () => {
  test('serves HTTPS with it, redirects plain HTTP, and keeps its keys private', async () => {
    const httpPort = await freePort()
    // Pebble refuses many nonces, as real authorities do now and then.
    const pebble = await startPebble(httpPort, { PEBBLE_WFE_NONCEREJECT: '30' })
    const place = await newPlace(pebble, httpPort)
    const service = await start(place)
    assert.equal(service.url, 'https://inn.test')
    const trusting = { ca: pebble.root, agent: false }
    const answer = await until('HTTPS', () => ask(place, '/health', trusting).catch(() => undefined))
    assert.equal(JSON.parse(answer.body).status, 'ok')

    const plain = `http://127.0.0.1:${httpPort}`
    const moved = await fetch(`${plain}/docs?a=1`, { redirect: 'manual', headers: { host: 'evil.example' } })
    assert.deepEqual([moved.status, moved.headers.get('location')], [301, 'https://inn.test/docs?a=1'])
    assert.equal((await fetch(`${plain}/api/me`, { method: 'POST', redirect: 'manual' })).status, 403)
    assert.equal((await fetch(`${plain}/.well-known/acme-challenge/unknown`)).status, 404)

    const found = await doctor(place)
    assert.equal(found?.state, 'ok')
    assert.match(
      found?.words ?? '',
      /^The certificate for inn\.test is valid until \S+Z\. The service renews it from \S+Z on\.$/,
    )
    const files = await until('all files', () => (filesOf(place).length === 3 ? filesOf(place) : undefined))
    for (const path of files) assert.equal(statSync(path).mode & 0o777, 0o600, path)
    const { stdout, stderr } = await service.stop()
    const secrets = files.flatMap(
      (path) => readFileSync(path, 'utf8').match(/BEGIN PRIVATE KEY-----\s+(\S{60})/)?.[1] ?? [],
    )
    assert.equal(secrets.length, 2)
    const copy = join(newFolder(), 'copy')
    assert.equal((await innkeeper(['snapshot', copy, '--data', place.dataDir], { env: place.env })).code, 0)
    const copied = readdirSync(copy, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    assert.ok(copied.length > 0)
    const texts = copied.map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))
    for (const secret of secrets) assert.ok(![stdout, stderr, ...texts].some((text) => text.includes(secret)))

    // The next start uses it at once, and orders nothing.
    const again = await start(place)
    assert.equal((await ask(place, '/health', trusting)).fingerprint, answer.fingerprint)
    await again.stop()
    assert.equal(pebble.printed().match(/Added order/g)?.length, 1)
    pebble.stop()
  })

  test('gets one for a domain that was saved in the browser, from the next start on', async () => {
    const httpPort = await freePort()
    const pebble = await startPebble(httpPort)
    const place = await newPlace(pebble, httpPort)
    delete place.env.INNKEEPER_ACME_DOMAIN
    delete place.env.INNKEEPER_ACME_EMAIL
    const created = await innkeeper(
      ['keys', 'create', '--user', 'U-operator', '--operator', '--plain', '--data', place.dataDir],
      { env: place.env },
    )
    const service = await start(place)
    const save = (changes: { name: string; value: string }[]) =>
      fetch(`${service.url}/api/operator/settings`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${created.stdout.trim()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ changes }),
      })
    const saved = await save([
      { name: 'acmeDomain', value: domain },
      { name: 'acmeEmail', value: 'host@inn.test' },
    ])
    assert.equal(saved.status, 200, await saved.text())
    await service.stop()

    const again = await start(place)
    assert.equal(again.url, 'https://inn.test')
    const trusting = { ca: pebble.root, agent: false }
    const answer = await until('HTTPS', () => ask(place, '/health', trusting).catch(() => undefined))
    assert.equal(answer.status, 200)
    await again.stop()
    pebble.stop()
  })

  test('renews it without a restart, and no request fails meanwhile', async () => {
    const httpPort = await freePort()
    const pebble = await startPebble(httpPort)
    const place = await newPlace(pebble, httpPort)
    placeCertificate(place, { validFrom: Date.now() - 80 * dayMs, validUntil: Date.now() + 10 * dayMs })
    const service = await start(place)
    const [kept, insecure] = [new Agent({ keepAlive: true, maxSockets: 1 }), { rejectUnauthorized: false }]
    const first = await ask(place, '/health', { ...insecure, agent: kept })
    const renewed = await until('renewal', async () => {
      const [held, fresh] = await Promise.all([
        ask(place, '/health', { ...insecure, agent: kept }),
        ask(place, '/health', { ...insecure, agent: false }),
      ])
      // Failed requests throw. Connections that were open before go on.
      assert.deepEqual([held.status, fresh.status, held.fingerprint], [200, 200, first.fingerprint])
      return fresh.fingerprint !== first.fingerprint
    })
    assert.ok(renewed)
    assert.equal((await ask(place, '/health', { ca: pebble.root, agent: false })).status, 200)
    kept.destroy()
    await service.stop()
    pebble.stop()
  })

  test('keeps the old one while the authority refuses, and says why and what to do', async () => {
    // Nothing listens where the authority looks.
    const pebble = await startPebble(await freePort())
    const place = await newPlace(pebble, await freePort())
    placeCertificate(place, { validFrom: Date.now() - 80 * dayMs, validUntil: Date.now() + 10 * dayMs })
    const service = await start(place)
    await until('a failed order', () => fileOf(place, 'attempts.json'))
    const why = /refused the certificate for inn\.test \(connection: .+\)\. .*Set INNKEEPER_HOST to 0\.0\.0\.0\./
    const ready = await ask(place, '/ready', { rejectUnauthorized: false, agent: false })
    assert.equal(ready.status, 200)
    assert.match(JSON.parse(ready.body).warnings[0], why)
    const found = await doctor(place)
    assert.equal(found?.state, 'care')
    assert.match(found?.words ?? '', why)
    const { stdout } = await service.stop()
    assert.match(stdout, why)
    assert.match(stdout, /"nextTryAt":"\S+Z"/)
    pebble.stop()
  })

  test('comes up without one if the authority refuses or is down', async () => {
    const pebble = await startPebble(await freePort())
    pebble.stop()
    const httpPort = await freePort()
    const place = await newPlace(pebble, httpPort)
    const service = await start(place)
    await until('a failed order', () => fileOf(place, 'attempts.json'))
    const plain = await fetch(`http://127.0.0.1:${httpPort}/`)
    assert.equal(plain.status, 503)
    assert.ok(Number(plain.headers.get('retry-after')) >= 60)
    assert.match(
      await plain.text(),
      /couldn't get its HTTPS certificate\. It tries again in .+ finds the reason in the log/,
    )
    await assert.rejects(ask(place, '/health', { rejectUnauthorized: false, agent: false }))
    const found = await doctor(place)
    assert.equal(found?.state, 'wrong')
    assert.match(
      found?.words ?? '',
      /no certificate for inn\.test yet\. 127\.0\.0\.1:\d+ can't be reached \(ECONNREFUSED\)/,
    )
    assert.equal((await service.stop()).code, 0)
  })

  test('continues its order after a crash', async () => {
    const [checkPort, httpPort] = [await freePort(), await freePort()]
    const asked = Promise.withResolvers<void>()
    const hasRestarted = Promise.withResolvers<void>()
    // The authority's check waits here until the service is back.
    const findAnswer = async (path: string) => {
      await hasRestarted.promise
      return await until('the answer', async () => {
        const found = await fetch(`http://127.0.0.1:${httpPort}${path}`).catch(() => undefined)
        return found?.status === 200 ? await found.text() : undefined
      })
    }
    const gate = createServer(({ url = '' }, response) => {
      asked.resolve()
      findAnswer(url).then(
        (text) => response.end(text),
        () => response.destroy(),
      )
    })
    gate.listen(checkPort, '127.0.0.1').unref()
    const pebble = await startPebble(checkPort)
    const place = await newPlace(pebble, httpPort)
    const service = await start(place)
    await asked.promise
    assert.equal((await service.stop('SIGKILL')).signal, 'SIGKILL')
    assert.ok(fileOf(place, 'order.json'))
    const again = await start(place)
    hasRestarted.resolve()
    const trusting = { ca: pebble.root, agent: false }
    await until('HTTPS', () => ask(place, '/health', trusting).catch(() => undefined))
    assert.equal(pebble.printed().match(/Added order/g)?.length, 1)
    await until('the end of the order', () => fileOf(place, 'order.json') === undefined)
    await again.stop()
    gate.close()
    pebble.stop()
  })
})
