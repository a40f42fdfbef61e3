import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { drawSticker } from '@innkeeper/testdata'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../../scripts/browser.ts'
import { inTurn } from '../../../../scripts/test-runner/turns.ts'
import { PlatformRefusal } from '../../src/domain/platforms/platform-errors.ts'
import type { Connector } from '../../src/ports/connector.ts'
import { assertClean, openConsole, visitConsole } from '../support/console.ts'
import { left, unsent } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { photo } from '../support/content/pictures.ts'
import { createFakeConnector } from '../support/line/fake-platform.ts'
import { startTestService } from '../support/test-service.ts'

/** Has one sticker, after a moment. */
const connector: Connector = {
  ...createFakeConnector(),
  platform: 'test',
  stickers: {
    async getPicture({ stickerId }) {
      if (stickerId !== '1988') throw new PlatformRefusal('not-found', 'Not found')
      return { bytes: drawSticker(3), contentType: 'image/png' }
    },
  },
}
const service = await startTestService({}, { connectors: [connector] })
const browser = await openBrowser()
after(() => browser.close())

const channel = 'C-media'
const path = `/channels/${channel}`
const day = (text: string) => Date.parse(`${text}T09:00:00Z`)
const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 860 }

const sticker = (group: string, stickerId: string, at: number) =>
  message(group, at, { from: 'U-mika', content: { type: 'sticker', packageId: '446', stickerId } })
const text = (id: string, from: string, at: number, content: string) =>
  message(channel, at, { id, from, content: { type: 'text', text: content } })

before(async () => {
  await service.channel(channel, {
    owner: 'U-owner',
    members: ['U-mika', 'U-ken'],
    guests: ['U-luca'],
    subscribers: ['U-owner'],
  })
  const picture = await photo({ width: 300, height: 200 }).png().toBuffer()
  const files = [
    ['p-1', 'U-mika', day('2026-02-14'), { type: 'image' }],
    ['p-2', 'U-mika', day('2026-02-15'), { type: 'image' }],
    ['p-3', 'U-ken', day('2026-02-15') + 1000, { type: 'image' }],
    ['f-1', 'U-ken', day('2026-02-16'), { type: 'file', fileName: 'minutes.pdf' }],
  ] as const
  for (const [id, from, at, content] of files) {
    await service.receive([message(channel, at, { id, from, content })])
    await service.storeMedia(channel, id, content.type === 'image' ? picture : Buffer.from(`bytes of ${id}`))
  }
  await service.receive([
    text('l-1', 'U-mika', day('2026-02-14') + 1, 'The menu: www.example.com/menu.'),
    text('l-2', 'U-ken', day('2026-02-16') + 1, 'メールはken@example.comへ、地図はhttps://maps.example/xを見て'),
    text('m-guest', 'U-luca', day('2026-02-13'), 'May I come in?'),
    // The platform never told the name of this person, who has left.
    text('m-nameless', 'U-nameless', day('2026-02-13') + 1, 'Bye'),
    left(channel, day('2026-02-13') + 2, 'U-nameless'),
    text('m-last', 'U-ken', service.clock.now - 60_000, 'See you there'),
  ])
})

describe('stickers', () => {
  for (const [device, viewport] of inTurn(import.meta.url, [
    ['a computer', desktop],
    ['a phone', phone],
  ])) {
    test(`appear as pictures soon after they are sent, and as a number if there is no picture, on ${device}`, async () => {
      const group = `C-stickers-${viewport.width}`
      await service.channel(group, { owner: 'U-owner', members: ['U-mika'], subscribers: ['U-owner'] })
      const { now } = service.clock
      await service.receive([message(group, now - 60_000, { content: { type: 'text', text: 'See you there' } })])
      const watched = await openConsole(browser, service, 'U-owner', `/channels/${group}`, { viewport })
      const { page } = watched
      await page.getByText('See you there').waitFor()
      await page
        .getByRole('status', { name: /^Live/ })
        .or(page.getByText(/^Live/))
        .first()
        .waitFor({ state: 'attached' })
      await service.receive([sticker(group, '1988', now - 2000), sticker(group, '404', now - 1000)])
      const picture = page.getByRole('img', { name: 'Sticker' })
      await picture.waitFor()
      await page.waitForFunction(
        "[...document.images].some(({ alt, naturalWidth }) => alt === 'Sticker' && naturalWidth > 100)",
      )
      await page.getByText('No. 446/404').waitFor()
      assert.equal(await picture.count(), 1)
      assertClean(watched)
      await page.context().close()
    })
  }
})

