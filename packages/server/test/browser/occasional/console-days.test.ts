import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { assertClean, openConsole } from '../../support/console.ts'
import { botAdded, botRemoved, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { photo } from '../../support/content/pictures.ts'
import { until } from '../../support/eventually.ts'
import { startTestService } from '../../support/test-service.ts'
import { assertAccessible } from '../accessible.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())

const channel = 'C-days'
const path = `/channels/${channel}`
const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 860 }
const at = (day: string) => Date.parse(`${day}T09:00:00Z`)

before(async () => {
  await service.channel(channel, { owner: 'U-owner', subscribers: ['U-owner'] })
  const said = [
    ['d-2024', '2024-03-10', 'The boat is in the water again'],
    ['d-2025', '2025-03-10', 'First swim of the year'],
    ['d-else', '2025-06-01', 'Another day'],
    ['d-now', '2026-03-10', 'Tea at four?'],
  ] as const
  for (const [id, day, text] of said)
    await service.receive([message(channel, at(day), { id, content: { type: 'text', text } })])
  await service.receive([message(channel, at('2024-03-10') + 1000, { id: 'd-photo', content: { type: 'image' } })])
  await service.storeMedia(channel, 'd-photo', await photo({ width: 300, height: 200 }).png().toBuffer())
  const owner = await service.caller('U-owner')
  await until(async () => {
    const { years } = (await owner.get(`/api${path}/backup/on-this-day`)).body
    return years[1]?.messages.length === 2
  }, 'the preview is made')
})

describe('on this day', () => {
  for (const [device, viewport] of [
    ['a computer', desktop],
    ['a phone', phone],
  ] as const) {
    test(`messages and photos of earlier years are one press away, and lead to the conversation, on ${device}`, async () => {
      const watched = await openConsole(browser, service, 'U-owner', path, { viewport })
      const { page } = watched
      await page.getByText('Tea at four?').first().waitFor()
      await page.getByRole('button', { name: 'On this day in 2025, 2024' }).click()
      const drawer = page.getByRole('dialog', { name: 'On this day' })
      await drawer.getByText('1 year ago').waitFor()
      await drawer.getByText('2 years ago').waitFor()
      await drawer.getByText('The boat is in the water again').waitFor()
      assert.equal(await drawer.getByText('Another day').count(), 0)
      await drawer.getByRole('button', { name: /^Show in conversation: .*Photo/ }).waitFor()
      await assertAccessible(page)
      await drawer.getByText('First swim of the year').click()
      await page.waitForURL(/message=d-2025/)
      await drawer.waitFor({ state: 'detached' })
      assertClean(watched)
      await page.context().close()
    })
  }

  test('nothing is shown if there is nothing, and nothing is ever sent to the chat', async () => {
    const quiet = await service.channel('C-days-quiet', { owner: 'U-owner', subscribers: ['U-owner'] })
    await service.receive([message(quiet, at('2026-03-10'), { content: { type: 'text', text: 'Just today' } })])
    const watched = await openConsole(browser, service, 'U-owner', `/channels/${quiet}`)
    const { page } = watched
    const asked = page.waitForResponse(/on-this-day/)
    await page.getByText('Just today').first().waitFor()
    await asked
    assert.equal(await page.getByRole('button', { name: /On this day/ }).count(), 0)
    const owner = await service.caller('U-owner')
    assert.deepEqual((await owner.get(`/api${path}/assistant/log`)).body.sends, [])
    await page.context().close()
  })
})

