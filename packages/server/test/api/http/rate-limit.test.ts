import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDictionary, parseList } from 'structured-headers'
import { issueLinkCode } from '../../../src/actions/storage/operator.ts'
import { type Browser, openBrowser } from '../../support/http/browser.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

test('a person gets exactly their quota per minute across all their keys, and another person is unaffected', async () => {
  const service = await startTestService({ INNKEEPER_RATE_LIMIT: '40' })
  const [one, two] = [await service.caller('U1'), await service.caller('U2')]
  const minted = await one.post('/api/keys', { name: 'another' })
  const keys = [one, await service.caller('U1'), service.callerWith(`Bearer ${minted.body.key}`)]
  const asks = Array.from({ length: 33 }, () => keys.map((key) => key.get('/api/channels')))
  const burst = await Promise.all(asks.flat())
  assert.equal(burst.filter(({ status }) => status === 200).length, 39, 'creating the key was the first')
  const refused = burst.filter(({ status }) => status === 429)
  assert.equal(refused.length, 60)
  for (const { body, headers } of refused) {
    assert.deepEqual(body, { error: 'Too many requests' })
    const reset = parseList(headers.get('ratelimit') ?? '')[0]?.[1].get('t')
    assert.ok(Number(headers.get('retry-after')) >= Number(reset))
  }
  const others = await Promise.all(Array.from({ length: 41 }, () => two.get('/api/channels')))
  assert.equal(others.filter(({ status }) => status === 200).length, 40)
  service.clock.now += 60_000
  for (const key of keys) assert.equal((await key.get('/api/channels')).status, 200)
})

test('the headers that report the limit are structured fields', async () => {
  const service = await startTestService({ INNKEEPER_RATE_LIMIT: '600' })
  const caller = await service.caller('U1')
  const first = await caller.get('/api/me')
  assert.equal(first.headers.get('ratelimit-policy'), '"default";q=600;w=60')
  assert.match(first.headers.get('ratelimit') ?? '', /^"default";r=599;t=\d+$/)
  for (const path of ['/api/me', '/api/nowhere', '/api/channels/C9']) {
    const answer = await caller.get(path)
    const [policy] = parseList(answer.headers.get('ratelimit-policy') ?? '')
    assert.equal(policy?.[0], 'default', path)
    assert.equal(parseList(answer.headers.get('ratelimit') ?? '')[0]?.[0], 'default', path)
  }
  assert.throws(() => parseDictionary('"default";q=600'), 'the parser refuses other header values')
})

test('failed authentication is limited by address, and never locks out a valid key', async () => {
  const service = await startTestService({ INNKEEPER_AUTH_RATE_LIMIT: '10' })
  const valid = await service.caller('U1')
  const stranger = service.callerWith('Bearer nonsense')
  const burst = await Promise.all(Array.from({ length: 25 }, () => stranger.get('/api/me')))
  assert.equal(burst.filter(({ status }) => status === 401).length, 10)
  assert.equal(burst.filter(({ status }) => status === 429).length, 15)
  assert.equal((await valid.get('/api/me')).status, 200)
})

test('a limit of 0 means no limit', async () => {
  const service = await startTestService({ INNKEEPER_RATE_LIMIT: '0' })
  const caller = await service.caller('U1')
  const burst = await Promise.all(Array.from({ length: 700 }, () => caller.get('/api/keys')))
  assert.ok(burst.every(({ status }) => status === 200))
})

test('sign-ins share the quota of their person, however they were created', async () => {
  const service = await startTestService({ INNKEEPER_RATE_LIMIT: '10' })
  const answered = async (browsers: Browser[]) => {
    let count = 0
    for (const browser of browsers) {
      for (let times = 0; times < 6; times++) if ((await browser.get('/api/me')).status === 200) count++
    }
    return count
  }
  const key = await service.caller('U1')
  const withKey = openBrowser(service, key)
  assert.equal((await withKey.post('/api/sign-ins')).status, 201)
  const withLink = async (userId: string) => {
    const { code } = await issueLinkCode({ store: service.store, clock: () => service.clock.now }, userId)
    const browser = openBrowser(service)
    assert.equal((await browser.post('/sign-in/link', { code })).status, 201)
    return browser
  }
  const browsers = [carryOver(service, withKey.cookies), await withLink('U1'), await withLink('U1')]
  assert.equal(await answered(browsers), 9, 'signing in with the key was the first')
  assert.equal((await key.get('/api/me')).status, 429, 'nothing is left for the key itself either')
  assert.equal(await answered([await withLink('U2')]), 6, 'another person has their own quota')
})

test('requests from pages of other sites neither use up the quota of a person nor count as theirs', async () => {
  const service = await startTestService({ INNKEEPER_RATE_LIMIT: '3' })
  const key = await service.caller('U1')
  const browser = openBrowser(service, key)
  assert.equal((await browser.post('/api/sign-ins')).status, 201)
  const { from, get } = carryOver(service, browser.cookies)
  for (let times = 0; times < 5; times++) {
    assert.equal((await from({ 'sec-fetch-site': 'same-site' }).get('/api/me')).status, 403)
  }
  assert.deepEqual([(await get('/api/me')).status, (await get('/api/me')).status], [200, 200])
  assert.equal((await get('/api/me')).status, 429, 'the control')
})

/** The same browser without a key in its requests. */
function carryOver(service: TestService, cookies: Map<string, string>): Browser {
  const browser = openBrowser(service)
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return browser
}