describe('links', () => {
  test('can be opened in the conversation, without the punctuation and the sentence around them', async () => {
    const watched = await visitConsole(browser, service, 'U-owner', `${path}?message=l-2`)
    const { page } = watched
    await assertLinks(page, [
      ['ken@example.com', 'mailto:ken@example.com'],
      ['https://maps.example/x', 'https://maps.example/x'],
    ])
    const web = page.getByRole('link', { name: 'https://maps.example/x', exact: true })
    assert.equal(await web.getAttribute('target'), '_blank')
    assert.match((await web.getAttribute('rel')) ?? '', /noopener noreferrer/)
    assertClean(watched)
  })

  for (const [device, viewport] of inTurn(import.meta.url, [
    ['a computer', desktop],
    ['a phone', phone],
  ])) {
    test(`are listed with who sent them, and lead to the conversation, on ${device}`, async () => {
      const watched = await openConsole(browser, service, 'U-owner', `${path}/gallery`, { viewport })
      const { page } = watched
      await choose(page, 'Links')
      await page.waitForURL(/type=link/)
      const rows = page.getByRole('list', { name: 'Links' }).getByRole('listitem')
      await rows.nth(1).waitFor()
      assert.match(await rows.nth(0).innerText(), /ken@example\.com[\s\S]*Name of U-ken · 16 Feb/)
      assert.match(await rows.nth(1).innerText(), /www\.example\.com\/menu[\s\S]*Name of U-mika · 14 Feb/)
      // A calendar that is closed after one day keeps that day.
      await page.getByRole('button', { name: /^Dates: / }).click()
      const first = page.getByRole('button', { name: /^1 [A-Z][a-z]+ \d{4}$/ }).first()
      await first.click()
      assert.equal(new URL(page.url()).searchParams.has('from'), false, 'not before the calendar is closed')
      await page.keyboard.press('Escape')
      await page.waitForURL(({ searchParams: days }) => days.has('from') && days.get('from') === days.get('to'))
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.waitForURL(({ searchParams: days }) => !days.has('from'))
      await page.getByRole('combobox', { name: 'Person' }).fill('U-mika')
      await page.getByRole('option', { name: 'Name of U-mika' }).click()
      await page.waitForURL(/sender=U-mika/)
      await rows.filter({ hasText: 'ken@example.com' }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: /^Show in conversation: link from Name of U-mika/ }).click()
      await page.getByText('The menu:').waitFor()
      await page.waitForURL(/message=l-1/)
      await page.goBack()
      await page.getByRole('link', { name: 'www.example.com/menu' }).waitFor()
      assertClean(watched)
      await page.context().close()
    })
  }

  test('can be opened from search results', async () => {
    const watched = await visitConsole(browser, service, 'U-owner', `${path}/search?q=menu`)
    const { page } = watched
    await assertLinks(page, [['www.example.com/menu', 'https://www.example.com/menu']])
    assertClean(watched)
  })

  test('that are unsent leave the list', async () => {
    await service.receive([text('l-3', 'U-ken', service.clock.now, 'https://gone.example/')])
    const watched = await visitConsole(browser, service, 'U-owner', `${path}/gallery?type=link`)
    const link = watched.page.getByRole('link', { name: 'https://gone.example/', exact: true })
    await link.waitFor()
    await service.receive([unsent(channel, service.clock.now, 'l-3')])
    await link.waitFor({ state: 'detached' })
    assertClean(watched)
  })
})

