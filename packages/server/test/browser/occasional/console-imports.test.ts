import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { inTurn } from '../../../../../scripts/test-runner/turns.ts'
import { assertClean, openConsole, visitConsole } from '../../support/console.ts'
import { message } from '../../support/content/events.ts'
import { photo } from '../../support/content/pictures.ts'
import { until } from '../../support/eventually.ts'
import { importsOf, lineFile } from '../../support/imports/owner-imports.ts'
import { zipOf } from '../../support/imports/zip-of.ts'
import { startTestService } from '../../support/test-service.ts'
import { assertAccessible } from '../accessible.ts'

const service = await startTestService({ INNKEEPER_IMPORT_LIMIT: '1' })
const browser = await openBrowser()
after(() => browser.close())

/** On the clock of Tokyo, it's 09:31. */
const start = Date.parse('2026-03-01T00:31:00Z')
const minute = 60_000
const said = ['good morning everyone', 'the bus leaves at ten', 'who brings the map', 'I have two of them']
const history = lineFile(
  '09:31 Owner-san good morning everyone',
  '09:32 Kenji Is there tea?',
  '09:33 Kenji the bus leaves at ten',
  '09:35 Owner-san who brings the map',
  '09:36 Ann I can ask at home',
  '09:37 Kenji I have two of them',
  '25:99 Kenji at no time',
)
const note = 'Imported from LINE. The time is known to the minute.'

async function newChannel(channelId: string): Promise<string> {
  await service.channel(channelId, {
    owner: 'U-owner',
    admins: ['U-admin'],
    members: ['U-kenji', 'U-ann'],
    subscribers: ['U-owner', 'U-admin', 'U-kenji'],
  })
  await service.receive(
    said.map((text, index) =>
      message(channelId, start + index * 2 * minute + 5_000, {
        from: index % 2 === 0 ? 'U-owner' : 'U-kenji',
        content: { type: 'text', text },
      }),
    ),
  )
  return `/channels/${channelId}/import`
}

