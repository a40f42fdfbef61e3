import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { describeChannel } from '@innkeeper/testdata'
import type { Page } from 'playwright-core'
import { openBlobStore } from '../packages/server/src/adapters/fs/blob-store.ts'
import { openCommandStore } from '../packages/server/src/adapters/sqlite/open-store.ts'
import { seedChannel } from '../packages/server/src/cli/data/seed-channel.ts'
import { mediaPath } from '../packages/server/src/domain/storage/data-folder.ts'
import { openBrowser, openPage } from '../scripts/browser.ts'
import { verdict } from './measuring/figures.ts'
import { innkeeper, root, startServer } from './servers/process.ts'

// Scrolls the console in a browser from the latest of 100,000 messages of one day to the first, as fast as possible, and measures
// the longest time that the page is blocked.

const chat = { seed: 'scroll', index: 0, messages: 100_000, days: 1, media: 300, hasOwner: false } as const
const longestMs = 100
const port = 18_096

export async function benchScroll(): Promise<boolean> {
  const data = await seededFolder()
  const { channelId, ownerId } = describeChannel(chat)
  const issued = innkeeper('keys', 'create', '--user', ownerId, '--expires', '1d', '--json', '--data', data)
  const { key } = JSON.parse(issued) as { key: string }
  const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, { INNKEEPER_RATE_LIMIT: '0' })
  const browser = await openBrowser()
  try {
    const url = `http://127.0.0.1:${port}/channels/${channelId}`
    const { page, problems } = await openPage(browser, url, {
      viewport: { width: 1280, height: 900 },
      extraHTTPHeaders: { authorization: `Bearer ${key}` },
    })
    await page.getByRole('feed').getByRole('article').first().waitFor()
    await page.waitForTimeout(2000)
    const outcome = await scrollToBeginning(page)
    console.log(`\n${chat.messages} messages of one day, from the latest to the first`)
    console.table([
      { what: 'seconds', figure: Math.round(outcome.seconds) },
      { what: 'frames', figure: outcome.frames },
      { what: 'tasks over 50 ms', figure: outcome.tasks },
      { what: 'longest task, ms', figure: Math.round(outcome.longestMs) },
      { what: 'most lines on the page at once', figure: outcome.mostLines },
      // Other programs make every task longer, so run this on a quiet machine.
      { what: 'load of the machine', figure: Math.round(loadavg()[0] ?? 0) },
    ])
    for (const problem of problems) console.log(`problem on the page: ${problem}`)
    return verdict('longest task in ms', outcome.longestMs, longestMs, 'most') && problems.length === 0
  } finally {
    await browser.close()
    await server.stop()
  }
}

type Outcome = { seconds: number; frames: number; tasks: number; longestMs: number; mostLines: number }

async function scrollToBeginning(page: Page): Promise<Outcome> {
  return await page.evaluate<Outcome>(`(${scrolling})()`)
}

/** Scrolls three screens per frame until it has been at the top for two seconds. Runs in the page. */
const scrolling = `async () => {
  const scroller = document.querySelector('[data-scroller]')
  const tasks = []
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  const started = performance.now()
  let frames = 0
  let mostLines = 0
  let stillFrames = 0
  while (stillFrames < 120) {
    scroller.scrollTop -= 3 * scroller.clientHeight
    await new Promise(requestAnimationFrame)
    frames++
    stillFrames = scroller.scrollTop <= 0 ? stillFrames + 1 : 0
    mostLines = Math.max(mostLines, scroller.querySelectorAll('article').length)
  }
  observer.disconnect()
  const seconds = (performance.now() - started) / 1000
  return { seconds, frames, tasks: tasks.length, longestMs: Math.max(0, ...tasks), mostLines }
}`

/** Seeded once and kept with the results. It gets its name when it is complete, so that an incomplete one is never used. */
async function seededFolder(): Promise<string> {
  const folder = join(root, `bench/results/scroll-${chat.messages}`)
  if (existsSync(folder)) return folder
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const making = `${folder}-making`
  rmSync(making, { recursive: true, force: true })
  const { timezone } = describeChannel(chat)
  const store = await openCommandStore({ dataDir: making, defaults: { timezone, claim: 'first' } })
  try {
    const plan = { ...chat, endAt: lastMidnight(timezone) - 60_000 }
    await seedChannel({ store, blobs: openBlobStore(mediaPath(making)) }, plan, async () => {})
  } finally {
    await store.close()
  }
  renameSync(making, folder)
  return folder
}

/** The end of yesterday, so that all messages are on one day. */
function lastMidnight(timezone: string): number {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, timeStyle: 'medium' }).format(new Date())
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return Date.now() - ((hours * 60 + minutes) * 60 + seconds) * 1000
}
