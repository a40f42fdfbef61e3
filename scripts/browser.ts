import { spawnSync } from 'node:child_process'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** A page in a browser, and what it did that no page of ours should do. */
export type WatchedPage = {
  page: Page
  /** Words of `alert` and its kin. */
  dialogs: string[]
  /** Addresses it asked for outside its own origin. */
  foreign: string[]
  /** Errors of its scripts, and what its content policy stopped. */
  problems: string[]
}

/** The browser for all tests that need one. It is the caller's to close. */
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
  /** Before the page is opened: for cookies, say. */
  prepare?(context: BrowserContext): Promise<void>
}

/** A page of its own, with nothing of other pages in it. */
export async function openPage(
  browser: Browser,
  url: string,
  { prepare, ...options }: PageOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  await prepare?.(context)
  const page = await context.newPage()
  // A busy machine is no fault of the page. The limit of the test is what ends one that hangs.
  page.setDefaultTimeout(120_000)
  const watched: WatchedPage = { page, dialogs: [], foreign: [], problems: [] }
  const { origin } = new URL(url)
  page.on('dialog', (dialog) => {
    watched.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const asked = new URL(request.url())
    // What the page made itself comes from nowhere.
    if (asked.origin !== origin && !['blob:', 'data:'].includes(asked.protocol)) watched.foreign.push(request.url())
  })
  page.on('pageerror', (error) => watched.problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') watched.problems.push(message.text())
  })
  await page.goto(url)
  return watched
}
