import { spawnSync } from 'node:child_process'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** A page in a browser, and everything it did that our pages should never do. */
export type WatchedPage = {
  page: Page
  /** Texts of `alert` and similar dialogs. */
  dialogs: string[]
  /** URLs it requested outside its own origin. */
  foreign: string[]
  /** Script errors and violations of the content security policy. */
  problems: string[]
}

/** The browser for all tests that need one. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const script = new URL('./ensure-browser.mjs', import.meta.url).pathname
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.trim())
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  // Chromium refuses to run as root inside its sandbox.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: stdout.trim(), args: [...quiet, ...asRoot] })
}

export type PageOptions = BrowserContextOptions & {
  /** Runs before the page is opened, for example to set cookies. */
  prepare?(context: BrowserContext): Promise<void>
}

/** Opens a page in a new browser context, so it shares nothing with other pages. */
export async function openPage(
  browser: Browser,
  url: string,
  { prepare, ...options }: PageOptions = {},
): Promise<WatchedPage> {
  // A service worker would answer instead of what a test puts in the way. Tests of the service worker allow it.
  // Without motion, because animations take an eighth of the CPU time, and tests would wait for their end.
  const context = await browser.newContext({
    locale: 'en-GB',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...options,
  })
  await prepare?.(context)
  const page = await context.newPage()
  // Long, so that a busy machine doesn't fail the page. The test's own timeout ends a page that hangs.
  page.setDefaultTimeout(120_000)
  const watched: WatchedPage = { page, dialogs: [], foreign: [], problems: [] }
  const { origin } = new URL(url)
  page.on('dialog', (dialog) => {
    watched.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const asked = new URL(request.url())
    // The page created these itself.
    if (asked.origin !== origin && !['blob:', 'data:'].includes(asked.protocol)) watched.foreign.push(request.url())
  })
  page.on('pageerror', (error) => watched.problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') watched.problems.push(message.text())
  })
  await page.goto(url)
  return watched
}
