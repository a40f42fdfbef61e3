import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { inTurn } from '../../../../scripts/test-runner/turns.ts'
import { planFirstLoad } from '../../../console/src/first-load.ts'
import { signIn } from '../support/console.ts'
import { message } from '../support/content/events.ts'
import { photo } from '../support/content/pictures.ts'
import { until } from '../support/eventually.ts'
import { startTestService } from '../support/test-service.ts'

// The first script of a page requests what its screen needs before the code of the screen is there (`first-load.ts`). These
// tests compare what it requests with what the screen then uses.

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())

const channel = '/channels/C-first'

before(async () => {
  await service.channel('C-first', {
    owner: 'U-owner',
    members: ['U-mai'],
    guests: ['U-guest'],
    subscribers: ['U-owner'],
  })
  const at = service.clock.now - 60_000
  await service.receive([
    message('C-first', at, { id: 'm-1', from: 'U-mai', content: { type: 'text', text: 'When does the pool open?' } }),
    message('C-first', at + 1, { id: 'm-2', from: 'U-owner', content: { type: 'image' } }),
  ])
  await service.storeMedia('C-first', 'm-2', await photo({ width: 300, height: 200 }).png().toBuffer())
  const owner = await service.caller('U-owner')
  const rule = { question: 'When does the pool open?', keywords: ['pool'], answer: 'At eight.' }
  assert.equal((await owner.post(`/api${channel}/assistant/qa`, rule)).status, 201)
})

/** Pages, and the content for which someone opens them. */
const screens: [path: string, content: string][] = [
  ['/', `main a[href="${channel}"]`],
  ['/account', 'main :text("This browser")'],
  ['/account/data', 'main button:has-text("Erase me")'],
  [channel, '[role=feed] article'],
  [`${channel}/search`, 'main [data-search-field]'],
  [`${channel}/gallery`, 'main img'],
  [`${channel}/assistant`, '[role=tabpanel] a[href*="rule="]'],
  [`${channel}/members`, 'main a[href*="/members/"]'],
  [`${channel}/members/U-mai`, 'main h1'],
  [`${channel}/usage`, 'main .mantine-Card-root h3'],
  [`${channel}/settings`, 'main input:enabled'],
]

type Visit = {
  userId?: string
  isRemembered?: boolean
  locale?: string
  prepare?(context: BrowserContext): Promise<void>
}

/** Opens a page, and lists what it requests from the API. `isRemembered`: someone was signed in here before. */
async function visit(path: string, { userId, isRemembered = true, locale = 'en-GB', prepare }: Visit) {
  const requests: string[] = []
  const { page } = await openPage(browser, service.url + path, {
    viewport: { width: 390, height: 844 },
    locale,
    async prepare(context) {
      if (userId) await signIn(context, service, userId)
      if (isRemembered) await context.addInitScript("localStorage.setItem('innkeeper.signed-in', '1')")
      await prepare?.(context)
      context.on('request', (request) => {
        const asked = pathOf(request.url())
        if (isAnswer(asked)) requests.push(asked)
      })
    },
  })
  const timesOf = (asked: string) => requests.filter((one) => one === asked).length
  return { page, requests, timesOf, close: () => page.context().close() }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Rather than a file of the program. */
const isAnswer = (path: string) => path.startsWith('/api/') || path === '/sign-in/ways'

const earlyFor = (path: string, wasSignedIn = true) => planFirstLoad(new URL(path, service.url), wasSignedIn).answers

for (const [path, content] of screens) {
  const early = earlyFor(path)

  const tests = [
    [
      `${path} shows its content with what it requests early, and requests none of that again`,
      async () => {
        const visited = await visit(path, {
          userId: 'U-owner',
          prepare: async (context) => {
            // Everything else is left without an answer.
            await context.route('**', (route, request) => {
              const asked = pathOf(request.url())
              return isAnswer(asked) && !early.includes(asked) ? undefined : route.continue()
            })
          },
        })
        await visited.page.locator(content).first().waitFor()
        for (const asked of early) assert.equal(visited.timesOf(asked), 1, asked)
        await visited.close()
      },
    ],
    [
      `${path} uses everything that it requests early`,
      async () => {
        const visited = await visit(path, { userId: 'U-owner', prepare: (context) => failOnce(context, early) })
        for (const asked of early) await until(() => visited.timesOf(asked) > 1, `${path} requests ${asked} again`)
        await visited.page.locator(content).first().waitFor()
        await visited.close()
      },
    ],
  ] as const
  for (const [name, run] of inTurn(path, tests)) test(name, run)
}

/** Lets the first request for each of these fail. What a screen uses, it then requests again. */
async function failOnce(context: BrowserContext, paths: readonly string[]): Promise<void> {
  const failed = new Set<string>()
  await context.route('**', (route, request) => {
    const asked = pathOf(request.url())
    if (!paths.includes(asked) || failed.has(asked)) return route.continue()
    failed.add(asked)
    return route.abort()
  })
}

test('a page in another language does not wait for the names of days in calendars', async () => {
  const held: string[] = []
  const visited = await visit(`${channel}/gallery`, {
    userId: 'U-owner',
    locale: 'ja',
    prepare: async (context) => {
      await context.route(/\/assets\/(dates|ja)-[^/]*\.js/, (_, request) => void held.push(pathOf(request.url())))
    },
  })
  await visited.page.locator('main img').first().waitFor()
  assert.equal(await visited.page.locator('html').getAttribute('lang'), 'ja')
  // They are requested later.
  await until(() => held.length > 0, 'the names are requested')
  await visited.close()
})

test('what a page does not use, it does not request again: a guest sees no members', async () => {
  const path = `${channel}/members`
  const visited = await visit(path, { userId: 'U-guest', prepare: (context) => failOnce(context, earlyFor(path)) })
  await visited.page.getByText('to approve you').waitFor()
  assert.ok(visited.timesOf('/api/me') > 1)
  assert.equal(visited.timesOf(`/api${path}`), 1)
  await visited.close()
})

test('someone who was never signed in here requests nothing of a channel', async () => {
  const visited = await visit(`${channel}/members`, { isRemembered: false })
  await waitForSignIn(visited.page)
  assert.ok(visited.requests.includes('/api/me'))
  assert.deepEqual(
    visited.requests.filter((asked) => asked.startsWith('/api/channels')),
    [],
  )
  assert.equal(visited.timesOf('/sign-in/ways'), 1)
  await visited.close()
})

test('someone whose session has ended gets the sign-in page, and early requests no data', async () => {
  const statuses = new Map<string, number>()
  const visited = await visit(`${channel}/members`, {
    prepare: async (context) => {
      context.on('response', (response) => statuses.set(pathOf(response.url()), response.status()))
    },
  })
  await waitForSignIn(visited.page)
  const early = earlyFor(`${channel}/members`)
  assert.deepEqual(
    early.map((asked) => [asked, statuses.get(asked), visited.timesOf(asked)]),
    early.map((asked) => [asked, 401, 1]),
  )
  await visited.close()
})

test('a page that does not exist says so, and requests nothing of a channel', async () => {
  for (const path of ['/nowhere', `${channel}/nowhere`]) {
    const visited = await visit(path, { userId: 'U-owner' })
    await visited.page.getByText('Page not found').waitFor()
    assert.deepEqual(visited.requests, [], path)
    await visited.close()
  }
})

const waitForSignIn = (page: Page) => page.getByRole('heading', { name: 'Sign in' }).waitFor()
