import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openBrowser } from '../../../../scripts/browser.ts'
import { inTurn } from '../../../../scripts/test-runner/turns.ts'
import { assertClean, openConsole } from '../support/console.ts'
import { botRemoved, joined, left } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { photo } from '../support/content/pictures.ts'
import { eventually } from '../support/eventually.ts'
import { startTestService } from '../support/test-service.ts'
import { assertAccessibleAtRest } from './accessible.ts'
import { watchRequests } from './at-rest.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())

const channel = 'C-walks'
const path = `/channels/${channel}`
const backup = `/api/channels/${channel}/backup`
const minute = 60_000
const noon = service.clock.now
const text = (content: string) => ({ content: { type: 'text', text: content } as const })

const screens = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const
type Screen = keyof typeof screens

const open = (screen: Screen, userId: string, at = path) =>
  openConsole(browser, service, userId, at, {
    ...screens[screen],
    prepare: async (context) => watchRequests(context),
  })

before(async () => {
  await service.channel(channel, { owner: 'U-owner', members: ['U-desktop', 'U-phone'], subscribers: ['U-owner'] })
  for (const userId of ['U-desktop', 'U-phone']) await service.subscribe(channel, userId)
  const people = ['Ana', 'Ben', 'Cem', 'Dan', 'Eve']
  await service.receive([
    message(channel, noon + minute, {
      id: 'm-boat',
      from: 'U-owner',
      ...text('The key to the boathouse is at Pier 4'),
    }),
    message(channel, noon + 2 * minute, { id: 'm-lake', from: 'U-owner', content: { type: 'image' } }),
    ...people.map((name, index) => joined(channel, noon + 3 * minute + index, `U-${name}`, name)),
    left(channel, noon + 4 * minute, 'U-Eve'),
    ...Array.from({ length: 80 }, (_, index) =>
      message(channel, noon + 10 * minute + index * 1000, {
        id: `m-${index}`,
        from: 'U-owner',
        ...text(`Step ${index}`),
      }),
    ),
  ])
  await service.storeMedia(
    channel,
    'm-lake',
    await photo({ width: 640, height: 400 }, { background: '#2266aa' }).jpeg().toBuffer(),
  )
  await fillQuietGroup()
})

const quiet = 'C-quiet'

/** Cem claims it, gets another name, disables the channel for half an hour, changes his picture, and removes the bot. */
async function fillQuietGroup(): Promise<void> {
  const say = (at: number, name: string, content: string) =>
    message(quiet, at, { from: 'U-cem', name, ...text(content) })
  const reply = { token: 'claim', expiresAt: noon + 60 * minute, isOneUse: true, cost: 'free' } as const
  await service.receive([{ ...say(noon + minute, 'Cem', '/claim'), reply }])
  await service.receive(['U-desktop', 'U-phone'].map((userId) => joined(quiet, noon + minute, userId)))
  for (const userId of ['U-desktop', 'U-phone']) await service.subscribe(quiet, userId)
  await service.receive([say(noon + 2 * minute, 'Cem Aydin', 'A new name')])
  const cem = await service.caller('U-cem')
  for (const [minutes, status] of [
    [3, 'disabled'],
    [33, 'active'],
  ] as const) {
    service.clock.now = noon + minutes * minute
    assert.equal((await cem.put(`/api/channels/${quiet}/status`, { status })).status, 200)
  }
  service.clock.now = noon
  for (const [at, background] of [
    [34, '#226688'],
    [35, '#882266'],
  ] as const) {
    const bytes = await photo({ width: 64, height: 64 }, { background }).png().toBuffer()
    const { sha256 } = await service.putFile(bytes)
    await service.store.write<'record-member'>({
      kind: 'record-member',
      at: noon + at * minute,
      channelId: quiet,
      userId: 'U-cem',
      name: 'Cem Aydin',
      picture: { id: `https://pictures.invalid/${at}`, sha256, contentType: 'image/png' },
    })
  }
  await service.receive([botRemoved(quiet, noon + 40 * minute)])
}

