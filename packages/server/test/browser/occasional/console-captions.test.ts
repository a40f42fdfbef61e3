import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { assertClean, openConsole } from '../../support/console.ts'
import { edited } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { photo } from '../../support/content/pictures.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())

const channel = 'C-captions'
const path = `/channels/${channel}`
const at = service.clock.now - 3_600_000
const viewports = { 'a computer': { width: 1280, height: 860 }, 'a phone': { width: 390, height: 844 } }

before(async () => {
  await service.channel(channel, { owner: 'U-owner', members: ['U-mika'], subscribers: ['U-owner'] })
  const album = (id: string, index: number, caption?: string) => ({
    ...message(channel, at + 10 + index, { id, from: 'U-mika', content: { type: 'image' } }),
    details: { imageSet: { id: 's1' }, ...(caption && { caption }) },
  })
  await service.receive([
    message(channel, at, { id: 'p-1', from: 'U-mika', content: { type: 'image' }, caption: 'The blue kitchen' }),
    message(channel, at + 1, { from: 'U-owner', content: { type: 'text', text: 'Nice' } }),
    album('a-1', 0, 'The garden, see https://garden.example/'),
    album('a-2', 1),
    album('a-3', 2, 'The pond'),
    message(channel, at + 20, {
      id: 'f-1',
      from: 'U-mika',
      content: { type: 'file', fileName: 'plan.pdf' },
      caption: 'Of the whole house',
    }),
    message(channel, at + 30, { from: 'U-owner', content: { type: 'text', text: 'Thank you' } }),
  ])
  const picture = await photo({ width: 300, height: 200 }).png().toBuffer()
  for (const id of ['p-1', 'a-1', 'a-2', 'a-3']) await service.storeMedia(channel, id, picture)
  await service.storeMedia(channel, 'f-1', Buffer.from('plan'))
})

for (const [device, viewport] of Object.entries(viewports)) {
  test(`captions are under pictures, albums and files, in the conversation and the gallery, on ${device}`, async () => {
    const watched = await openConsole(browser, service, 'U-owner', path, { viewport })
    const { page } = watched
    await page.getByText('Thank you').waitFor()
    for (const caption of ['The blue kitchen', 'The garden, see', 'The pond', 'Of the whole house']) {
      await page.getByText(caption).waitFor()
    }
    const link = page.getByRole('link', { name: 'https://garden.example/' })
    assert.equal(await link.getAttribute('href'), 'https://garden.example/')
    const row = page.getByRole('article').filter({ hasText: 'The garden' })
    assert.match((await row.getAttribute('aria-label')) ?? '', /3 photos.*The garden.*The pond/)
    assert.equal(await row.getByRole('button', { name: /^Open the photo/ }).count(), 3, 'one album')

    await page
      .getByRole('button', { name: /^Open the photo/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('The blue kitchen').waitFor()
    await page.keyboard.press('Escape')

    await page.goto(`${service.url}${path}/gallery`)
    await page.getByText('Of the whole house').waitFor()
    await page.getByRole('button', { name: /^Photo from Name of U-mika.*The blue kitchen$/ }).click()
    await page.getByText('The blue kitchen').waitFor()

    await page.goto(`${service.url}${path}/search?q=kitchen`)
    const result = page.getByRole('link', { name: /The blue kitchen/ })
    await result.locator('mark', { hasText: /^kitchen$/ }).waitFor()
    await result.click()
    await page.waitForURL(/message=p-1/)
    await page.getByText('The blue kitchen').waitFor()
    assertClean(watched)
    await page.context().close()
  })
}

test('an edited caption is shown at once, with the earlier one behind the mark', async () => {
  const watched = await openConsole(browser, service, 'U-owner', path, { viewport: viewports['a computer'] })
  const { page } = watched
  await page.getByText('The pond').waitFor()
  await page.getByRole('status', { name: /^Live/ }).or(page.getByText(/^Live/)).first().waitFor({ state: 'attached' })
  await service.receive([edited(channel, service.clock.now, 'a-3', 'The little pond')])
  await page.getByText('The little pond').waitFor()
  const row = page.getByRole('article').filter({ hasText: 'The little pond' })
  await row.getByRole('button', { name: /^Edited/ }).click()
  await page.getByText('The pond', { exact: true }).waitFor()
  assertClean(watched)
})
