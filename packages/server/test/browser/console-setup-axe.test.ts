import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSimulator } from '@innkeeper/simulator'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { signIn } from '../support/console.ts'
import { startTestService } from '../support/test-service.ts'
import { assertAccessible, looks, wear } from './accessible.ts'
import { comeToRest, watchRequests } from './at-rest.ts'

const start = Date.now()
const line = await startSimulator({ rateLimits: null, clock: () => start, botName: 'Inn bot' })
after(() => line.stop())
const addresses = { LINE_API_BASE_URL: line.url, LINE_DATA_API_BASE_URL: line.url }
const service = await startTestService(addresses, { connectors: [], now: start })
const browser = await openBrowser()
after(() => browser.close())

/** A piece of text that each of the languages has, to see that it is shown in that language. */
const languages = { 'en-GB': /\bthe\b/i, 'ja-JP': /[ぁ-ん]/, 'zh-TW': /設定/, 'th-TH': /[ก-๛]/ }
const anonymous = ['/sign-in', '/setup#code']
const operators = [
  '/operator/setup?step=address',
  '/operator/setup?step=platform',
  '/operator/setup?step=group',
  '/operator/setup?step=safety',
  '/operator/setup?step=options',
  '/operator/settings',
]

async function check(paths: string[], isOperator: boolean): Promise<void> {
  for (const [turn, [locale, letters]] of Object.entries(languages).entries()) {
    const opened = await openPage(browser, `${service.url}/sign-in`, {
      locale,
      async prepare(context) {
        watchRequests(context)
        if (isOperator) await signIn(context, service, 'U-operator', { isOperator })
      },
    })
    const { page } = opened
    for (const [index, path] of paths.entries()) {
      await page.goto(`${service.url}${path}`)
      const main = page.getByRole('main')
      await main.getByRole('button').first().waitFor()
      // Colours and layout are the same in all languages, so each page has one of the looks in two languages.
      await wear(page, looks[(turn + index) % 2 === 0 ? 0 : 1])
      await comeToRest(page)
      await assertAccessible(page)
      await page.setViewportSize(looks[1].size)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(width <= looks[1].size.width, `${path} is wider than a phone in ${locale}: ${width}`)
      assert.match(await main.innerText(), letters, `${path} in ${locale}`)
    }
    await page.context().close()
  }
}

test('the pages before anyone is signed in have no serious accessibility problem, in four languages', () =>
  check(anonymous, false))

test('the steps of the setup and the settings have none, before a platform is connected', () => check(operators, true))

test('nor do the steps that follow once it is connected', async () => {
  const operator = await service.caller('U-operator', { isOperator: true })
  const changes = [
    { name: 'lineChannelId', value: line.channelId },
    { name: 'lineChannelSecret', value: line.channelSecret },
  ]
  assert.equal((await operator.put('/api/operator/platforms/line', { changes })).body.isConnected, true)
  await check(['/operator/setup?step=platform', '/operator/setup?step=group'], true)
})