/** As the browser does when someone lets a file go over the page. */
async function drop(page: Page, text: string, name: string): Promise<void> {
  const area = page.getByText('or drop it here')
  await area.waitFor()
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const dropped = new DataTransfer()
      dropped.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}))
      return dropped
    })()`,
  )
  await area.dispatchEvent('drop', { dataTransfer })
}

const whoIs = (page: Page, name: string) => page.getByRole('combobox', { name: `Who is ${name}?` })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const figureOf = (page: Page, what: string) => page.locator(`[data-what="${what}"] dd`).innerText()

const sizes = inTurn(import.meta.url, [
  ['desktop', { width: 1280, height: 860 }],
  ['phone', { width: 390, height: 844 }],
] as const)

for (const [name, viewport] of sizes) {
  test(`on a ${name}, an owner imports a file, after choosing a person and the time zone, and undoes it`, async () => {
    const channel = `C-${name}`
    const path = await newChannel(channel)
    const watched = await openConsole(browser, service, 'U-owner', `/channels/${channel}/usage`, { viewport })
    const { page } = watched
    // With this many tabs, the last ones are in a menu.
    const tabs = page.getByRole('navigation', { name: 'This channel' }).filter({ visible: true })
    await tabs.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    await page.waitForURL(`**${path}`)
    await page.getByText('How to get a chat history').click()
    await page.getByText('You need result.json.').waitFor()
    await assertAccessible(page)

    await drop(page, history, '[LINE] Hikers.txt')
    await page.getByText('Compared with what is saved').waitFor()
    await page.getByText('1 place in the file couldn’t be read').click()
    await page.getByText('Line 11').waitFor()
    assert.deepEqual([await figureOf(page, 'new'), await figureOf(page, 'here')], ['2', '4'])
    await page.getByText('Comparing messages shows UTC+9.').waitFor()
    await page.getByRole('region', { name: 'Examples of new messages' }).getByText('Is there tea?').waitFor()
    assert.match(await whoIs(page, 'Kenji').inputValue(), /^Name of U-kenji$/)

    await whoIs(page, 'Ann').click()
    await page.getByRole('option', { name: 'Name of U-ann' }).click()
    await page.getByRole('combobox', { name: 'Time zone of the file' }).fill('Tokyo')
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
    assert.equal(await page.getByRole('button', { name: /^Add/ }).count(), 0, 'what isn’t in the preview isn’t written')
    await assertAccessible(page)
    await press(page, 'Update the preview')
    await page.getByRole('button', { name: 'Use our suggestion' }).nth(1).waitFor()
    assert.equal(await whoIs(page, 'Ann').inputValue(), 'Name of U-ann')

    await press(page, 'Add 2 messages')
    await page.getByText('2 messages were added.').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Show in conversation' }).click()
    await page.getByText('Is there tea?').first().waitFor()
    assert.equal(await page.getByRole('img', { name: note }).count(), 2)
    const imported = page.getByRole('article').filter({ hasText: 'Is there tea?' })
    assert.equal(await imported.locator('time').getAttribute('datetime'), '2026-03-01T00:32Z')
    const live = page.getByRole('article').filter({ hasText: 'who brings the map' })
    assert.equal(await live.getByRole('img', { name: note }).count(), 0)
    await assertAccessible(page)

    await page.goto(`${service.url}${path}`)
    await page.getByText('2 messages added').waitFor()
    await press(page, 'Undo import 1: [LINE] Hikers.txt')
    const dialog = page.getByRole('dialog', { name: 'Undo the import of [LINE] Hikers.txt?' })
    await dialog.getByText('2 messages that only this import contains are removed.').waitFor()
    await dialog.getByText('Messages that came from the platform stay.').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('Undone', { exact: true }).waitFor()
    await page.goto(`${service.url}/channels/${channel}?date=2026-03-01`)
    await page.getByText('who brings the map').first().waitFor()
    assert.equal(await page.getByText('Is there tea?').count(), 0)
    assert.equal(await page.getByRole('img', { name: note }).count(), 0)
    assertClean(watched)
    await page.context().close()
  })
}

test('files that were imported are marked in the gallery, in its list and when a picture is open', async () => {
  const channel = 'C-files'
  await newChannel(channel)
  const line = (seconds: number, name: string) => `[03/13/26, 09:10:0${seconds}] Ann: \u200e<attached: ${name}>`
  const picture = await photo({ width: 300, height: 200 }).png().toBuffer()
  const zip = await zipOf([
    { path: '_chat.txt', content: [line(1, '1-PHOTO-1.png'), line(2, '2-plan.pdf'), ''].join('\r\n') },
    { path: '1-PHOTO-1.png', content: picture },
    { path: '2-plan.pdf', content: 'bytes of a plan' },
  ])
  const imports = importsOf(await service.caller('U-owner'), channel)
  assert.equal((await imports.move((await imports.upload(zip)).number, 'commit')).state, 'done')
  await service.receive([message(channel, start, { id: 'live', from: 'U-kenji', content: { type: 'image' } })])
  await service.storeMedia(channel, 'live', picture)
  const ofWhatsApp = 'Imported from WhatsApp. The time is known to the second.'
  const watched = await visitConsole(browser, service, 'U-owner', `/channels/${channel}/gallery`)
  const { page } = watched
  await page.getByRole('listitem').filter({ hasText: 'plan.pdf' }).getByRole('img', { name: ofWhatsApp }).waitFor()
  await page.getByRole('button', { name: /^Photo from Ann/ }).click()
  const opened = page.locator('.yarl__slide_current')
  await opened.getByText(ofWhatsApp).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Photo from Name of U-kenji/ }).click()
  await opened.getByText(/^Name of U-kenji/).waitFor()
  assert.equal(await opened.getByText(ofWhatsApp).count(), 0, 'control: the other one is not')
  assertClean(watched)
})

test('a new message that is similar to a saved one is shown beside it in the preview, and marked once it is added', async () => {
  const channel = 'C-similar'
  const path = await newChannel(channel)
  const imports = importsOf(await service.caller('U-owner'), channel)
  const lines = ['09:33 Kenji the bus leaves at eleven', '09:40 Kenji that is all']
  const uploaded = await imports.upload(lineFile('09:31 Owner-san good morning everyone', ...lines))
  const people = [{ name: 'Kenji', is: 'member' as const, memberId: 'U-kenji' }]
  assert.equal((await imports.change(uploaded.number, { timezone: 'Asia/Tokyo', people })).figures?.similar, 1)
  const watched = await visitConsole(browser, service, 'U-owner', path)
  const { page } = watched
  await press(page, /^Open import/)
  await page.getByText('1 of the new messages may be another version of a saved one').waitFor()
  const examples = page.getByRole('region', { name: 'Examples of new messages that may be other versions' })
  await examples.getByText('the bus leaves at eleven').waitFor()
  await examples.getByText('Saved: the bus leaves at ten').waitFor()
  await imports.move(uploaded.number, 'commit')
  await page.goto(`${service.url}/channels/${channel}?date=2026-03-01`)
  const marked = page.getByRole('img', { name: `${note} It may be another version of a message beside it.` })
  await page.getByRole('article').filter({ hasText: 'at eleven' }).filter({ has: marked }).waitFor()
  await page.getByRole('article').filter({ hasText: 'that is all' }).waitFor()
  assert.equal(await marked.count(), 1, 'control: others are only marked as imported')
  assertClean(watched)
})

describe('what can’t be imported as it is', () => {
  const channel = 'C-refusals'
  const path = `/channels/${channel}/import`
  const imports = async () => importsOf(await service.caller('U-owner'), channel)
  before(() => newChannel(channel))

  test('a history of another chat is refused, can be previewed anyway, and deleted', async () => {
    const { page } = await visitConsole(browser, service, 'U-owner', path)
    const times = Array.from({ length: 30 }, (_, index) => start + index * minute)
    await service.receive(
      times.map((at, index) => message(channel, at, { content: { type: 'text', text: `Ours is ${index}` } })),
    )
    const clock = (at: number) => new Date(at).toISOString().slice(11, 16)
    await drop(page, lineFile(...times.map((at, index) => `${clock(at)} Zoe Theirs is ${index}`)), 'Other.txt')
    await page.getByText('only 0 are. It may be the history of another chat.').waitFor()
    await assertAccessible(page)
    await press(page, 'Show the preview anyway')
    await page.getByText('Few messages in this file match').waitFor()
    assert.equal(await figureOf(page, 'new'), '30')
    await press(page, 'Delete this file')
    await page.getByText('Deleted', { exact: true }).waitFor()
  })

  test('something else says how to get a history, and what is too large what to do', async () => {
    const { page } = await visitConsole(browser, service, 'U-owner', path)
    await drop(page, '%PDF-1.7 and more', 'plan.pdf')
    await page.getByText('We don’t recognize this as a chat history.').waitFor()
    await page.getByText('How to get a chat history').waitFor()
    await press(page, 'Delete this file')
    await page.evaluate('window.large = "x".repeat(3 * 1024 * 1024)')
    await page.getByText('or drop it here').waitFor()
    const dataTransfer = await page.evaluateHandle(
      `(() => { const dropped = new DataTransfer(); dropped.items.add(new File([window.large], 'large.txt')); return dropped })()`,
    )
    await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer })
    await page.getByRole('alert').getByText('At most 1 MiB is allowed.').waitFor()
    await assertAccessible(page)
  })

  test('an upload that is cancelled leaves nothing behind', async () => {
    const { page } = await visitConsole(browser, service, 'U-owner', path)
    const before = await (await imports()).list()
    let asked = 0
    // The server never answers.
    await page.route(/\/imports\?fileName/, () => void asked++)
    await drop(page, history, 'Slow.txt')
    await until(() => asked === 1, 'the upload began')
    await press(page, 'Cancel')
    await page.getByText('or drop it here').waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    await page.unrouteAll()
    assert.deepEqual(await (await imports()).list(), before)
  })

  test('what the file leaves open is asked for', async () => {
    const { page } = await visitConsole(browser, service, 'U-owner', path)
    const lines = ['3/4/25, 9:31 AM - Kenji: what a day', '3/4/25, 9:32 AM - Zoe: it was', '']
    await drop(page, lines.join('\n'), 'WhatsApp.txt')
    await page.getByText('How should we read the date').waitFor()
    await page.getByLabel('Day first, then month').check()
    await assertAccessible(page)
    await press(page, 'Update the preview')
    await page.getByText('3 Apr 2025').first().waitFor()
    await press(page, 'Add 2 messages')
    await page.getByText('2 messages were added.').waitFor()
  })
})

test('admins and members don’t see the screen, and its address tells them why', async () => {
  const path = await newChannel('C-roles')
  for (const person of ['U-admin', 'U-kenji']) {
    const watched = await visitConsole(browser, service, person, path)
    const { page } = watched
    await page.getByText('Only the owner of this channel can import a chat history.').waitFor()
    assert.equal(await page.getByText('or drop it here').count(), 0)
    await page.getByRole('button', { name: /^More/ }).filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Import' }).count(), 0)
  }
})
