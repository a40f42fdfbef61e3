import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../scripts/browser.ts'
import { median, note, verdict } from './measuring/figures.ts'
import { innkeeper, root } from './servers/process.ts'

// Exports a channel as pages, and opens them from the disk in Chromium: sizes, when something is painted, and how long the search
// takes, with nothing loaded and with everything loaded.

const messages = Number(process.env.BENCH_MESSAGES ?? 100_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const bounds = { pageBytes: 3_000_000, paintMs: 1500, searchMs: 1000 }
/** Frequent and rare ones, in any script. */
const queries = ['th', 'です', '我們', 'ครับ', 'zq']

export async function benchExportPages(): Promise<boolean> {
  const data = join(root, 'bench/results', `export-pages-${process.pid}`)
  const out = `${data}-out`
  try {
    const seeded = innkeeper(
      'seed',
      '--channels',
      '1',
      '--messages',
      `${messages}`,
      '--seed',
      'pages',
      '--json',
      '--data',
      data,
    )
    const { channels } = JSON.parse(seeded) as { channels: { channelId: string }[] }
    const [channel] = channels
    if (!channel) throw new Error('No channel was seeded')
    innkeeper('export', channel.channelId, '--format', 'html', '--no-media', '--out', out, '--data', data)
    const browser = await openBrowser()
    try {
      return await measurePages(browser, out)
    } finally {
      await browser.close()
    }
  } finally {
    for (const folder of [data, out]) rmSync(folder, { recursive: true, force: true })
  }
}

async function measurePages(browser: Browser, out: string): Promise<boolean> {
  const sizes = readdirSync(join(out, 'pages')).map((name) => [name, statSync(join(out, 'pages', name)).size] as const)
  const [largest = '', size = 0] = sizes.toSorted(([, one], [, other]) => other - one)[0] ?? []
  const urlOf = (path: string) => pathToFileURL(join(out, path)).href
  const paints: number[] = []
  const first: number[] = []
  const again: number[] = []
  for (let round = 0; round < rounds; round++) {
    paints.push(await paintOf(browser, urlOf(`pages/${largest}`)))
    const page = await browser.newPage()
    await page.goto(urlOf('index.html'))
    const [query = '', ...others] = queries
    first.push(await page.evaluate<number>(searchFor(query)))
    for (const other of others) again.push(await page.evaluate<number>(searchFor(other)))
    await page.close()
  }
  const figures = [
    verdict(`largest of ${sizes.length} pages, in bytes`, size, bounds.pageBytes, 'most'),
    verdict('first paint of the largest page, in ms', median(paints), bounds.paintMs, 'most'),
    verdict('search once everything is loaded, slowest, in ms', Math.max(...again), bounds.searchMs, 'most'),
  ]
  note('first search, which loads everything, in ms', median(first))
  return figures.every(Boolean)
}

/** In a new context, so that nothing is cached. */
async function paintOf(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  const paint = await page.evaluate<number>(firstPaint)
  await context.close()
  return paint
}

const firstPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const found = list.getEntriesByName('first-contentful-paint')[0]
    if (found) resolve(found.startTime)
  }).observe({ type: 'paint', buffered: true })
})`

/** From the key press to the last result. The status names a month while it searches, and ends with a count. */
const searchFor = (query: string) => `(async () => {
  const input = document.querySelector('input')
  const status = document.getElementById('status')
  status.textContent = ''
  const begin = performance.now()
  input.value = ${JSON.stringify(query)}
  input.form.requestSubmit()
  while (status.textContent === '' || status.textContent.includes('…')) await new Promise((done) => setTimeout(done))
  return performance.now() - begin
})()`
