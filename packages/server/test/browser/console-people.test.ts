import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../../../../scripts/browser.ts'
import { inTurn } from '../../../../scripts/test-runner/turns.ts'
import { assertClean, openConsole } from '../support/console.ts'
import { inPrivate } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { startTestService } from '../support/test-service.ts'
import { assertAccessibleAtRest } from './accessible.ts'
import { watchRequests } from './at-rest.ts'

const browser = await openBrowser()
after(() => browser.close())

const devices = {
  'a desktop': { width: 1280, height: 860 },
  'a phone': { width: 390, height: 844 },
} as const

for (const [device, viewport] of inTurn(import.meta.url, Object.entries(devices))) {
  const service = await startTestService()
  const channel = 'C-people'
  const path = `/channels/${channel}`
  const minute = 60_000
  const owner = await service.caller('U-owner')
  const guests = ['U-guest-1', 'U-guest-2', 'U-guest-3']

  await service.channel(channel, {
    owner: 'U-owner',
    admins: ['U-admin'],
    members: ['U-mia', 'U-ken', 'U-zoe'],
    guests,
    subscribers: ['U-owner', 'U-mia'],
  })
  const rule = { question: 'Is there tea?', keywords: ['tea'], answer: 'There is tea.' }
  assert.equal((await owner.post(`/api${path}/assistant/qa`, rule)).status, 201)
  const say = (from: string, minutesAgo: number, text: string) =>
    message(channel, service.clock.now - minutesAgo * minute, {
      from,
      name: `Name of ${from}`,
      content: { type: 'text', text },
    })
  const private_ = message('U-mia', service.clock.now, { from: 'U-mia', content: { type: 'text', text: 'hi bot' } })
  await service.receive([
    say('U-mia', -2 * 60, 'hello everyone'),
    say('U-mia', -3 * 60, 'any tea?'),
    say('U-ken', -1, 'good morning'),
    inPrivate(private_, 'U-mia'),
  ])
  const visit = (userId: string, at: string) =>
    openConsole(browser, service, userId, at, { viewport, prepare: async (context) => watchRequests(context) })

  test(`on ${device}, a name in the conversation leads to the person: what they posted and asked, their role, and back to their messages`, async () => {
    const watched = await visit('U-owner', path)
    const { page } = watched
    await page.getByRole('link', { name: 'Name of U-mia' }).first().click()
    await page.getByRole('heading', { name: 'Name of U-mia', level: 1 }).waitFor()
    await page.getByText('Messages', { exact: true }).first().waitFor()
    const activity = page.getByRole('region', { name: 'Activity' })
    await activity.locator('dd', { hasText: '2' }).first().waitFor()
    const answers = page.getByRole('list', { name: 'Questions and answers' })
    assert.match((await answers.textContent()) ?? '', /any tea\?There is tea\./)
    await page.getByText('No changes recorded. Current role: Member.').waitFor()
    assert.equal(await page.getByText('Your data').count(), 0, 'only they see that')
    await activity.getByRole('link', { name: 'Last message' }).click()
    await page.getByText('any tea?').first().waitFor()
    assert.match(page.url(), /message=/)
    assertClean(watched)
    await page.context().close()
  })

  test(`on ${device}, the list of members is sorted and filtered, and the address keeps both`, async () => {
    const watched = await visit('U-owner', `${path}/members`)
    const { page } = watched
    const list = device === 'a phone' ? page.getByRole('list', { name: 'Members' }) : page.getByRole('table')
    const names = list.getByRole(device === 'a phone' ? 'listitem' : 'row').filter({ has: page.getByRole('link') })
    await names.first().waitFor()
    await page.getByRole('combobox', { name: 'Sort by' }).click()
    await page.getByRole('option', { name: 'Last seen' }).click()
    await page.waitForURL(/sort=seen/)
    assert.match((await names.first().textContent()) ?? '', /Name of U-mia/)
    await page.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Admins' }).click()
    await page.waitForURL(/role=admin/)
    await page.getByText('Name of U-admin').waitFor()
    assert.equal(await names.count(), 1)
    await page.reload()
    await page.getByText('Name of U-admin').waitFor()
    assert.equal(await names.count(), 1, 'after reloading, too')
    assertClean(watched)
    await page.context().close()
  })

  test(`on ${device}, several guests are approved at once`, async () => {
    const watched = await visit('U-admin', `${path}/members`)
    const { page } = watched
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('checkbox', { name: 'Select Name of U-guest-3' }).uncheck()
    await page.getByRole('button', { name: 'Approve 2 guests' }).click()
    await page.getByRole('dialog').waitFor()
    await assertAccessibleAtRest(page, 'the dialog to approve several guests')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve 2 guests' }).click()
    await page.getByText('2 people are now members').waitFor()
    await page.getByText('1 guest is waiting for approval').waitFor()
    const { members } = (await owner.get(`/api${path}/members`)).body
    const approved = members.filter(({ userId }: { userId: string }) => guests.includes(userId))
    assert.deepEqual(approved.map(({ userId }: { userId: string }) => userId).sort(), ['U-guest-1', 'U-guest-2'])
    assertClean(watched)
    await page.context().close()
  })

  test(`on ${device}, a member sees how the assistant is set, and no controls and tabs that lead nowhere`, async () => {
    const watched = await visit('U-ken', `${path}/assistant`)
    const { page } = watched
    const state = page.getByRole('region', { name: 'Assistant settings' })
    await state.getByText('Default match mode').waitFor()
    assert.match((await state.textContent()) ?? '', /AssistantOnAuto-replyOn/)
    assert.equal(await page.getByRole('switch').count(), 0)
    assert.equal(await page.getByRole('tab', { name: 'Send log' }).count(), 0)
    const tabs = page.getByRole('navigation', { name: 'This channel' })
    await tabs.getByRole('link', { name: 'Members' }).waitFor()
    assert.equal(await tabs.getByRole('link', { name: 'Search' }).count(), 0, 'they have no backup')
    await page.goto(`${service.url}${path}/settings`)
    await page.getByText('Only the owner can change these settings.').waitFor()
    assert.equal(await page.getByRole('tab').count(), 0)
    assertClean(watched)
    await page.context().close()
  })

  test(`on ${device}, the audit log names people and leads to their pages`, async () => {
    const watched = await visit('U-owner', `${path}/settings?part=log`)
    const { page } = watched
    const entries = page.getByRole('list', { name: 'Entries' })
    await entries.getByText('Name of U-guest-1').first().waitFor()
    assert.doesNotMatch((await entries.textContent()) ?? '', /(^|[^f]) U-/, 'no one is shown by their id')
    await entries.getByRole('link', { name: 'Name of U-guest-1' }).first().click()
    await page.getByText('From Guest to Member').first().waitFor()
    assertClean(watched)
    await page.context().close()
  })

  test(`on ${device}, a private chat with the bot is listed apart from the groups`, async () => {
    const watched = await visit('U-mia', '/')
    const { page } = watched
    const own = page.getByRole('region', { name: 'Private chat', exact: true })
    await own.getByRole('link', { name: 'Your private chat with the bot', exact: true }).waitFor()
    await own.getByText('Only you and the bot', { exact: true }).waitFor()
    assert.equal(await own.getByText('Group C-people').count(), 0)
    await page.getByRole('link', { name: 'Group C-people' }).waitFor()
    assertClean(watched)
    await page.context().close()
  })

  test(`on ${device}, someone sees what is kept about them, exports it, and erases themselves after typing their name`, async () => {
    const watched = await visit('U-mia', '/account')
    const { page } = watched
    await page.getByRole('link', { name: 'Your data' }).click()
    await page.getByRole('button', { name: 'Group C-people' }).click()
    await page.getByText('Answers from the bot').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export as text' }).click()
    assert.match((await download).suggestedFilename(), /^Group C-people .*\.txt$/)
    await page.getByRole('button', { name: 'Erase me …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase everything about you?' })
    await dialog.getByText('You can’t undo this, and no one can restore it.').waitFor()
    await assertAccessibleAtRest(page, 'the dialog to erase oneself')
    await dialog.getByRole('textbox', { name: 'Your name' }).fill('someone')
    await dialog.getByRole('button', { name: 'Erase permanently' }).click()
    await dialog.getByText('This doesn’t match your name.').waitFor()
    assert.equal((await owner.get(`/api${path}/members/U-mia`)).status, 200, 'nothing happened')
    await dialog.getByRole('textbox', { name: 'Your name' }).fill('Name of U-mia')
    await dialog.getByRole('button', { name: 'Erase permanently' }).click()
    await page.getByText('You were erased').waitFor()
    await page.getByText('Deleted 2 messages', { exact: false }).waitFor()
    await page.getByRole('heading', { name: 'Sign in to Innkeeper' }).waitFor()
    assert.equal((await owner.get(`/api${path}/members/U-mia`)).status, 404)
    assert.deepEqual([watched.dialogs, watched.foreign], [[], []])
    const log = await visit('U-owner', `${path}/settings?part=log`)
    await log.page.getByText('A person who was erased turned on their backup').waitFor()
    assertClean(log)
  })
}
