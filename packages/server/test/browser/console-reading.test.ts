import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../../scripts/browser.ts'
import { assertClean, openConsole, visitConsole } from '../support/console.ts'
import { message } from '../support/content/events.ts'
import { photo } from '../support/content/pictures.ts'
import { startTestService } from '../support/test-service.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())

const channel = 'C-hikers'
const path = `/channels/${channel}`
const lastMonth = Date.parse('2026-02-14T09:00:00Z')
const picture = await photo({ width: 640, height: 400 }, { background: '#2266aa' }).jpeg().toBuffer()

before(async () => {
  await service.channel(channel, {
    owner: 'U-owner',
    members: ['U-member'],
    guests: ['U-guest'],
    subscribers: ['U-member'],
  })
  await service.receive([
    message(channel, lastMonth - 60_000, { from: 'U-owner', content: { type: 'text', text: '湖の写真を送ります' } }),
    message(channel, lastMonth, { id: 'm-lake', from: 'U-owner', content: { type: 'image' } }),
    message(channel, lastMonth + 60_000, { from: 'U-member', content: { type: 'text', text: 'What a view!' } }),
    // So many messages today that last month is out of view.
    ...Array.from({ length: 60 }, (_, index) => message(channel, service.clock.now - 120_000 + index)),
    message(channel, service.clock.now - 60_000, { id: 'm-today', content: { type: 'text', text: 'Back home again' } }),
  ])
  await service.storeMedia(channel, 'm-lake', picture)
})

describe('a member', () => {
  test('finds a photo from last month with the calendar, and downloads it', async () => {
    const watched = await visitConsole(browser, service, 'U-member')
    const { page } = watched
    await page.getByRole('link', { name: /C-hikers/ }).click()
    await page.getByText('Back home again').waitFor()
    const calendar = page.getByRole('complementary').or(page.getByRole('dialog'))
    await calendar.getByRole('button', { name: 'Previous month' }).click()
    await calendar.getByRole('button', { name: /14 February.*3 messages/ }).click()
    await page.getByText('What a view!').waitFor()
    await page.getByRole('button', { name: /^Open the photo from Name of U-owner/ }).click()
    assert.deepEqual(await downloaded(page, () => page.getByRole('link', { name: /^Download/ }).click()), picture)
    assertClean(watched)
  })

  test('finds it by two characters of the message next to it, and opens it in the conversation', async () => {
    const watched = await visitConsole(browser, service, 'U-member', `${path}/search`)
    const { page } = watched
    await page.getByRole('searchbox', { name: 'Search this channel' }).fill('写真')
    const result = page.getByRole('link', { name: /湖の写真を送ります/ })
    await result.locator('mark', { hasText: /^写真$/ }).waitFor()
    await result.click()
    await page.getByRole('button', { name: /^Open the photo from Name of U-owner/ }).waitFor()
    assert.match(page.url(), /\/channels\/C-hikers\?message=/)
    assertClean(watched)
  })

  test('downloads it from the gallery together with others', async () => {
    await service.receive([
      message(channel, lastMonth + 1000, { id: 'm-two', from: 'U-owner', content: { type: 'image' } }),
    ])
    await service.storeMedia(channel, 'm-two', await photo({ width: 100, height: 200 }).png().toBuffer())
    const watched = await visitConsole(browser, service, 'U-member', `${path}/gallery`)
    const { page } = watched
    await page.getByRole('heading', { name: /February 2026/ }).waitFor()
    const boxes = page.getByRole('checkbox', { name: /^Select Photo from Name of U-owner/ })
    for (const box of await boxes.all()) await box.check({ force: true })
    await page.getByText('2 selected').waitFor()
    const zip = await downloaded(page, () => page.getByRole('button', { name: 'Download as ZIP' }).click())
    assert.equal(zip.subarray(0, 2).toString(), 'PK')
    assert.ok(zip.includes(picture), 'the ZIP contains the exact bytes')
    assertClean(watched)
  })

  test('sees a new message appear, and disappear when it is unsent', async () => {
    const watched = await visitConsole(browser, service, 'U-member', path)
    const { page } = watched
    await page.getByText('Back home again').waitFor()
    await isLive(page)
    await service.receive([
      message(channel, service.clock.now, {
        id: 'm-new',
        from: 'U-owner',
        content: { type: 'text', text: 'Just arrived' },
      }),
    ])
    await page.getByText('Just arrived', { exact: true }).waitFor()
    await service.receive([unsent('m-new')])
    await page.getByText('Message deleted').waitFor()
    assert.equal(await page.getByText('Just arrived').count(), 0, 'not even for screen readers')
    assertClean(watched)
  })

  test('misses nothing when the network is interrupted', async () => {
    const watched = await visitConsole(browser, service, 'U-member', path)
    const { page } = watched
    await isLive(page)
    await page.context().setOffline(true)
    await page.getByText('You’re offline. Reconnecting …').waitFor()
    await page.getByText('Back home again').waitFor()
    await service.receive([
      message(channel, service.clock.now, { id: 'm-cut', content: { type: 'text', text: 'While away' } }),
    ])
    await page.context().setOffline(false)
    await page.getByText('While away', { exact: true }).waitFor()
    assert.deepEqual([watched.dialogs, watched.foreign], [[], []])
  })
})

