import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { issueLinkCode } from '../../../src/actions/storage/operator.ts'
import { openBrowser } from '../../support/http/browser.ts'
import { plainRequest } from '../../support/http/plain-request.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const linkFor = async (userId: string) =>
  (await issueLinkCode({ store: service.store, clock: () => service.clock.now }, userId)).code

describe('when a browser would not keep the cookie', () => {
  const ask = async (host: string, more: Record<string, string> = {}, url = service.url) => {
    const { text } = await plainRequest(url, 'GET', '/sign-in/ways', { headers: { host, ...more } })
    return JSON.parse(text).keepsCookies as boolean
  }

  test('the service says so: over plain HTTP, except on the machine itself', async () => {
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', 'inn.localhost']) assert.ok(await ask(host), host)
    for (const host of ['inn.example', '192.168.1.5:8080', 'localhost.example', '127.0.0.1.example']) {
      assert.equal(await ask(host), false, host)
    }
    assert.ok(await ask('inn.example', { 'sec-fetch-site': 'same-origin' }), 'a browser only sends this over HTTPS')
    assert.equal(await ask('inn.example', { 'x-forwarded-proto': 'https' }), false, 'anyone can send that')
  })

  test('behind a proxy, its header or the configured URL decides', async () => {
    const proxied = await startTestService({ INNKEEPER_TRUST_PROXY: '1' })
    assert.ok(await ask('inn.example', { 'x-forwarded-proto': 'https' }, proxied.url))
    await proxied.stop()
    const named = await startTestService({ INNKEEPER_BASE_URL: 'https://inn.example' })
    assert.deepEqual([await ask('inn.example', {}, named.url), await ask('10.0.0.1', {}, named.url)], [true, false])
    await named.stop()
  })

  test('signing in is refused with a hint what to do, and the link stays valid', async () => {
    const code = await linkFor('U-plain')
    const { authorization = '' } = await service.caller('U-plain')
    const headers = { host: 'inn.example', 'content-type': 'application/json' }
    const answers = [
      await plainRequest(service.url, 'POST', '/sign-in/link', { headers, body: JSON.stringify({ code }) }),
      await plainRequest(service.url, 'POST', '/api/sign-ins', { headers: { ...headers, authorization } }),
    ]
    for (const { status, headers: received, text } of answers) {
      assert.deepEqual([status, received['set-cookie']], [400, undefined], text)
      assert.match(text, /plain HTTP\. Open the service over HTTPS, or as http:\/\/localhost on its own machine/)
    }
    assert.equal((await openBrowser(service).post('/sign-in/link', { code })).status, 201)
  })
})
