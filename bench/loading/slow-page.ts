import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { recordWaterfall } from './waterfall.ts'

type Traffic = { requests: number; bytes: number }

/** Times since the navigation started. The traffic is what was loaded until the screen could be used. */
export type Visit = Traffic & {
  paintMs: number
  usableMs: number
  /** Including what is loaded while the person already uses the screen. Only if the visit waited for it. */
  later: Traffic
  /** Every request until the screen could be used, as a table. */
  waterfall: string
}

/** A slow phone network, as Chromium emulates it: the latency counts for every request. */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 500_000 / 8, uploadThroughput: 500_000 / 8 }
const longestMs = 120_000
/** As long as nothing more is loaded for this long, the visit has settled. */
const quietMs = 6000

/** Opens a page on the slow network and waits until `main`, its main content, is visible. */
export async function openSlowly(
  context: BrowserContext,
  url: string,
  main: string,
  { settle }: { settle: boolean },
): Promise<Visit> {
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    const waterfall = recordWaterfall(session)
    const traffic = await watchTraffic(session)
    await session.send('Network.emulateNetworkConditions', slowNetwork)
    await page.addInitScript(noteUsable, main)
    await page.goto(url, { waitUntil: 'commit', timeout: longestMs })
    const usableMs = await usableAt(page)
    const { requests, bytes } = traffic.sum
    const untilUsable = waterfall()
    const paintMs = await page.evaluate<number>(firstPaint)
    if (settle) await traffic.settled()
    return { paintMs, usableMs, requests, bytes, later: { ...traffic.sum }, waterfall: untilUsable }
  } finally {
    await page.close()
  }
}

/** Live events never end, so a request counts as soon as its response begins. */
async function watchTraffic(session: CDPSession) {
  const sum: Traffic = { requests: 0, bytes: 0 }
  let lastAt = performance.now()
  session.on('Network.responseReceived', ({ response }) => {
    if (response.fromDiskCache || response.fromServiceWorker || !response.url.startsWith('http')) return
    sum.requests++
    sum.bytes += response.encodedDataLength
    lastAt = performance.now()
  })
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    sum.bytes += encodedDataLength
    if (encodedDataLength > 0) lastAt = performance.now()
  })
  await session.send('Network.enable')
  return {
    sum,
    async settled() {
      while (performance.now() - lastAt < quietMs) await new Promise((resolve) => setTimeout(resolve, 200))
    },
  }
}

/** Asked often rather than once: the page's policy forbids what waiting inside the page would need. */
async function usableAt(page: Page): Promise<number> {
  const until = performance.now() + longestMs
  while (performance.now() < until) {
    const usableMs = await page.evaluate<number | null>('globalThis.usableMs ?? null').catch(() => null)
    if (usableMs !== null) return usableMs
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${page.url()} never showed its main content`)
}

const firstPaint = `new Promise((resolve) => {
  const find = () => {
    const entry = performance.getEntriesByName('first-contentful-paint')[0]
    if (entry) resolve(entry.startTime)
    else requestAnimationFrame(find)
  }
  find()
})`

/** Runs in the page. A function of a string, because the console's types of the browser are not available here. */
const noteUsable = new Function(
  'main',
  `const look = () => {
    const found = document.querySelector(main)
    if (found && found.getClientRects().length > 0) globalThis.usableMs = performance.now()
    else requestAnimationFrame(look)
  }
  look()`,
) as (main: string) => void
