import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openPage, type PageOptions, type WatchedPage } from '../../../../scripts/browser.ts'
import { until } from './eventually.ts'
import type { TestService } from './test-service.ts'

/** Opens a path of the console, signed in as this person. */
export async function openConsole(
  browser: Browser,
  service: Pick<TestService, 'url' | 'caller'>,
  userId: string,
  path = '/',
  { isOperator = false, ...options }: PageOptions & { isOperator?: boolean } = {},
): Promise<WatchedPage> {
  return await openPage(browser, `${service.url}${path}`, {
    viewport: { width: 1280, height: 860 },
    ...options,
    async prepare(context) {
      await options.prepare?.(context)
      await signIn(context, service, userId, { isOperator })
    },
  })
}

/** Signs this person in for all pages of the browser context. */
export async function signIn(
  context: BrowserContext,
  service: Pick<TestService, 'url' | 'caller'>,
  userId: string,
  { isOperator = false }: { isOperator?: boolean } = {},
): Promise<void> {
  const { authorization = '' } = await service.caller(userId, { isOperator })
  const answer = await context.request.post(`${service.url}/api/sign-ins`, { headers: { authorization } })
  assert.equal(answer.status(), 201, await answer.text())
}

const pages = new WeakMap<Browser, Map<string, WatchedPage>>()

/**
 * Same as `openConsole`, but reuses this person's page, because a new one takes two seconds of CPU time. Clears what the page
 * recorded, but not what the browser stores.
 */
export async function visitConsole(
  browser: Browser,
  service: Pick<TestService, 'url' | 'caller'>,
  userId: string,
  path = '/',
): Promise<WatchedPage> {
  const ofBrowser = pages.get(browser) ?? new Map<string, WatchedPage>()
  pages.set(browser, ofBrowser)
  const known = ofBrowser.get(userId)
  if (!known) {
    const opened = await openConsole(browser, service, userId, path)
    ofBrowser.set(userId, opened)
    return opened
  }
  await known.page.unrouteAll()
  for (const list of [known.dialogs, known.foreign, known.problems]) list.length = 0
  await known.page.goto(`${service.url}${path}`)
  return known
}

/** Navigates like a link inside the console, because reloading it takes most of a second of CPU time. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}

/** No dialogs, no requests to other origins, no script errors and no policy violations. */
export function assertClean({ dialogs, foreign, problems }: WatchedPage): void {
  assert.deepEqual({ dialogs, foreign, problems }, { dialogs: [], foreign: [], problems: [] })
}

/** Asks again and again, because the page's policy forbids what waiting inside the page would need. */
export async function untilTrueIn(page: Page, condition: string): Promise<void> {
  await until(() => page.evaluate<boolean>(condition).catch(() => false), condition, { everyMs: 50 })
}
