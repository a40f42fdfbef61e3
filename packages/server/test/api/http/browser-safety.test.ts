import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { listRoutes } from '@innkeeper/contract'
import { createCertificate } from '../../process/certificate.ts'
import { exampleOf, fillChannel } from '../../support/hostile/example-inputs.ts'
import { plainRequest } from '../../support/http/plain-request.ts'
import { newFolder } from '../../support/process/process.ts'
import { startTestService } from '../../support/test-service.ts'

const year = 'max-age=31536000'

describe('the service sends Strict-Transport-Security', () => {
  const ask = async (url: string, path: string, headers: Record<string, string>) =>
    (await plainRequest(url, 'GET', path, { headers })).headers['strict-transport-security']
  const secure = { 'x-forwarded-proto': 'https' }

  test('in every response when it has its own certificate, except on localhost', async () => {
    const folder = newFolder()
    const { cert, key } = createCertificate()
    writeFileSync(join(folder, 'cert.pem'), cert)
    writeFileSync(join(folder, 'key.pem'), key)
    const service = await startTestService({
      INNKEEPER_TLS_CERT: join(folder, 'cert.pem'),
      INNKEEPER_TLS_KEY: join(folder, 'key.pem'),
    })
    const { port } = new URL(service.url)
    const hstsOf = (host: string, path: string) =>
      new Promise<string | undefined>((resolve, reject) => {
        const options = { port, path, headers: { host }, ca: cert, servername: 'localhost', agent: false }
        request(options, (response) => resolve(response.resume().headers['strict-transport-security']))
          .on('error', reject)
          .end()
      })
    for (const path of ['/health', '/', '/docs', '/api/me', '/nowhere', '/api/%zz']) {
      assert.equal(await hstsOf('inn.example', path), year, path)
    }
    for (const host of ['localhost', `localhost:${port}`, '127.0.0.1', '[::1]', 'inn.localhost']) {
      assert.equal(await hstsOf(host, '/health'), undefined, host)
    }
  })

  test('behind a trusted proxy that reports HTTPS', async () => {
    const service = await startTestService({ INNKEEPER_TRUST_PROXY: '127.0.0.1' })
    assert.equal(await ask(service.url, '/health', { host: 'inn.example', ...secure }), year)
    assert.equal(await ask(service.url, '/health', { host: 'inn.example', 'x-forwarded-proto': 'http' }), undefined)
    const untrusting = await startTestService({ INNKEEPER_TRUST_PROXY: '10.0.0.1' })
    assert.equal(await ask(untrusting.url, '/health', { host: 'inn.example', ...secure }), undefined)
  })

  test('at the address that the operator set, if that is HTTPS', async () => {
    const service = await startTestService({ INNKEEPER_BASE_URL: 'https://inn.example' })
    assert.equal(await ask(service.url, '/', { host: 'inn.example' }), year)
    assert.equal(await ask(service.url, '/', { host: '10.0.0.1' }), undefined, 'another address may be plain HTTP')
  })

  test('never over plain HTTP', async () => {
    const service = await startTestService({ INNKEEPER_BASE_URL: 'http://inn.example' })
    assert.equal(await ask(service.url, '/', { host: 'inn.example', ...secure }), undefined)
  })
})

test('every Content-Security-Policy of pages and files restricts base-uri and form-action', async () => {
  const service = await startTestService()
  await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  await fillChannel(service, 'C1')
  const { authorization = '' } = await service.caller('U-owner', { isOperator: true })
  const scene = { service, channelId: 'C1', ownerId: 'U-owner', userId: 'U-owner', isSubscribed: true }
  const withPolicy: string[] = []
  for (const { name, route } of listRoutes()) {
    if (route.method !== 'GET' || name === 'watchChannel') continue
    const { path } = await exampleOf(name, scene)
    const { headers } = await plainRequest(service.url, 'GET', path, { headers: { authorization } })
    const policy = headers['content-security-policy']
    const type = String(headers['content-type'])
    if (policy === undefined) {
      assert.doesNotMatch(type, /html|svg|image|video|audio|octet-stream/, `${path} has no policy`)
      continue
    }
    withPolicy.push(name)
    assert.match(String(policy), /base-uri 'none'/, path)
    assert.match(String(policy), /form-action '(none|self)'/, path)
    assert.match(String(policy), /default-src '(none|self)'/, path)
  }
  for (const name of ['getConsole', 'getDocs', 'getGuidePage', 'getDefaultPicture', 'downloadMedia']) {
    assert.ok(withPolicy.includes(name), `${name} is among ${withPolicy.join(', ')}`)
  }
  const nowhere = await plainRequest(service.url, 'GET', '/nowhere', { headers: { accept: 'text/html' } })
  assert.match(String(nowhere.headers['content-security-policy']), /base-uri 'none'/)
})
