import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, type WatchedPage } from '../../../../../scripts/browser.ts'
import { assertClean, visitConsole } from '../../support/console.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())

const warning = 'Messages aren’t being saved'
const say = (channel: string, text: string) =>
  service.receive([message(channel, service.clock.now, { from: 'U-member', content: { type: 'text', text } })])
const cardOf = (page: Page, channel: string) => page.getByRole('listitem').filter({ hasText: `Group ${channel}` })
/** The browser itself logs refused requests: when an open conversation ends, or before it is known that it can't be read. */
const assertCleanButRefused = ({ dialogs, foreign }: WatchedPage) => assert.deepEqual([dialogs, foreign], [[], []])
const turnOff = async (page: Page) => {
  await page.getByRole('button', { name: /Switch channel/ }).click()
  await page.getByRole('menuitem', { name: 'Turn off my backup' }).click()
}

test('the owner of a new group sees that messages are not being saved, and turns on the backup with one click', async () => {
  await service.channel('C-kept', { owner: 'U-owner', members: ['U-member'], subscribers: ['U-member'] })
  await service.channel('C-mine', { owner: 'U-owner', members: ['U-member'], subscribers: ['U-owner'] })
  await service.channel('C-new', { owner: 'U-owner', members: ['U-member'] })
  await say('C-mine', 'makes this the channel with the latest message')
  await say('C-new', 'said too early')
  const watched = await visitConsole(browser, service, 'U-owner')
  const { page } = watched
  const card = cardOf(page, 'C-new')
  await card.getByText(warning).waitFor()
  assert.match(await page.getByRole('listitem').first().innerText(), /Group C-new/, 'it comes first')
  assert.match(await cardOf(page, 'C-kept').innerText(), /Backup on for others, off for you/)
  assert.match(await cardOf(page, 'C-mine').innerText(), /Your backup is on$/m)
  const warnings = page.getByRole('listitem').getByText(warning)
  assert.equal(await warnings.count(), 1, 'only where no messages are saved')

  await page.getByRole('button', { name: 'Turn on backup: Group C-new' }).click()
  await page.getByText('Backup is on for Group C-new').waitFor()
  await card.getByText('Your backup is on', { exact: true }).waitFor()
  assert.equal(await warnings.count(), 0)
  assert.doesNotMatch(
    await card.innerText(),
    /No messages in the last 30 days/,
    'a backup that was just turned on has had no quiet month',
  )
  assert.match(await page.getByRole('listitem').first().innerText(), /Group C-new/, 'and it stays where it was clicked')

  await say('C-new', 'said after the press')
  await card.getByRole('link').click()
  await page.getByText('said after the press').first().waitFor()
  assert.equal(await page.getByText('said too early').count(), 0)

  // Switching stays on the same screen, unless it needs a backup that is off there.
  for (const [screen, channel, there] of [
    ['assistant', 'C-kept', '/channels/C-kept/assistant'],
    ['gallery', 'C-kept', '/channels/C-kept'],
    ['gallery', 'C-mine', '/channels/C-mine/gallery'],
  ]) {
    await page.goto(`${service.url}/channels/C-new/${screen}`)
    await page.getByRole('button', { name: /Switch channel/ }).click()
    await page.getByRole('menuitem', { name: `Group ${channel}` }).click()
    await page.waitForURL(({ pathname }) => pathname === there)
  }
  assertClean(watched)
})

