import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Browser, openBrowser } from '../../support/http/browser.ts'
import { startTestService } from '../../support/test-service.ts'

// Browsers send the cookies of a host to all its ports.

const service = await startTestService()
const cookieName = `__Host-innkeeper-${new URL(service.url).port}`
const userOf = async (browser: Browser) => (await browser.get('/api/me')).body.userId

/** A browser that a person signed in with their key. */
async function withKey(userId: string): Promise<Browser> {
  const { authorization = '' } = await service.caller(userId)
  const browser = openBrowser(service)
  const answer = await browser.request('POST', '/api/sign-ins', { headers: { authorization } })
  assert.equal(answer.status, 201, answer.text)
  return browser
}

test('services on other ports of this machine have cookies of their own', async () => {
  const browser = await withKey('U-ports')
  assert.deepEqual([...browser.cookies.keys()], [cookieName])
  browser.cookies.set('__Host-innkeeper-1', 'ink_of_another_service')
  browser.cookies.set('__Host-innkeeper', 'ink_of_another_service')
  assert.equal(await userOf(browser), 'U-ports')
  await browser.delete('/api/sign-ins/current')
  assert.deepEqual([...browser.cookies.keys()], ['__Host-innkeeper-1', '__Host-innkeeper'])
})

test('programs that send the cookie themselves can leave out the port', async () => {
  const { cookies } = await withKey('U-plain')
  const program = openBrowser(service)
  program.cookies.set('__Host-innkeeper', cookies.get(cookieName) ?? '')
  assert.equal(await userOf(program), 'U-plain')
})
