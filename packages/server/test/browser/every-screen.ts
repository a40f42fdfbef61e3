import type { Browser, Page } from 'playwright-core'
import { openPage } from '../../../../scripts/browser.ts'
import { inTurn } from '../../../../scripts/test-runner/turns.ts'
import type { TestService } from '../support/test-service.ts'
import { findBarriers, looks, wear } from './accessible.ts'
import { comeToRest, watchRequests } from './at-rest.ts'
import { findClippedTexts } from './clipped-texts.ts'
import { goTo, type Screen } from './console-screens.ts'

/** Letters that every screen has in this language. */
const languages = { 'en-GB': /[a-z]/, 'ja-JP': /[ぁ-んァ-ン]/, 'zh-TW': /[一-鿿]/, 'th-TH': /[ก-๛]/ }
type Locale = keyof typeof languages

/** That no text is missing in another language is tested without a browser. Whether its texts fit is tested in turn. */
export function localesOfToday(url: string): Locale[] {
  return ['en-GB', ...inTurn(url, ['ja-JP', 'zh-TW', 'th-TH'] as const)]
}

export type Place = { browser: Browser; service: TestService }

const pages = new Map<Browser, Map<Locale, Page>>()

/** Opens each screen in both looks. One look after the other, because changing it redraws everything, which costs more. */
export async function findProblems(place: Place, group: readonly Screen[], locale: Locale): Promise<string[]> {
  const page = await pageIn(place, locale)
  const found: string[] = []
  for (const look of looks) {
    for (const [index, screen] of group.entries()) {
      await goTo(page, place.service, screen)
      if (index === 0) await wear(page, look)
      if (locale === 'en-GB') await screen.isThere(page)
      await screen.open?.(page)
      await finishLoading(page)
      const problems = await findOnScreen(page, locale, { isAxeWanted: isAxeWanted(screen, locale) })
      for (const problem of problems) found.push(`${screen.name}, ${look.size.width} px: ${problem}`)
    }
  }
  return found
}

/** So that its page shows what has changed elsewhere just now. */
export async function reload(place: Place, locale: Locale): Promise<void> {
  await (await pageIn(place, locale)).reload()
}

async function pageIn({ browser, service }: Place, locale: Locale): Promise<Page> {
  const own = pages.get(browser) ?? new Map<Locale, Page>()
  pages.set(browser, own)
  const known = own.get(locale)
  if (known) return known
  const { page } = await openPage(browser, `${service.url}/sign-in`, {
    locale,
    prepare: async (context) => watchRequests(context),
  })
  own.set(locale, page)
  return page
}

/**
 * Languages change the texts of a screen and neither its elements nor its colours, so one language is enough. The screens of an
 * operator and of people who aren't signed in are checked in all, because a new installation is set up there.
 */
function isAxeWanted({ userId }: Screen, locale: Locale): boolean {
  return locale === 'en-GB' || userId === '' || userId === 'U-operator'
}

/** Skeletons that don't move look like rest. */
async function finishLoading(page: Page): Promise<void> {
  await comeToRest(page)
  const loading = page.locator('[aria-busy=true]')
  while ((await loading.count()) > 0) {
    await loading.first().waitFor({ state: 'detached' })
    await comeToRest(page)
  }
}

async function findOnScreen(page: Page, locale: Locale, { isAxeWanted }: { isAxeWanted: boolean }): Promise<string[]> {
  const found = await findClippedTexts(page)
  const text = await page.getByRole('main').innerText()
  if (!languages[locale].test(text)) found.push(`not in its language: ${text.slice(0, 60)}`)
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  if (excess > 0) found.push(`${excess} px wider than the window`)
  if (isAxeWanted) found.push(...(await findBarriers(page)).map((barrier) => JSON.stringify(barrier)))
  return found
}
