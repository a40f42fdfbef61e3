import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { assertClean, openConsole, signIn } from '../../support/console.ts'
import { message } from '../../support/content/events.ts'
import { photo } from '../../support/content/pictures.ts'
import { until } from '../../support/eventually.ts'
import { unpackZip } from '../../support/http/unpack-zip.ts'
import { startTestService } from '../../support/test-service.ts'
import { assertAccessible } from '../accessible.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())

const channel = 'C-out'
const path = `/channels/${channel}/export`
const phone = { width: 390, height: 844 }
const dayMs = 86_400_000

before(async () => {
  await service.channel(channel, { owner: 'U-owner', members: ['U-member'], subscribers: ['U-owner'] })
  const { now } = service.clock
  for (const [index, at] of [now - 70 * dayMs, now - 40 * dayMs, now - dayMs].entries()) {
    await service.receive([
      message(channel, at, { from: 'U-owner', content: { type: 'text', text: `Words of the owner ${index}` } }),
      message(channel, at + 1, { from: 'U-member', content: { type: 'text', text: `Words of the member ${index}` } }),
      message(channel, at + 2, { id: `photo-${index}`, from: 'U-owner', content: { type: 'image' } }),
    ])
    await service.storeMedia(
      channel,
      `photo-${index}`,
      await photo({ width: 60 + index, height: 40 })
        .png()
        .toBuffer(),
    )
  }
})

/** The browser's private folder stands for the one that a person would choose. */
async function withFolder(context: BrowserContext): Promise<void> {
  await context.addInitScript('window.showDirectoryPicker = () => navigator.storage.getDirectory()')
}

async function withoutFolder(context: BrowserContext): Promise<void> {
  await context.addInitScript('delete window.showDirectoryPicker')
}

/** Names and base64 of everything in the folder that was made for the export. */
async function listFolder(page: Page): Promise<Map<string, Buffer>> {
  const files = await page.evaluate<[string, string][]>(`(async () => {
    const found = []
    const root = await navigator.storage.getDirectory()
    for await (const folder of root.values()) {
      if (folder.kind !== 'directory') continue
      for await (const file of folder.values()) {
        const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer())
        found.push([file.name, bytes.toBase64 ? bytes.toBase64() : btoa(String.fromCharCode(...bytes))])
      }
    }
    return found
  })()`)
  return new Map(files.toSorted().map(([name, text]) => [name, Buffer.from(text, 'base64')]))
}

const partRequests = (page: Page) => {
  const ids: string[] = []
  page.on('request', (request) => {
    const [, id] = /\/backup\/export\/([^/?]+)$/.exec(request.url()) ?? []
    if (id !== undefined && request.method() === 'GET') ids.push(id)
  })
  return ids
}

/** With this many tabs, the last ones are in a menu. */
async function openTab(page: Page): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'This channel' })
  await tabs.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await page.waitForURL(`**${path}`)
}

