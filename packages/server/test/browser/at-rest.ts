import type { BrowserContext, Page, Request } from 'playwright-core'

const waiting = new WeakMap<BrowserContext, Set<Request>>()

/** From now on it is known what the pages of this context wait for. Belongs before the first of them is opened. */
export function watchRequests(context: BrowserContext): void {
  const requests = new Set<Request>()
  waiting.set(context, requests)
  context.on('request', (request) => {
    if (!isEndless(request)) requests.add(request)
  })
  context.on('requestfinished', (request) => requests.delete(request))
  context.on('requestfailed', (request) => requests.delete(request))
}

/** When nothing more is to come, nothing moves, and the page has shown what it has; however slow the machine is. */
export async function comeToRest(page: Page): Promise<void> {
  const requests = waiting.get(page.context())
  if (!requests) throw new Error('The requests of this page were not watched.')
  const until = performance.now() + 60_000
  for (;;) {
    const unrest = [...[...requests].map((request) => request.url()), ...(await page.evaluate<string[]>(whatMoves))]
    if (unrest.length === 0 && requests.size === 0) return
    if (performance.now() > until) throw new Error(`The page does not come to rest: ${unrest.join(', ')}`)
  }
}

/** Live events come for as long as a page is open, and a film or a voice is read on when somebody listens. */
function isEndless(request: Request): boolean {
  return /\/events\b/.test(request.url()) || request.resourceType() === 'media'
}

/** In the page: what runs, and what changes between two moments in which the browser has little else to do. */
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