test('inside the channel every screen says so, and a backup turned on in the chat appears by itself', async () => {
  await service.channel('C-inside', { owner: 'U-inside', members: ['U-member'] })
  const watched = await visitConsole(browser, service, 'U-inside', '/channels/C-inside')
  const { page } = watched
  await page.getByRole('heading', { name: warning }).waitFor()
  await page.getByText('It can’t recover earlier ones.', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Turn on backup' }).waitFor()

  await service.subscribe('C-inside', 'U-inside')
  await page.getByText(warning).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Conversation' }).click()
  await page.getByText('Backup turned on').waitFor()
  assertCleanButRefused(watched)
})

test('a member without a backup reads messages after one click, and a member without permission sees why not', async () => {
  await service.channel('C-join', { owner: 'U-owner', members: ['U-member', 'U-late'], subscribers: ['U-owner'] })
  await say('C-join', 'kept for the owner')
  const late = await visitConsole(browser, service, 'U-late', '/channels/C-join')
  await late.page.getByText('Messages are being saved, but not for you').waitFor()
  // What someone agrees to is there before they do.
  const terms = late.page.getByRole('main')
  await terms.getByText('All messages, photos and files in this chat, until someone deletes them.').waitFor()
  await terms.getByText('Messages from people who send /private aren’t saved.').waitFor()
  await terms.getByText('Members who turned on their own backup. 1 person has so far.').waitFor()
  await (await service.caller('U-owner')).put('/api/channels/C-join/settings', { retentionDays: 30 })
  await late.page.reload()
  await terms.getByText('All messages, photos and files in this chat, for 30 days.').waitFor()
  await late.page.getByRole('button', { name: 'Turn on my backup' }).click()
  await late.page.getByText('kept for the owner').first().waitFor()
  assertCleanButRefused(late)

  const owner = await service.caller('U-owner')
  await owner.put('/api/channels/C-join/settings', { backup: 'off' })
  const member = await visitConsole(browser, service, 'U-member', '/channels/C-join')
  await member.page.getByText('The owner of Group C-join chooses who can read its backup').waitFor()
  assert.equal(await member.page.getByRole('button', { name: /Turn on backup|Turn on my backup/ }).count(), 0)
  const own = await visitConsole(browser, service, 'U-owner', '/channels/C-join')
  await own.page.getByText('The backup of Group C-join is turned off.').waitFor()
  await own.page.getByRole('heading', { name: warning }).waitFor()
  await own.page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await own.page.getByRole('heading', { name: 'Settings' }).waitFor()
  for (const one of [member, own]) assertCleanButRefused(one)
})

test('the last person who turns off the backup sees first that nothing will be saved any more', async () => {
  await service.channel('C-last', { owner: 'U-owner', members: ['U-member'], subscribers: ['U-owner', 'U-member'] })
  const member = await visitConsole(browser, service, 'U-member', '/channels/C-last')
  await turnOff(member.page)
  const first = member.page.getByRole('dialog')
  await first.getByText('1 other person has a backup here').waitFor()
  assert.equal(await first.getByText('You’re the only person').count(), 0)
  await first.getByRole('button', { name: 'Turn off my backup' }).click()
  await member.page.getByText('Messages are being saved, but not for you').waitFor()

  const owner = await visitConsole(browser, service, 'U-owner', '/channels/C-last')
  await turnOff(owner.page)
  const last = owner.page.getByRole('dialog')
  await last.getByText('You’re the only person with a backup here. New messages won’t be saved').waitFor()
  await last.getByRole('button', { name: 'Turn off backup' }).click()
  await owner.page.getByRole('heading', { name: warning }).waitFor()
  for (const one of [member, owner]) assertCleanButRefused(one)
})

test('a disabled channel does not look as if it saved messages', async () => {
  await service.channel('C-pause', { owner: 'U-pause', members: ['U-member'], subscribers: ['U-pause'] })
  await say('C-pause', 'the last one kept')
  await (await service.caller('U-pause')).put('/api/channels/C-pause/status', { status: 'disabled' })
  const watched = await visitConsole(browser, service, 'U-pause')
  const { page } = watched
  const card = cardOf(page, 'C-pause')
  await card.getByText(warning).waitFor()
  assert.equal(await card.getByRole('button').count(), 0, 'turning on a backup would not help')
  await card.getByRole('link').click()
  await page.getByText('This channel is disabled. New messages aren’t being saved.').first().waitFor()
  await page.getByText('the last one kept').first().waitFor()
  assertClean(watched)
})

test('a service without a connection to the platform says that no new messages arrive', async () => {
  const copy = await startTestService({}, { connectors: [] })
  await copy.channel('C-copy', { owner: 'U-copy', subscribers: ['U-copy'] })
  await copy.receive([
    message('C-copy', copy.clock.now, { from: 'U-copy', content: { type: 'text', text: 'from before' } }),
  ])
  const watched = await visitConsole(browser, copy, 'U-copy', '/channels/C-copy')
  const { page } = watched
  const notice = page.getByText('Innkeeper isn’t connected to test right now, so no new messages arrive.')
  await page.getByText('from before').waitFor()
  await notice.first().waitFor()
  const status = page.getByRole('region', { name: 'Status' })
  await page.goto(`${copy.url}/channels/C-copy/settings`)
  await status.getByText('Innkeeper isn’t connected to test right now').waitFor()

  await page.route('**/api/overview', async (route) => {
    const response = await route.fetch()
    const connected = { platform: 'test', name: 'Test', badge: 'T', isConnected: true, abilities: {} }
    await route.fulfill({ response, json: { ...(await response.json()), platforms: [connected] } })
  })
  await page.goto(`${copy.url}/channels/C-copy`)
  await page.getByText('Live: new messages appear automatically').waitFor()
  assert.equal(await notice.count(), 0)
  assertClean(watched)
})