for (const screen of inTurn(import.meta.url, ['desktop', 'phone'])) {
  const userId = `U-${screen}`

  describe(`on a ${screen}`, () => {
    test('someone who comes back sees how much is new, jumps to where it starts, and has then read it', async () => {
      const caller = await service.caller(userId)
      assert.equal((await caller.put(`${backup}/read-position`, { messageId: 'm-lake' })).status, 200)
      const watched = await open(screen, userId, '/')
      const { page } = watched
      const card = page.getByRole('listitem').filter({ hasText: 'Group C-walks' })
      await card.getByText('80 unread messages').waitFor()
      await page.getByRole('link', { name: 'Group C-walks' }).click()
      const jump = page.getByRole('button', { name: 'Jump to the first of 80 unread messages' })
      await jump.waitFor()
      await jump.click()
      await page.getByText('New since you last looked').waitFor()
      await page.getByText('Step 0', { exact: true }).waitFor()
      await jump.waitFor({ state: 'detached' })
      await assertAccessibleAtRest(page, 'the divider')
      await page.getByRole('button', { name: 'Jump to latest' }).click()
      await page.getByText('Step 79', { exact: true }).waitFor()
      const { unread } = await eventually(
        async () => (await caller.get(`${backup}/read-position`)).body,
        (position: { unread: number }) => position.unread === 0,
      )
      assert.equal(unread, 0)
      await page.goto(`${service.url}/`)
      await card.getByText('Your backup is on').waitFor()
      assert.equal(await card.getByText(/unread/).count(), 0)
      assertClean(watched)
    })

    test('joins and leaves are quiet lines, folded, and arrive live', async () => {
      const watched = await open(screen, userId, `${path}?message=m-boat`)
      const { page } = watched
      await page.getByText('Ana, Ben and 3 others joined').waitFor()
      await page.getByText('Eve left').waitFor()
      await page.getByText('Innkeeper was added to the chat').waitFor()
      await assertAccessibleAtRest(page, 'the lines')
      await page.goto(`${service.url}${path}`)
      await page.getByText('Live: new messages appear automatically').waitFor({ state: 'attached' })
      const name = `Late ${screen}`
      await service.receive([joined(channel, noon + 60 * minute, `U-late-${screen}`, name)])
      await page.getByText(`${name} joined`).first().waitFor()
      assertClean(watched)
    })

    test('new names, claims and what is missing are lines, and the people in lines can be opened', async () => {
      const watched = await open(screen, userId, `/channels/${quiet}`)
      const { page } = watched
      await page.getByText(/^Cem( Aydin)? became the owner with \/claim$/).waitFor()
      await page.getByText('Cem is now called Cem Aydin').waitFor()
      await page.getByText('The channel was disabled. New messages are no longer saved').waitFor()
      const missing = 'No messages were saved from 12:03 to 12:33'
      await page.getByText(`The channel was enabled. ${missing}`).waitFor()
      await page.getByText('Cem Aydin changed their picture').waitFor()
      await page.getByText('Innkeeper was removed from the chat').waitFor()
      await assertAccessibleAtRest(page, 'the lines about the group')
      const line = page.getByRole('article').filter({ hasText: 'is now called' })
      await line.getByRole('link', { name: 'Cem Aydin' }).click()
      await page.getByRole('heading', { name: 'Cem Aydin', level: 1 }).waitFor()
      assertClean(watched)
    })

    test('a bookmark with a note is found again, leads back, and is removed', async () => {
      const watched = await open(screen, userId, `${path}?message=m-boat`)
      const { page } = watched
      const row = page.getByRole('article', { name: /The key to the boathouse/ })
      await row.getByRole('button', { name: 'More actions for this message' }).click()
      await page.getByRole('menuitem', { name: 'Bookmark' }).click()
      await row.getByRole('button', { name: 'Bookmarked. Add a note' }).click()
      const dialog = page.getByRole('dialog', { name: 'Bookmark' })
      await dialog.getByLabel('Note').fill('Ask for the key')
      await assertAccessibleAtRest(page, 'the note')
      await dialog.getByRole('button', { name: 'Save note' }).click()
      await row.getByRole('button', { name: 'Bookmarked: Ask for the key' }).waitFor()
      await page.goto(`${service.url}${path}`)
      await page.getByText('Step 79', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Bookmarks' }).click()
      const list = page.getByRole('dialog', { name: 'Bookmarks' })
      await list.getByText('Ask for the key').waitFor()
      await assertAccessibleAtRest(page, 'the list of bookmarks')
      await list.getByRole('button', { name: 'Show in conversation' }).click()
      await row.getByRole('button', { name: 'Bookmarked: Ask for the key' }).waitFor()
      assert.match(page.url(), /message=m-boat/)
      await page.getByRole('button', { name: 'Bookmarks' }).click()
      await list.getByRole('button', { name: 'Remove bookmark' }).click()
      await list.getByText('No bookmarks yet.').waitFor()
      assert.deepEqual((await (await service.caller(userId)).get(`${backup}/bookmarks`)).body.bookmarks, [])
      assertClean(watched)
    })

    test('a photo is bookmarked where it is shown large', async () => {
      const watched = await open(screen, userId, `${path}/gallery`)
      const { page } = watched
      await page
        .getByRole('button', { name: /Photo from Name of U-owner/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
      await page.getByRole('button', { name: 'Remove bookmark' }).waitFor()
      await page.getByRole('link', { name: 'Show in conversation' }).click()
      await page.getByRole('button', { name: 'Bookmarked. Add a note' }).waitFor()
      const { bookmarks } = (await (await service.caller(userId)).get(`${backup}/bookmarks`)).body
      assert.deepEqual(
        bookmarks.map(({ messageId }: { messageId: string }) => messageId),
        ['m-lake'],
      )
      assertClean(watched)
    })

    test('a day is printed without the page around it, in full, with names, times and small pictures', async () => {
      const watched = await open(screen, userId)
      const { page } = watched
      await page.getByText('Step 79', { exact: true }).waitFor()
      // A headless browser has no dialog for printing. This notes what would be on paper at that moment.
      await page.evaluate(`window.print = () => {
        const paper = document.querySelector('[data-printed]')
        const image = paper.querySelector('img')
        window.printed = {
          text: paper.textContent,
          picture: image.complete && image.naturalWidth > 0 ? image.getBoundingClientRect().width : 0,
          others: [...document.body.children].filter((one) => one !== paper && getComputedStyle(one).display !== 'none').length,
        }
        window.dispatchEvent(new Event('afterprint'))
      }`)
      if (screen === 'phone') {
        await page.getByRole('button', { name: /Jump to a date/ }).click()
        await page.getByRole('dialog').waitFor()
        await assertAccessibleAtRest(page, 'the calendar')
      }
      await page.emulateMedia({ media: 'print' })
      await page.getByRole('button', { name: 'Print 10 Mar 2026' }).dispatchEvent('click')
      const printed = await eventually(
        () => page.evaluate<{ text: string; picture: number; others: number } | undefined>('window.printed'),
        (paper) => paper !== undefined,
      )
      assert.ok(printed)
      assert.match(printed.text, /Group C-walks.*10 March 2026/s)
      for (const part of [
        'The key to the boathouse',
        'Name of U-owner',
        'Step 0',
        'Step 79',
        'Ana, Ben and 3 others joined',
      ]) {
        assert.ok(printed.text.includes(part), `${part}: ${printed.text}`)
      }
      assert.doesNotMatch(printed.text, /Search|Members|Settings/, 'nothing of the page')
      assert.equal(printed.others, 0)
      assert.ok(printed.picture > 0 && printed.picture <= 200, `the picture is ${printed.picture} px wide`)
      await page.emulateMedia({ media: 'screen' })
      assert.equal(await page.locator('[data-printed]').count(), 0)
      assertClean(watched)
    })
  })
}

test("the browser's own command prints what is loaded of the day in view", async () => {
  const { page } = await open('desktop', 'U-desktop')
  await page.getByRole('button', { name: 'Print 10 Mar 2026' }).waitFor()
  await page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
  const paper = page.locator('[data-printed]')
  await paper.getByText('Step 79').waitFor({ state: 'attached' })
  await page.evaluate("window.dispatchEvent(new Event('afterprint'))")
  await paper.waitFor({ state: 'detached' })
})
