import type { BrowserContext, Page, Request } from 'playwright-core'

const waiting = new WeakMap<BrowserContext, Set<Request>>()

/** Tracks the pending requests of this context's pages. Call it before the first page is opened. */
export function watchRequests(context: BrowserContext): void {
  const requests = new Set<Request>()
  waiting.set(context, requests)
  context.on('request', (request) => {
    if (!isEndless(request)) requests.add(request)
  })
  context.on('requestfinished', (request) => requests.delete(request))
  context.on('requestfailed', (request) => requests.delete(request))
}

/** Waits until no request is pending, nothing moves, and the page has drawn everything, even on a slow machine. */
export async function comeToRest(page: Page): Promise<void> {
  const requests = waiting.get(page.context())
  if (!requests) throw new Error('The requests of this page are not tracked.')
  const until = performance.now() + 60_000
  for (;;) {
    const unrest = [...[...requests].map((request) => request.url()), ...(await page.evaluate<string[]>(whatMoves))]
    if (unrest.length === 0 && requests.size === 0) return
    if (performance.now() > until) throw new Error(`The page never came to rest: ${unrest.join(', ')}`)
  }
}

/** Live events continue as long as a page is open, and audio and video load while they play. */
function isEndless(request: Request): boolean {
  return /\/events\b/.test(request.url()) || request.resourceType() === 'media'
}

/** Runs in the page. Returns running animations, and what changes until the browser has been idle twice. */
const whatMoves = `(async () => {
  const moving = []
  const name = (node) => node?.nodeName + '.' + (node?.className ?? node?.parentNode?.className)
  const observer = new MutationObserver((changes) => {
    for (const { type, target } of changes) moving.push(type + ' of ' + name(target))
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  await document.fonts.ready
  for (let times = 0; times < 2; times++) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }))
  }
  observer.disconnect()
  for (const { playState, effect } of document.getAnimations()) {
    if (playState === 'running') moving.push('animation of ' + name(effect?.target))
  }
  return moving
})()`
