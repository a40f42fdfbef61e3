import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { assertClean, openConsole } from '../../support/console.ts'
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
