import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../../scripts/browser.ts'
import { assertClean, followLink, visitConsole } from '../support/console.ts'
import { message } from '../support/content/events.ts'
import { hostileTexts } from '../support/hostile/hostile-texts.ts'
import { startTestService } from '../support/test-service.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())
const channel = 'C-hostile'
const path = `/channels/${channel}`

before(async () => {
  await service.channel(channel, { owner: 'U-owner', subscribers: ['U-owner'] })
  for (const [index, text] of hostileTexts.entries()) {
    const at = service.clock.now - 1000 * (hostileTexts.length - index)
    const from = `U-hostile-${index}`
    await service.receive([
      { ...message(channel, at, { from, name: text, content: { type: 'text', text } }) },
      message(channel, at, { id: `f-${index}`, from, name: text, content: { type: 'file', fileName: `${text}.html` } }),
      message(channel, at, { from, content: { type: 'location', latitude: 1, longitude: 2, address: text } }),
    ])
    await service.storeMedia(channel, `f-${index}`, Buffer.from(text))
  }
})

test('sixty hostile texts as messages, names, files and locations run nothing and load nothing', async () => {
  assert.ok(hostileTexts.length >= 50)
  const watched = await visitConsole(browser, service, 'U-owner', path)
  const { page } = watched
  await seen(page, hostileTexts.at(-1) ?? '')
  await page.keyboard.press('Home')
  await seen(page, hostileTexts[0] ?? '')
  await page.keyboard.press('End')
  await seen(page, hostileTexts.at(-1) ?? '')
  await followLink(page, `${path}/gallery`)
  await page.getByText('.html').first().waitFor()
  for (const words of ['alert', 'script', 'elsewhere', 'javascript:']) {
    await followLink(page, `${path}/search?q=${encodeURIComponent(words)}`)
    await page.locator('mark', { hasText: words }).first().waitFor()
  }
  assertClean(watched)
})

test('the same texts as a search, a day or a message in the URL run nothing', async () => {
  const watched = await visitConsole(browser, service, 'U-owner')
  const { page } = watched
  // Open the first one as a URL, and follow links to the others.
  const [search = '', ...searches] = hostileTexts.slice(0, 6)
  await page.goto(`${service.url}${path}/search?q=${encodeURIComponent(search)}`)
  await page.getByRole('searchbox').waitFor()
  for (const text of searches) {
    const asked = page.waitForResponse((answer) => decodeURIComponent(answer.url()).includes(text))
    await followLink(page, `${path}/search?q=${encodeURIComponent(text)}`)
    await asked
    await page.getByRole('searchbox').waitFor()
  }
  for (const text of hostileTexts.slice(6, 12)) {
    await page.goto(`${service.url}${path}?message=${encodeURIComponent(text)}`)
    await page.getByText('Message not found').waitFor()
  }
  await page.goto(`${service.url}${path}?date=${encodeURIComponent(hostileTexts[0] ?? '')}`)
  await page.getByRole('banner').waitFor()
  assert.deepEqual([watched.dialogs, watched.foreign], [[], []])
})

test('links lead only to the web and to mail, and send no referrer', async () => {
  const { page } = await visitConsole(browser, service, 'U-owner', path)
  await seen(page, hostileTexts.at(-1) ?? '')
  const links = await page
    .locator('[role=feed] a[target=_blank], main a[target=_blank]')
    .evaluateAll((all) =>
      all.map((one) => ({ href: one.getAttribute('href') ?? '', rel: one.getAttribute('rel') ?? '' })),
    )
  assert.ok(links.length > 0)
  for (const { href, rel } of links) {
    assert.match(href, /^(https?:|mailto:|\/)/)
    assert.match(rel, /noopener/)
    assert.match(rel, /noreferrer/)
  }
})

test('control: the same text does run as a page of its own', async () => {
  const { page, dialogs } = await visitConsole(browser, service, 'U-owner')
  await page.route('**/awake', (route) => route.fulfill({ contentType: 'text/html', body: hostileTexts[0] ?? '' }))
  await page.goto(`${service.url}/awake`)
  assert.deepEqual(dialogs, ['1'])
})

async function seen(page: Page, text: string): Promise<void> {
  await page
    .getByText(text.trim().split('\n')[0] ?? '', { exact: false })
    .first()
    .waitFor()
}