describe('the gallery', () => {
  test('can be narrowed to guests and to people who left, who are called unknown without a name', async () => {
    const watched = await visitConsole(browser, service, 'U-owner', `${path}/gallery`)
    const { page } = watched
    const person = page.getByRole('combobox', { name: 'Person' })
    await person.fill('luca')
    await page.getByRole('option', { name: 'Name of U-luca' }).click()
    await page.waitForURL(/sender=U-luca/)
    await person.fill('unknown')
    await page.getByRole('option', { name: 'Unknown person (left)' }).click()
    await page.waitForURL(/sender=U-nameless/)
    await person.fill('no one has this name')
    await page.getByText('No person with this name').waitFor()
    await page.goto(`${service.url}${path}/members?role=left`)
    await page.getByRole('link', { name: 'Unknown person' }).waitFor()
    await page.goto(`${service.url}${path}/search?q=from:U-luca`)
    await page.getByText('May I come in?').waitFor()
    assert.equal(await person.inputValue(), 'Name of U-luca')
    assertClean(watched)
  })

  for (const [device, viewport] of inTurn(import.meta.url, [
    ['a computer', desktop],
    ['a phone', phone],
  ])) {
    test(`can be narrowed to a person and grouped by day, and counts what it shows, on ${device}`, async () => {
      const watched = await openConsole(browser, service, 'U-owner', `${path}/gallery`, { viewport })
      const { page } = watched
      await page.getByRole('heading', { name: 'February 2026' }).waitFor()
      await page.getByText('3 photos, 1 other file').waitFor()
      await page.getByRole('radio', { name: 'Photos 3' }).waitFor({ state: 'attached' })
      await page.getByRole('radio', { name: 'Files 1' }).waitFor({ state: 'attached' })
      await choose(page, 'Group by day')
      await page.getByRole('heading', { name: /16 February/ }).waitFor()
      assert.equal(await page.getByRole('heading', { level: 2 }).count(), 3)
      await page.getByRole('combobox', { name: 'Person' }).fill('U-mika')
      await page.getByRole('option', { name: 'Name of U-mika' }).click()
      await page.getByRole('radio', { name: 'Photos 2' }).waitFor({ state: 'attached' })
      const photos = page.getByRole('checkbox', { name: /^Select Photo/ })
      await photos.nth(1).waitFor({ state: 'attached' })
      assert.equal(await photos.count(), 2)
      assert.match(page.url(), /by=day/)
      await page.reload()
      await page.getByRole('heading', { name: /15 February/ }).waitFor()
      await photos.nth(1).waitFor({ state: 'attached' })
      assert.equal(await photos.count(), 2, 'the URL has all of it')
      await choose(page, 'Files')
      await page.getByText('Nothing matches these filters').waitFor()
      await page.getByRole('link', { name: 'Clear filters' }).click()
      await page.getByText('minutes.pdf').waitFor()
      await page.getByRole('link', { name: 'Show minutes.pdf in conversation' }).click()
      await page.waitForURL(/message=f-1/)
      assertClean(watched)
      await page.context().close()
    })
  }
})

test('why a change failed is shown beside the button that was pressed', async () => {
  await service.caller('U-owner', { name: 'export script' })
  for (const viewport of inTurn(import.meta.url, [desktop, phone])) {
    const { page } = await openConsole(browser, service, 'U-owner', '/account', { viewport })
    await page.route('**/api/keys/*', (route) => route.fulfill({ status: 503, body: '{"error":"Busy"}' }))
    await page.getByRole('button', { name: 'Revoke the key export script' }).click()
    const button = page.getByRole('button', { name: 'Revoke key' })
    await button.click()
    const note = page.getByRole('alert')
    await note.waitFor()
    const [of, at] = [await button.boundingBox(), await note.boundingBox()]
    assert.ok(of && at)
    const distance = Math.max(at.y - (of.y + of.height), of.y - (at.y + at.height))
    assert.ok(distance >= 0 && distance < 30, `${distance} pixels`)
    assert.ok(at.x >= 0 && at.x + at.width <= viewport.width, JSON.stringify(at))
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    await page.context().close()
  }
})

/** The radio button itself is hidden behind its label. */
async function choose(page: Page, label: string): Promise<void> {
  await page.locator('label', { hasText: label }).click()
}

async function assertLinks(page: Page, expected: [name: string, href: string][]): Promise<void> {
  for (const [name, href] of expected) {
    const link = page.getByRole('link', { name, exact: true })
    await link.waitFor()
    assert.equal(await link.getAttribute('href'), href)
  }
}
