import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../scripts/browser.ts'
import { openSlowly, type Visit } from './loading/slow-page.ts'
import { median, verdict } from './measuring/figures.ts'
import { innkeeper, root, startServer } from './servers/process.ts'

// Opens screens of the console in a phone's browser on a slow network: 500 kbit/s and 400 ms for every request. Measures when
// something is painted and when the screen can be used, with an empty cache and on the next visit.

const port = Number(process.env.BENCH_PORT ?? 18_097)
const origin = `http://127.0.0.1:${port}`
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** Names of screens. If it's not set, all. */
const chosen = process.env.BENCH_SCREENS?.split(',')
const printsWaterfall = process.env.BENCH_WATERFALL === '1'
const bounds = { paintMs: 2500, usableMs: 5000, repeatMs: 2000 }

type Screen = { name: string; path: string; main: string; isSignedOut?: boolean }
type Round = { first: Visit; again: Visit }

export async function benchFirstVisit(): Promise<boolean> {
  const data = join(root, 'bench/results', `first-visit-${process.pid}`)
  try {
    const seeded = innkeeper(
      'seed',
      '--channels',
      '3',
      '--messages',
      '900',
      '--seed',
      'visit',
      '--json',
      '--data',
      data,
    )
    const { channels } = JSON.parse(seeded) as { channels: { channelId: string; ownerId: string }[] }
    const [channel] = channels
    if (!channel) throw new Error('No channel was seeded')
    const issued = innkeeper('keys', 'create', '--user', channel.ownerId, '--json', '--data', data)
    const { key } = JSON.parse(issued) as { key: string }
    const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port)
    const browser = await openBrowser()
    try {
      return await measureScreens(browser, choose(screensOf(channel.channelId, channel.ownerId)), key)
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** `main` is the content for which someone opens the screen. */
function screensOf(channelId: string, ownerId: string): Screen[] {
  const channel = `/channels/${channelId}`
  return [
    { name: 'sign-in', path: '/sign-in', main: 'main input:enabled', isSignedOut: true },
    { name: 'channels', path: '/', main: `main a[href^="/channels/"]` },
    { name: 'conversation', path: channel, main: '[role=feed] article' },
    { name: 'assistant', path: `${channel}/assistant`, main: '[role=tabpanel] a[href*="rule="]' },
    { name: 'search', path: `${channel}/search`, main: 'main [data-search-field]' },
    { name: 'gallery', path: `${channel}/gallery`, main: 'main article, main figure, main img' },
    { name: 'members', path: `${channel}/members`, main: 'main a[href*="/members/"]' },
    { name: 'member', path: `${channel}/members/${ownerId}`, main: 'main h1' },
    { name: 'usage', path: `${channel}/usage`, main: 'main .mantine-Card-root h3' },
    { name: 'export', path: `${channel}/export`, main: 'main input:enabled, main button:enabled' },
    { name: 'settings', path: `${channel}/settings`, main: 'main input:enabled' },
    { name: 'account', path: '/account', main: 'main h2' },
    {
      name: 'account-data',
      path: '/account/data',
      main: 'main button[data-accordion-control], main [class*=Accordion-control]',
    },
    { name: 'all-search', path: '/search', main: 'main [data-search-field]' },
  ]
}

function choose(screens: Screen[]): Screen[] {
  if (!chosen) return screens
  return chosen.map((wanted) => {
    const screen = screens.find(({ name }) => name === wanted)
    if (!screen)
      throw new Error(`BENCH_SCREENS has "${wanted}". Screens are ${screens.map(({ name }) => name).join(', ')}`)
    return screen
  })
}

async function measureScreens(browser: Browser, screens: Screen[], key: string): Promise<boolean> {
  const rows: object[] = []
  let isGood = true
  for (const screen of screens) {
    const measured: Round[] = []
    for (let round = 0; round < rounds; round++) measured.push(await measure(browser, screen, key))
    const [round] = measured
    if (printsWaterfall && round)
      console.log(`${screen.name}: usable at ${round.first.usableMs.toFixed(0)} ms\n${round.first.waterfall}`)
    const of = (figure: (round: Round) => number) => Math.round(median(measured.map(figure)))
    const paintMs = of(({ first }) => first.paintMs)
    const usableMs = of(({ first }) => first.usableMs)
    const repeatMs = of(({ again }) => again.usableMs)
    rows.push({
      screen: screen.name,
      'first paint, ms': paintMs,
      'usable, ms': usableMs,
      requests: of(({ first }) => first.requests),
      KB: of(({ first }) => first.bytes / 1000),
      'in all: requests': of(({ first }) => first.later.requests),
      'in all: KB': of(({ first }) => first.later.bytes / 1000),
      'again: paint, ms': of(({ again }) => again.paintMs),
      'again: usable, ms': repeatMs,
    })
    isGood = verdict(`${screen.name}: first paint in ms`, paintMs, bounds.paintMs, 'most') && isGood
    isGood = verdict(`${screen.name}: usable in ms`, usableMs, bounds.usableMs, 'most') && isGood
    isGood = verdict(`${screen.name}: usable again in ms`, repeatMs, bounds.repeatMs, 'most') && isGood
  }
  console.table(rows)
  // Other programs make scripts slower, so run this on a quiet machine.
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  return isGood
}

async function measure(browser: Browser, { path, main, isSignedOut = false }: Screen, key: string): Promise<Round> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 }, isMobile: true })
  try {
    if (!isSignedOut) {
      const headers = { authorization: `Bearer ${key}` }
      const answer = await context.request.post(`${origin}/api/sign-ins`, { headers })
      if (answer.status() !== 201) throw new Error(`Signing in failed with ${answer.status()}`)
      // As after signing in on the page.
      await context.addInitScript("localStorage.setItem('innkeeper.signed-in', '1')")
    }
    const first = await openSlowly(context, origin + path, main, { settle: true })
    return { first, again: await openSlowly(context, origin + path, main, { settle: false }) }
  } finally {
    await context.close()
  }
}