// The first day, because it's in view wherever the conversation opens.
describe('a day as a file', () => {
  test('is saved from the calendar, and can be read without the service', async () => {
    const watched = await openConsole(browser, service, 'U-owner', `${path}?date=2024-03-10`, { viewport: desktop })
    const { page } = watched
    await page.getByText('The boat is in the water again').first().waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save 10 Mar 2024 as a file' }).click()
    const download = await saved
    assert.equal(download.suggestedFilename(), 'Group C-days 2024-03-10.html')
    const text = readFileSync(await download.path(), 'utf8')
    assert.ok(text.includes('The boat is in the water again') && text.includes('data:image/webp;base64,'))
    assert.ok(!text.includes('Another day'))
    await assertAccessible(page)
    assertClean(watched)
    await page.context().close()
  })

  test('is handed to the share sheet of a phone', async () => {
    const watched = await openConsole(browser, service, 'U-owner', `${path}?date=2024-03-10`, {
      viewport: phone,
      async prepare(context) {
        await context.addInitScript(`
          window.shared = []
          navigator.canShare = ({ files }) => files.every(({ type }) => type === 'text/html')
          navigator.share = async ({ files: [file], title }) => {
            if (window.shared.push([title, file.name, await file.text()]) === 1) throw new DOMException('', 'NotAllowedError')
          }`)
      },
    })
    const { page } = watched
    await page.getByText('The boat is in the water again').first().waitFor()
    await page.getByRole('button', { name: /Jump to a date/ }).click()
    await page.getByRole('button', { name: 'Share 10 Mar 2024' }).click()
    // If the file takes too long, the browser requires another click.
    await page.getByRole('button', { name: 'Ready. Share it now' }).click()
    await until(async () => (await page.evaluate<unknown[]>('window.shared')).length === 2, 'it is shared')
    const [, [title, name, text]] = await page.evaluate<[unknown, [string, string, string]]>('window.shared')
    assert.deepEqual([title, name], ['Group C-days 2024-03-10.html', 'Group C-days 2024-03-10.html'])
    assert.ok(text.includes('The boat is in the water again'))
    assertClean(watched)
    await page.context().close()
  })
})

test('a message that someone jumped to stays marked, and its day is the one shown, until they click or scroll', async () => {
  const watched = await openConsole(browser, service, 'U-owner', `${path}?message=d-now`, { viewport: desktop })
  const { page } = watched
  const marked = page.locator('[data-target]')
  await marked.getByText('Tea at four?').waitFor()
  await page.getByText('The boat is in the water again').first().waitFor()
  await page.getByRole('button', { name: 'Print 10 Mar 2026' }).waitFor()
  const save = page.getByRole('button', { name: 'Save 10 Mar 2026 as a file' })
  await save.waitFor()
  await marked.getByText('Tea at four?').click()
  await marked.waitFor({ state: 'detached' })
  assert.equal(await save.count(), 1, 'a click moves nothing')
  await page.getByText('Tea at four?').hover()
  await page.mouse.wheel(0, -100)
  await page.getByRole('button', { name: 'Save 10 Mar 2024 as a file' }).waitFor()
  assertClean(watched)
  await page.context().close()
})

