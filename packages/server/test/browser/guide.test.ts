import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { startTestService } from '../support/test-service.ts'
import { findBarriers, looks } from './accessible.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())

test('every page of the guide can be read by everyone, on a desktop and on a phone', async () => {
  const { page } = await openPage(browser, `${service.url}/guide`)
  const links = await page.getByRole('navigation').first().getByRole('link').all()
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
  assert.ok(paths.length > 3, paths.join())
  const found: string[] = []
  for (const path of paths) {
    await page.goto(new URL(path ?? '', page.url()).href)
    for (const { colorScheme, size } of looks) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (excess > 0) found.push(`${path}, ${size.width} px: ${excess} px wider than the window`)
      for (const barrier of await findBarriers(page)) found.push(`${path}: ${JSON.stringify(barrier)}`)
    }
  }
  assert.deepEqual(found, [])
})
