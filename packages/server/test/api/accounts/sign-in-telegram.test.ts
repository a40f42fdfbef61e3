import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Browser, openBrowser } from '../../support/http/browser.ts'
import { startTelegramTestService, untilOwned } from '../../support/telegram/telegram.ts'

const baseUrl = 'https://inn.example'
const clientSecret = 'a-secret-of-the-login'
const { service, telegram } = await startTelegramTestService(
  { INNKEEPER_BASE_URL: baseUrl, TELEGRAM_LOGIN_CLIENT_SECRET: clientSecret },
  {
    bot: { username: 'inn_bot', privacyMode: false },
    login: { clientSecret, redirectUris: [`${baseUrl}/sign-in/with/telegram/back`] },
  },
)
telegram.world.settings.login.issuer = telegram.url
const mai = telegram.addUser({ firstName: 'Mai' })
const problem = (word: string) => `/sign-in?problem=${word}`

/** Where a browser that comes from another site is redirected to. */
async function follow(browser: Browser, path: string): Promise<string> {
  const answer = await browser.from({ 'sec-fetch-site': 'cross-site' }).get(path)
  assert.equal(answer.status, 302, answer.text)
  return answer.headers.get('location') ?? ''
}

/** Goes to Telegram, where this person agrees, or `nobody` does. Returns the path that Telegram redirects back to. */
async function agree(browser: Browser, as: number | 'nobody' = mai.id): Promise<string> {
  const page = await follow(browser, '/sign-in/with/telegram')
  assert.ok(!page.includes(clientSecret) && page.startsWith(`${telegram.url}/auth?`), page)
  const { status, headers } = await fetch(`${page}&as=${as}`, { redirect: 'manual' })
  const address = headers.get('location') ?? ''
  assert.ok(status === 302 && address.startsWith(`${baseUrl}/`), address)
  return address.slice(baseUrl.length)
}

const userOf = async (browser: Browser) => (await browser.get('/api/me')).body.userId

test('a person who signs in with Telegram has the rights that they have in their groups', async () => {
  const group = telegram.addGroup({ title: 'Flat', owner: mai })
  group.invite()
  await untilOwned(service, group, mai)
  const browser = openBrowser(service)
  const { platforms, chats } = (await browser.get('/sign-in/ways')).body
  assert.deepEqual(platforms, [{ platform: 'telegram', name: 'Telegram' }])
  const url = 'https://t.me/inn_bot?start=link'
  assert.deepEqual(chats, [{ platform: 'telegram', name: 'Telegram', url }], 'a link to the chat that signs in')
  assert.equal(await follow(browser, await agree(browser)), '/')
  // Not by the number that Telegram uses as the subject.
  assert.equal(await userOf(browser), `tg:${mai.id}`)
  assert.equal((await browser.get(`/api/channels/tg:${group.id}`)).body.role, 'owner')
})

test('a person who refuses at Telegram is redirected back to the page, which can say so', async () => {
  const browser = openBrowser(service)
  assert.equal(await follow(browser, await agree(browser, 'nobody')), problem('denied'))
  assert.equal(await userOf(browser), undefined)
})

test('signing in goes on when Telegram changes its keys, and a token with a wrong signature is refused', async () => {
  telegram.login.rotateKeys({ keepsOld: false })
  service.clock.now += 10 * 60_000
  const browser = openBrowser(service)
  assert.equal(await follow(browser, await agree(browser)), '/')
  assert.equal(await userOf(browser), `tg:${mai.id}`)
  telegram.login.forgeNext({ signature: 'damaged' })
  const other = openBrowser(service)
  assert.equal(await follow(other, await agree(other)), problem('failed'))
  assert.equal(await userOf(other), undefined)
})