describe('what is missing', () => {
  const missing = 'C-days-missing'
  const now = service.clock.now
  const time = (day: number, clock: string) => Date.parse(`2026-03-0${day}T${clock}:00Z`)
  const say = async (at: number, id: string, text: string, receivedAt = at) => {
    service.clock.now = receivedAt
    await service.receive([message(missing, at, { id, content: { type: 'text', text } })])
  }

  before(async () => {
    const { store } = service
    // Running all the time, though the clock of the test jumps.
    const span = { beganAt: time(1, '00:00'), seenAt: now }
    await store.write<'note-alive'>({ kind: 'note-alive', node: 'test', span })
    service.clock.now = time(5, '12:00')
    await service.channel(missing, { owner: 'U-owner', subscribers: ['U-owner'] })
    await say(time(6, '09:00'), 'm-whole', 'A quiet day')
    await say(time(7, '09:00'), 'm-first', 'Is anyone there?')
    await say(time(7, '09:01'), 'm-gone', 'Wrong group')
    await service.receive([unsent(missing, time(7, '09:02'), 'm-gone')])
    await service.receive([botRemoved(missing, time(7, '14:02')), botAdded(missing, time(7, '14:31'))])
    await say(time(7, '16:05'), 'm-late', 'Sent during the outage', time(7, '16:30'))
    await say(time(7, '16:07'), 'm-later', 'And so was this', time(7, '16:30'))
    const rows = [{ from: time(7, '16:00'), to: time(7, '16:20'), deliveries: 9, detail: 'REQUEST_TIMEOUT' }]
    await store.write<'note-reported'>({ kind: 'note-reported', platform: 'test', rows })
    await service.receive([botRemoved(missing, time(7, '23:00')), botAdded(missing, time(9, '01:00'))])
    await say(time(9, '10:00'), 'm-back', 'Here again')
    service.clock.now = now
  })

  const dayName = (day: string, words: string) => new RegExp(`\\b${day} March 2026, ${words}`)

  test('is said where its time belongs in plain words, and all of it on demand, with the keyboard alone', async () => {
    const watched = await openConsole(browser, service, 'U-owner', `/channels/${missing}?date=2026-03-06`, {
      viewport: desktop,
    })
    const { page } = watched
    const feed = page.getByRole('feed')
    await feed.getByText('Is anyone there?').waitFor()
    await feed.getByText('Between 14:02 and 14:31, the bot wasn’t in the chat.').waitFor()
    await feed
      .getByText('Between 16:00 and 16:20, the platform couldn’t deliver messages. 2 messages arrived later.')
      .waitFor()
    assert.equal(
      await feed.getByRole('button', { name: /^Details: Is anything missing on .*6 March/ }).count(),
      0,
      'nothing is said about a whole day',
    )
    const [message, note] = [feed.getByText('Is anyone there?'), feed.getByText('Between 14:02 and 14:31, the bot')]
    const [above, below] = await Promise.all([message.boundingBox(), note.boundingBox()])
    assert.ok(above && below && above.y < below.y, 'below what was sent before it')
    const details = feed.getByRole('button', { name: /^Details: Is anything missing on .*7 March/ }).first()
    await details.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Is anything missing on .*7 March/ })
    await dialog.getByText('From 23:00 on, the bot wasn’t in the chat.').waitFor()
    await dialog.getByText(/^How we know: It’s in the platform’s list/).waitFor()
    await dialog.getByText('1 message was unsent or deleted.').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await until(
      () => page.evaluate<boolean>("document.activeElement?.textContent === 'Details'"),
      'the button has the focus again',
    )
    assertClean(watched)
    await page.context().close()
  })

  for (const [device, viewport] of [
    ['a computer', desktop],
    ['a narrow phone', { width: 360, height: 740 }],
  ] as const) {
    test(`is marked in the calendar with a shape and a word, also on days without messages, on ${device}`, async () => {
      const watched = await openConsole(browser, service, 'U-owner', `/channels/${missing}?date=2026-03-06`, {
        viewport,
      })
      const { page } = watched
      await page.getByText('Is anyone there?').first().waitFor()
      if (viewport !== desktop) await page.getByRole('button', { name: /Jump to a date/ }).click()
      const calendar = viewport === desktop ? page.getByRole('complementary') : page.getByRole('dialog')
      const marks = calendar.getByRole('list', { name: 'Completeness of the backup' })
      await marks.waitFor()
      assert.deepEqual(await marks.getByRole('listitem').allTextContents(), [
        'Nothing is known to be missing',
        'Something may be missing',
        'Before the bot joined',
        'Before this service began to record gaps',
        'No messages',
      ])
      await calendar
        .getByRole('button', { name: dayName('6', '1 message\\. Nothing is known to be missing') })
        .waitFor()
      await calendar.getByRole('button', { name: dayName('7', '3 messages\\. Something may be missing') }).waitFor()
      assert.deepEqual(
        await calendar
          .getByRole('button', { name: /Something may be missing/ })
          .locator('[data-state]')
          .evaluateAll((shapes) => shapes.map((shape) => shape.getAttribute('data-state'))),
        ['partly', 'partly', 'partly'],
      )
      await assertAccessible(page)
      await calendar.getByRole('button', { name: dayName('8', 'no messages\\. Something may be missing') }).click()
      const dialog = page.getByRole('dialog', { name: /^Is anything missing on .*8 March/ })
      await dialog.getByText('All day, the bot wasn’t in the chat.').waitFor()
      await assertAccessible(page)
      const [width, wanted] = [viewport.width, await page.evaluate('document.documentElement.scrollWidth')]
      assert.ok(Number(wanted) <= width, `${wanted} of ${width} pixels`)
      assertClean(watched)
      await page.context().close()
    })
  }
})
