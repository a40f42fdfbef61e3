import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'

// Saves screenshots of every console screen to docs/screenshots/, with the data of the demo: desktop and phone, light and dark.
// Arguments select screens by name. To review a translation, save whole pages in that language, of more screens, somewhere else:
//   npm run screenshots -- --language ja --to /tmp/ja

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string', default: 'en-GB' }, to: { type: 'string' } },
})
const root = new URL('..', import.meta.url).pathname
const folder = options.to ?? join(root, 'docs/screenshots')
const isReview = options.to !== undefined
const devices = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true },
} as const
const themes = isReview ? (['light'] as const) : (['light', 'dark'] as const)

/** `isLong`: too long to be saved as a whole. */
type Screen = {
  name: string
  path: string
  isSignedOut?: boolean
  isLong?: boolean
  prepare?(page: Page): Promise<void>
}

function screensOf(channelId: string): Screen[] {
  const inChannel = (name: string, path: string, prepare?: Screen['prepare']): Screen => ({
    name,
    path: `/channels/${channelId}${path}`,
    ...(prepare && { prepare }),
  })
  return [
    { name: 'sign-in', path: '/sign-in', isSignedOut: true },
    { name: 'channels', path: '/' },
    inChannel('conversation', ''),
    inChannel('search', '/search?q=the'),
    inChannel('gallery', '/gallery'),
    inChannel('assistant', '/assistant'),
    inChannel('rule', '/assistant', (page) => page.getByRole('link', { name: 'When are you open?' }).click()),
    inChannel('welcome', '/assistant?part=welcome'),
    inChannel('group-rules', '/assistant?part=group-rules'),
    inChannel('versions', '/assistant?part=versions'),
    inChannel('log', '/assistant?part=log'),
    inChannel('file', '/assistant?part=file'),
    inChannel('members', '/members'),
    inChannel('usage', '/usage'),
    inChannel('export', '/export'),
    inChannel('settings', '/settings'),
    { name: 'all-search', path: '/search?q=the' },
    { name: 'all-usage', path: '/usage' },
    { name: 'account', path: '/account' },
    { name: 'operator', path: '/operator' },
    { name: 'service-settings', path: '/operator/settings' },
    { name: 'setup', path: '/operator/setup' },
    { name: 'guide', path: '/guide/self-hosting', isLong: true },
    ...(isReview ? screensToReview(inChannel) : []),
  ]
}

/** They look like others, but have texts of their own. */
function screensToReview(inChannel: (name: string, path: string) => Screen): Screen[] {
  const steps = ['platform', 'group', 'safety', 'options']
  return [
    inChannel('unanswered', '/assistant?part=unanswered'),
    inChannel('audit-log', '/settings?part=log'),
    inChannel('deletion', '/settings?part=deletion'),
    { name: 'account-data', path: '/account/data' },
    ...steps.map((step) => ({ name: `setup-${step}`, path: `/operator/setup?step=${step}` })),
  ]
}

const data = mkdtempSync(join(tmpdir(), 'innkeeper-screenshots-'))
const demo = await startDemo()
const browser = await openBrowser()
try {
  mkdirSync(folder, { recursive: true })
  const screens = screensOf(demo.channelId).filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  for (const device of Object.keys(devices) as (keyof typeof devices)[]) {
    for (const theme of themes) {
      for (const isSignedOut of [true, false]) {
        const context = await openContext({ device, theme, isSignedOut })
        const page = await context.newPage()
        for (const screen of screens.filter((one) => (one.isSignedOut ?? false) === isSignedOut)) {
          await shoot(page, screen, `${device}-${theme}`)
        }
        await context.close()
      }
      console.log(`${device}, ${theme}: ${screens.length} screens`)
    }
  }
} finally {
  await browser.close()
  await demo.stop()
  rmSync(data, { recursive: true, force: true })
}

/** All screens of a person share one, because opening it takes longer than most of them. */
async function openContext({
  device,
  theme,
  isSignedOut,
}: {
  device: keyof typeof devices
  theme: (typeof themes)[number]
  isSignedOut: boolean
}): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...devices[device],
    colorScheme: theme,
    locale: options.language,
    reducedMotion: 'reduce',
  })
  if (isSignedOut) return context
  const headers = { authorization: `Bearer ${demo.key}` }
  const answer = await context.request.post(`${demo.url}/api/sign-ins`, { headers })
  if (!answer.ok()) throw new Error(`Sign-in failed: ${await answer.text()}`)
  return context
}

async function shoot(page: Page, screen: Screen, look: string): Promise<void> {
  await page.goto(`${demo.url}${screen.path}`)
  await screen.prepare?.(page)
  await untilStill(page)
  const path = join(folder, `${screen.name}-${look}.jpg`)
  await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: isReview && !screen.isLong })
}

/** Waits until everything is loaded and drawn, or a timeout passes, because some lists keep loading. */
async function untilStill(page: Page): Promise<void> {
  await page.locator('main').waitFor()
  const latest = performance.now() + 4_000
  const busy = page.locator('main [aria-busy="true"], main .mantine-Skeleton-root, main .mantine-Loader-root')
  for (let stillMs = 0; stillMs < 600 && performance.now() < latest; stillMs += 150) {
    await page.waitForTimeout(150)
    if ((await busy.count()) > 0) stillMs = 0
  }
}

/** Starts the demo in a temporary folder. Its key can open the operator's page. */
async function startDemo(): Promise<{ url: string; key: string; channelId: string; stop(): Promise<void> }> {
  const program = join(root, 'innkeeper')
  const child = spawn(program, ['start', '--port', '0', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const greeting = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (piece) => {
      printed += piece
      if (/Your key +ink_\w+\n/.test(printed) && /\/api\/channels\/\w+\//.test(printed)) resolve(printed)
    })
    void ended.then(() => reject(new Error(`The demo ended before it was ready: ${printed}`)))
  })
  const find = (pattern: RegExp) => pattern.exec(greeting)?.[1] ?? ''
  return {
    url: find(/^ *Console +(\S+)$/m),
    key: find(/Your key +(ink_\w+)/),
    channelId: find(/\/api\/channels\/(\w+)\//),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