const start = (page: Page) => page.getByRole('button', { name: 'Choose a folder' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('exporting into a folder', () => {
  test('the page says what there is, saves every part, and says so', async () => {
    const watched = await openConsole(browser, service, 'U-owner', `/channels/${channel}/usage`, {
      prepare: withFolder,
    })
    const { page } = watched
    await openTab(page)
    await page.getByText('You get 3 ZIP files, one for each month.').waitFor()
    const figures = await page.locator('dl').innerText()
    assert.match(figures, /Messages\s+9\s+Days\s+30 Dec 2025 – 9 Mar 2026\s+Files\s+3\s+Size\s+about \d+\sbytes/)
    await assertAccessible(page)
    await page.getByLabel('Plain text').check()
    await start(page).click()
    await page.getByText('3 of 3 ZIP files saved').waitFor()
    await page.getByText('Unpack all ZIP files into the same folder.').waitFor()
    await assertAccessible(page)
    const files = await listFolder(page)
    assert.deepEqual(
      [...files.keys()],
      ['Group C-out 2025-12.zip', 'Group C-out 2026-01.zip', 'Group C-out 2026-03.zip'],
    )
    const march = await unpackZip(files.get('Group C-out 2026-03.zip') ?? Buffer.from([]))
    assert.ok(String(march['txt/2026-03.txt']).includes('Words of the member 2') && march['index.html'])
    await press(page, 'New export')
    await start(page).waitFor()
    assertClean(watched)
    await page.context().close()
  })

  test('a download that is cancelled continues with the part that is missing, after a reload, too', async () => {
    const watched = await openConsole(browser, service, 'U-owner', path, { prepare: withFolder })
    const { page } = watched
    const requested = partRequests(page)
    // The second part doesn't come.
    await page.route('**/backup/export/*', (route) => (requested.length === 2 ? undefined : route.continue()))
    await start(page).click()
    await page.getByText('1 of 3 ZIP files saved').waitFor()
    await until(() => requested.length === 2, 'the second part is asked for')
    await press(page, 'Cancel')
    await page.getByText('This export isn’t finished.').waitFor()
    assert.deepEqual([...(await listFolder(page)).keys()], ['Group C-out 2025-12.zip'])
    await page.unrouteAll()
    await page.reload()
    await page.getByText('1 of 3 ZIP files saved').waitFor()
    await press(page, 'Continue')
    await page.getByText('3 of 3 ZIP files saved').waitFor()
    const [first, second, ...others] = requested
    assert.deepEqual([others[0], others.length], [second, 2], 'the part that was missing, then the last one')
    assert.ok(first !== undefined && !others.includes(first), 'what is saved is not downloaded again')
    assert.equal((await listFolder(page)).size, 3)
    await page.context().close()
  })

  test('a part that breaks off is not kept, and the page says why beside the button', async () => {
    const watched = await openConsole(browser, service, 'U-owner', path, { prepare: withFolder })
    const { page } = watched
    await page.route('**/backup/export/*', async (route) => {
      const whole = await (await route.fetch()).body()
      await route.fulfill({ body: whole.subarray(0, -30), headers: { 'content-type': 'application/zip' } })
    })
    await start(page).click()
    await page.getByRole('alert').getByText('The download was interrupted.').waitFor()
    await assertAccessible(page)
    assert.equal((await listFolder(page)).size, 0)
    await page.unrouteAll()
    await press(page, 'Continue')
    await page.getByText('3 of 3 ZIP files saved').waitFor()
    await page.context().close()
  })

  test('a busy service is waited for', async () => {
    const watched = await openConsole(browser, service, 'U-owner', path, { prepare: withFolder })
    const { page } = watched
    let refused = false
    await page.route('**/backup/export/*', async (route) => {
      if (refused) return route.continue()
      refused = true
      const headers = { 'retry-after': '1', 'content-type': 'application/json' }
      return route.fulfill({ status: 429, headers, body: '{"error":"Too many requests"}' })
    })
    await start(page).click()
    await page.getByText('The server is busy. Continues in 1 second').waitFor()
    await page.getByText('3 of 3 ZIP files saved').waitFor()
    await page.context().close()
  })
})

describe('on a browser that downloads files itself', () => {
  test('each month is a download, and the page remembers which are missing', async () => {
    const watched = await openConsole(browser, service, 'U-owner', path, { viewport: phone, prepare: withoutFolder })
    const { page } = watched
    await page.getByText('This browser downloads them one by one').waitFor()
    await press(page, 'Get the files')
    await page.getByText('0 of 3 ZIP files downloaded').waitFor()
    await assertAccessible(page)
    const saved = page.waitForEvent('download')
    await press(page, 'Download December 2025')
    const download = await saved
    assert.equal(download.suggestedFilename(), 'Group C-out 2025-12.zip')
    const files = await unpackZip(readFileSync(await download.path()))
    assert.ok(String(files['pages/2025-12.html']).includes('Words of the member 0'))
    await page.getByText('1 of 3 ZIP files downloaded').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Download December 2025 again' }).waitFor()
    const next = page.waitForEvent('download')
    await press(page, 'Download January 2026')
    await next
    assertClean(watched)
    await page.context().close()
  })

  test('a refusal is shown beside the button, and nothing is downloaded', async () => {
    const group = 'C-out-ended'
    await service.channel(group, { owner: 'U-owner', members: ['U-ended'], subscribers: ['U-owner', 'U-ended'] })
    await service.receive([message(group, service.clock.now - 1000, {})])
    const watched = await openConsole(browser, service, 'U-ended', `/channels/${group}/export`, {
      prepare: withoutFolder,
    })
    const { page } = watched
    await press(page, 'Get the files')
    await page.getByText('0 of 1 ZIP files downloaded').waitFor()
    await (await service.caller('U-ended')).delete(`/api/channels/${group}/backup/subscribe`)
    await press(page, 'Download March 2026')
    await page.getByRole('alert').waitFor()
    await page.getByText('0 of 1 ZIP files downloaded').waitFor()
    await page.context().close()
  })
})

test('signing out forgets an unfinished export', async () => {
  const { page } = await openConsole(browser, service, 'U-owner', path, { prepare: withoutFolder })
  await press(page, 'Get the files')
  await page.getByText('0 of 3 ZIP files downloaded').waitFor()
  await page.reload()
  await page.getByText('0 of 3 ZIP files downloaded').waitFor()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/sign-in/)
  await signIn(page.context(), service, 'U-owner')
  await page.goto(`${service.url}${path}`)
  await page.getByRole('button', { name: 'Get the files' }).waitFor()
  await page.context().close()
})

test('a member without a backup exports what they sent themselves, and the page says so', async () => {
  const watched = await openConsole(browser, service, 'U-member', `/channels/${channel}/usage`, {
    prepare: withFolder,
  })
  const { page } = watched
  await page.getByRole('navigation', { name: 'This channel' }).getByRole('link', { name: 'Export' }).click()
  await page.getByText('You can export what you sent yourself').waitFor()
  await page.getByText('You get 3 ZIP files').waitFor()
  assert.match(await page.locator('dl').innerText(), /Messages\s+3\s/)
  assert.equal(await page.getByText('Everything I can read').count(), 0)
  await assertAccessible(page)
  await start(page).click()
  await page.getByText('3 of 3 ZIP files saved').waitFor()
  for (const bytes of (await listFolder(page)).values()) {
    const texts = Object.values(await unpackZip(bytes))
      .map(String)
      .join('\n')
    assert.match(texts, /Words of the member/)
    assert.doesNotMatch(texts, /Words of the owner/)
  }
  assertClean(watched)
  await page.context().close()
})
