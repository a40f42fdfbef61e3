import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../scripts/browser.ts'
import { median, verdict } from './measuring/figures.ts'
import { innkeeper, root } from './servers/process.ts'

// Exports a channel as pages, and opens them from the disk in Chromium: sizes, when something is painted, how long the search takes,
// with nothing loaded and with everything loaded, what is requested from elsewhere, and what can be read without JavaScript.

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
  const indexPaints: number[] = []
  const strangers = new Set<string>()
  const first: number[] = []
  const again: number[] = []
  for (let round = 0; round < rounds; round++) {
    paints.push(await paintOf(browser, urlOf(`pages/${largest}`)))
    indexPaints.push(await paintOf(browser, urlOf('index.html')))
    const page = await browser.newPage()
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(pathToFileURL(out).href) && !url.startsWith('data:')) strangers.add(url)
    })
    await page.goto(urlOf('index.html'))
    const [query = '', ...others] = queries
    first.push(await page.evaluate<number>(searchFor(query)))
    for (const other of others) again.push(await page.evaluate<number>(searchFor(other)))
    // All of the largest page, with everything that is near.
    await page.goto(urlOf(`pages/${largest}`))
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.close()
  }
  const unreadable = await countUnreadable(browser, out)
  const figures = [
    verdict(`largest of ${sizes.length} pages, in bytes`, size, bounds.pageBytes, 'most'),
    verdict('first paint of the largest page, in ms', median(paints), bounds.paintMs, 'most'),
    verdict('first paint of the first page, in ms', median(indexPaints), bounds.paintMs, 'most'),
    verdict('first search, which loads everything, in ms', median(first), bounds.searchMs, 'most'),
    verdict('search once everything is loaded, slowest, in ms', Math.max(...again), bounds.searchMs, 'most'),
    verdict('requests outside the folder', strangers.size, 0, 'most'),
    verdict('messages that can’t be read without JavaScript', unreadable, 0, 'most'),
  ]
  return figures.every(Boolean)
}

/** Opens every page without JavaScript. Each message has an anchor of its own. */
async function countUnreadable(browser: Browser, out: string): Promise<number> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  let found = 0
  for (const name of readdirSync(join(out, 'pages'))) {
    await page.goto(pathToFileURL(join(out, 'pages', name)).href)
    found += await page.locator('[id^="m"]').count()
  }
  await page.goto(pathToFileURL(join(out, 'index.html')).href)
  const [links, files] = [await page.locator('ol.months a').count(), readdirSync(join(out, 'search')).length - 1]
  await context.close()
  const { parts } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as {
    parts: { counts: { messages: number } }[]
  }
  const told = parts.reduce((sum, { counts }) => sum + counts.messages, 0)
  if (links !== files) throw new Error(`The first page links ${links} of ${files} months`)
  return told - found
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