test('a guest sees that they have no access, whom to ask, and no messages', async () => {
  const watched = await visitConsole(browser, service, 'U-guest')
  const { page } = watched
  await page.getByText('Ask Name of U-owner to approve you.').waitFor()
  for (const screen of ['', '/search?q=写真', '/gallery']) {
    await page.goto(`${service.url}${path}${screen}`)
    await page.getByText('You don’t have access to Group C-hikers yet').waitFor()
    await page.getByText('Ask Name of U-owner to approve you.').waitFor()
    assert.doesNotMatch(await page.content(), /Back home|写真を|What a view/)
  }
  assert.deepEqual([watched.dialogs, watched.foreign], [[], []])
})

describe('when something has changed', () => {
  test('losing a role closes the conversation by itself', async () => {
    await service.channel('C-lost', { owner: 'U-owner', members: ['U-member'], subscribers: ['U-owner', 'U-member'] })
    const { page } = await visitConsole(browser, service, 'U-member', '/channels/C-lost')
    await isLive(page)
    const owner = await service.caller('U-owner')
    await owner.put('/api/channels/C-lost/members/U-member/role', { role: 'guest' })
    await page.getByText('You don’t have access to Group C-lost yet').waitFor()
  })

  test('a deleted channel says so', async () => {
    await service.channel('C-gone', { owner: 'U-owner', members: ['U-member'], subscribers: ['U-member'] })
    const { page } = await visitConsole(browser, service, 'U-member', '/channels/C-gone')
    await isLive(page)
    const owner = await service.caller('U-owner')
    await owner.request('DELETE', '/api/channels/C-gone', { body: { confirm: 'Group C-gone' } })
    await page.getByText('You don’t have access to this channel').waitFor()
  })

  test('a sign-in that has ended leads to the sign-in page, and back', async () => {
    const { page } = await openConsole(browser, service, 'U-owner', '/account')
    await page.getByText('This browser', { exact: true }).waitFor()
    const owner = await service.caller('U-owner')
    const { body } = await owner.get('/api/sign-ins')
    for (const { id } of body.signIns) await owner.delete(`/api/sign-ins/${id}`)
    await page.reload()
    await page.getByText('You’ve been signed out').waitFor()
    const { authorization = '' } = owner
    await page.getByLabel('API key').fill(authorization.replace('Bearer ', ''))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('This browser', { exact: true }).waitFor()
    assert.match(page.url(), /\/account$/)
  })

  test('a missing message is reported, with a way to the latest messages', async () => {
    const { page } = await visitConsole(browser, service, 'U-member', `${path}?message=never`)
    await page.getByText('Message not found').waitFor()
    await page.getByRole('button', { name: 'Go to the latest messages' }).click()
    await page.getByText('Back home again').waitFor()
  })

  test('an error of the service is reported in words, with a way to try again', async () => {
    let isBroken = true
    const { page } = await visitConsole(browser, service, 'U-member', '/account')
    await page.route('**/api/overview', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { error: 'Server error; quote request id abc to the operator' } })
        : route.continue(),
    )
    // Reload, so that earlier responses don't count.
    await page.goto(`${service.url}/`)
    await page.getByText('Something went wrong', { exact: true }).waitFor({ timeout: 20_000 })
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: /C-hikers/ }).waitFor()
  })
})

async function isLive(page: Page): Promise<void> {
  await page.getByText('Live: new messages appear automatically').waitFor({ state: 'attached' })
}

/** The bytes that the browser saves. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return readFileSync(await download.path())
}

function unsent(messageId: string) {
  return {
    kind: 'message-unsent' as const,
    eventId: `unsent-${messageId}`,
    at: service.clock.now,
    channel: { channelId: channel, type: 'group' as const },
    messageId,
  }
}
