import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { seedChannel } from '../store/seed-channel.ts'
import { createCaller } from '../support/http/caller.ts'
import { createKey, innkeeper, newFolder, type Running, serve, withData } from '../support/process/process.ts'
import { createCertificate } from './certificate.ts'
import { freePort, occupyPort } from './free-port.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')

describe('a running service', () => {
  const dataDir = newFolder()
  let service: Running
  before(async () => {
    service = await serve(dataDir)
  })
  after(async () => assert.equal((await service.stop()).code, 0))

  test('prints its address, the API reference and how to sign in', async () => {
    const { stdout, stderr } = service.printed()
    assert.match(service.url, /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.ok(stdout.includes(`API reference   ${service.url}/docs`), stdout)
    assert.ok(stdout.includes(`./innkeeper signin --data ${dataDir}`), stdout)
    assert.ok(stdout.includes(`Setup link      ${service.url}/setup#`), stdout)
    assert.equal(stderr, '')
    const anonymous = createCaller(service.url, undefined)
    const health = await anonymous.get('/health')
    assert.equal(health.body.status, 'ok')
    assert.match(health.body.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal((await anonymous.get('/ready')).body.status, 'ready')
    assert.equal((await anonymous.get('/docs')).status, 200)
    assert.equal((await anonymous.get('/openapi.json')).body.servers[0].url, service.url)
    assert.equal((await anonymous.get('/metrics')).status, 404)
  })

  test('refuses a second service on the same folder, and lets commands run', async () => {
    await withData(dataDir, ({ store }) => seedChannel(store, 'C1', { owner: 'U1', members: ['U2'] }, noon))
    const second = await innkeeper(['serve', '--port', '0', '--data', dataDir])
    assert.equal(second.code, 1)
    assert.match(
      second.stderr,
      /^Another service is running on .+\. Stop it first, or choose another folder with --data\.\n$/,
    )

    const create = (userId: string) => innkeeper(['keys', 'create', '--user', userId, '--json', '--data', dataDir])
    const created = await Promise.all([create('U1'), create('U2')])
    const [one, two] = created.map(({ stdout }): { id: string; key: string } => JSON.parse(stdout))
    assert.ok(one && two)
    const callers = [one, two].map(({ key }) => createCaller(service.url, `Bearer ${key}`))
    const rename = (caller = callers[0]) => caller?.put('/api/channels/C1/settings', { language: 'ja' })
    assert.equal((await rename(callers[0]))?.status, 200)
    assert.equal((await rename(callers[1]))?.status, 403)
    const handOver = await innkeeper(['channels', 'set-owner', 'C1', 'U2', '--data', dataDir])
    assert.deepEqual([handOver.code, handOver.stdout], [0, 'U2 is now the owner of C1.\n'])
    assert.equal((await rename(callers[0]))?.status, 403, 'applies from the next request on')
    assert.equal((await rename(callers[1]))?.status, 200, 'applies from the next request on')

    const revoked = await innkeeper(['keys', 'revoke', two.id, '--data', dataDir])
    assert.deepEqual([revoked.code, revoked.stdout], [0, `Revoked ${two.id}.\n`])
    assert.equal((await callers[1]?.get('/api/me'))?.status, 401, 'applies from the next request on')
    assert.equal((await callers[0]?.get('/api/me'))?.status, 200)

    const [keys, channels, doctor] = await Promise.all([
      innkeeper(['keys', 'list', '--json', '--data', dataDir]),
      innkeeper(['channels', 'list', '--json', '--data', dataDir]),
      innkeeper(['doctor', '--data', dataDir]),
    ])
    const states = JSON.parse(keys.stdout).keys.map(({ id, state }: { id: string; state: string }) => [id, state])
    assert.deepEqual(
      new Map(states),
      new Map([
        [one.id, 'valid'],
        [two.id, 'revoked'],
      ]),
    )
    assert.equal(JSON.parse(channels.stdout).channels[0].ownerId, 'U2')
    assert.equal(doctor.code, 0, doctor.stdout)
  })
})

describe('innkeeper serve', { concurrency: 2 }, () => {
  test('a port that is in use is reported in one sentence', async () => {
    const { server, port } = await occupyPort()
    const [api, metrics] = await Promise.all([
      innkeeper(['serve', '--port', String(port), '--data', newFolder()]),
      innkeeper(['serve', '--port', '0', '--data', newFolder()], { env: { INNKEEPER_METRICS: String(port) } }),
    ])
    server.close()
    for (const { code, stderr } of [api, metrics]) {
      assert.equal(code, 1)
      assert.match(
        stderr,
        new RegExp(
          `^Port ${port} is in use by another program\\. Choose another: add --port, such as --port 9000, .+\\n$`,
        ),
      )
    }
  })

  test('an address that this machine does not have is reported in one sentence', async () => {
    const { code, stderr } = await innkeeper(['serve', '--port', '0', '--host', '203.0.113.7', '--data', newFolder()])
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^The service cannot listen on 203\.0\.113\.7 \(EADDRNOTAVAIL\)\. Choose another address with --host/,
    )
    assert.equal(stderr.split('\n').length, 2, stderr)
  })

  test('metrics have their own listener and all that the alert rules name, and picture URLs and the API document use the public address', async () => {
    const [dataDir, port, metricsPort] = [newFolder(), await freePort(), await freePort()]
    const env = { INNKEEPER_METRICS: String(metricsPort), INNKEEPER_BASE_URL: 'https://inn.example' }
    const service = await serve(dataDir, { env, words: ['--port', String(port)] })
    const url = `http://127.0.0.1:${port}`
    await createCaller(url, 'Bearer secret-word').get('/api/channels/C1?secret=word')
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4')
    const text = await answer.text()
    assert.match(text, /^# TYPE innkeeper_http_requests_total counter$/m)
    assert.match(
      text,
      /^innkeeper_http_requests_total\{method="GET",route="\/api\/channels\/:channelId",status="401"\} 1$/m,
    )
    assert.match(text, /^innkeeper_disk_free_bytes \d/m)
    assert.match(text, /^innkeeper_urgent_jobs_due \d/m)
    assert.match(text, /^# TYPE innkeeper_jobs_due gauge/m)
    assert.match(text, /^# TYPE innkeeper_job_oldest_seconds gauge/m)
    assert.match(text, /^innkeeper_urgent_job_oldest_seconds \d/m)
    assert.match(text, /^innkeeper_answers_expired_total \d/m)
    const exposed = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
    const alerts = readFileSync(new URL('../../../../deploy/alerts.yaml', import.meta.url), 'utf8')
    const named = [...new Set(alerts.match(/\binnkeeper_\w+/g))]
    assert.deepEqual(
      named.filter((name) => !exposed.has(name)),
      [],
      'alert rules name only metrics that exist',
    )
    assert.ok(named.length > 5)
    assert.doesNotMatch(text, /secret/)
    assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/api/me`)).status, 404)
    assert.equal((await fetch(`${url}/metrics`)).status, 404)

    const { key } = await createKey(dataDir, 'U1')
    const caller = createCaller(url, `Bearer ${key}`)
    assert.match((await caller.get('/api/me')).body.pictureUrl, /^https:\/\/inn\.example\/pictures\//)
    assert.equal((await caller.get('/openapi.json')).body.servers[0].url, 'https://inn.example')
    assert.equal((await service.stop()).code, 0)
  })

  test('with a certificate and its key, the service uses HTTPS', async () => {
    const [dataDir, folder] = [newFolder(), newFolder()]
    const { cert, key } = createCertificate()
    const env = { INNKEEPER_TLS_CERT: join(folder, 'cert.pem'), INNKEEPER_TLS_KEY: join(folder, 'key.pem') }
    writeFileSync(env.INNKEEPER_TLS_CERT, cert)
    writeFileSync(env.INNKEEPER_TLS_KEY, key)
    const service = await serve(dataDir, { env })
    assert.match(service.url, /^https:/)
    const trusting = { ca: readFileSync(env.INNKEEPER_TLS_CERT) }
    const [answer]: IncomingMessage[] = await once(get(`${service.url}/health`, trusting), 'response')
    const body = Buffer.concat((await answer?.toArray()) ?? []).toString()
    assert.equal(JSON.parse(body).status, 'ok')
    await assert.rejects(fetch(`${service.url}/health`), 'clients that do not know the certificate do not trust it')
    await assert.rejects(fetch(`${service.url.replace('https', 'http')}/health`), 'plain HTTP does not work')
    assert.equal((await service.stop()).code, 0)
  })
})
