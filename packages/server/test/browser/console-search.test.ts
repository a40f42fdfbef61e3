import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../../scripts/browser.ts'
import { inTurn } from '../../../../scripts/test-runner/turns.ts'
import { assertClean, visitConsole } from '../support/console.ts'
import { edited } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { photo } from '../support/content/pictures.ts'
import { createSampleGroup } from '../support/content/sample-group.ts'
import { startTestService } from '../support/test-service.ts'
import { assertAccessible } from './accessible.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())

const channel = 'C-rowers'
const path = `/channels/${channel}/search`
const february = Date.parse('2026-02-14T09:00:00Z')
const march = Date.parse('2026-03-02T18:00:00Z')

const say = (at: number, id: string, text: string, from = 'U-owner') =>
  message(channel, at, { id, from, name: `Name of ${from}`, content: { type: 'text', text } })

before(async () => {
  const group = await createSampleGroup(service, channel, { members: ['U-member'], subscribers: ['U-member'] })
  await group.deliver(
    say(february, 'm-ask', 'Where is everything?', 'U-member'),
    say(february + 1000, 'm-keys', 'The keys to the boathouse are under the mat'),
    say(february + 2000, 'm-thanks', 'Thank you!', 'U-member'),
    say(february + 60_000, 'm-car', 'The car keys are in the boathouse'),
    message(channel, february + 120_000, { id: 'm-photo', from: 'U-owner', content: { type: 'image' } }),
    message(channel, february + 180_000, { id: 'm-plan', content: { type: 'file', fileName: 'boathouse plan.pdf' } }),
    ...Array.from({ length: 80 }, (_, at) => say(february + 200_000 + at * 1000, `m-talk-${at}`, `Small talk ${at}`)),
    say(march, 'm-boat', 'New keys for the boathouse, see https://rowing.example/keys', 'U-member'),
    say(march + 1000, 'm-cafe-plain', 'The cafe is open'),
    say(march + 2000, 'm-cafe', 'Meet at the café'),
    say(march + 3000, 'm-typo', 'Regatta on Saturday'),
    edited(channel, march + 4000, 'm-typo', 'Regatta on Sunday'),
    group.question('m-tea', march + 5000),
  )
  await group.settled()
  await service.storeMedia(channel, 'm-photo', await photo({ width: 300, height: 200 }).png().toBuffer())
  await service.channel('C-choir', { owner: 'U-owner', members: ['U-member'], subscribers: ['U-member'] })
  await service.channel('C-closed', { owner: 'U-owner', members: ['U-member'], subscribers: ['U-owner'] })
  await service.receive([
    message('C-choir', march + 10_000, { content: { type: 'text', text: 'The choir has keys, too' } }),
    message('C-closed', march + 20_000, { content: { type: 'text', text: 'Secret keys' } }),
  ])
})

const devices = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const

for (const [device, size] of inTurn(import.meta.url, Object.entries(devices))) {
  const visit = async (to: string) => {
    const watched = await visitConsole(browser, service, 'U-member', to)
    await watched.page.setViewportSize(size)
    return watched
  }

  describe(`on a ${device}, a member`, () => {
    test('finds words in any order, by day, with what was said before and after', async () => {
      const watched = await visit(path)
      const { page } = watched
      await field(page).fill('boathouse keys')
      await results(page).first().waitFor()
      await page.getByText('3 results', { exact: true }).first().waitFor()
      const days = page.getByRole('heading', { level: 2 })
      assert.deepEqual(await days.allTextContents(), ['Monday, 2 March 2026', 'Saturday, 14 February 2026'])
      const hit = results(page).filter({ hasText: 'under the mat' })
      assert.deepEqual(await hit.locator('mark').allTextContents(), ['keys', 'boathouse'])
      const text = await hit.textContent()
      assert.match(text ?? '', /Where is everything\?.*under the mat.*Thank you!/s)
      assertClean(watched)
    })

    test('narrows it with controls, which write the query, and reads them from the query', async () => {
      const watched = await visit(`${path}?q=keys`)
      const { page } = watched
      await choose(page, 'Person', 'Name of U-owner')
      await control(page, 'Words to exclude').first().fill('car')
      await page.keyboard.press('Enter')
      assert.equal(await field(page).inputValue(), 'keys from:"Name of U-owner" -car')
      await page.getByText('1 result', { exact: true }).first().waitFor()
      assert.equal(await results(page).count(), 1)
      await field(page).fill('type:image after:2026-02-13 before:2026-02-15')
      await page.getByText('1 result', { exact: true }).first().waitFor()
      assert.equal(await control(page, 'Message type').inputValue(), 'Photos')
      assert.equal(await control(page, 'Person').inputValue(), '')
      await page.getByRole('button', { name: /^Dates: 14 Feb 2026/ }).waitFor()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.getByText('Search all messages').waitFor()
      assert.equal(await field(page).inputValue(), '')
      assertClean(watched)
    })

    test('reads in place how searches are written', async () => {
      const { page } = await visit(`${path}?q=keys`)
      const tips = page.getByRole('button', { name: 'Search tips' })
      assert.equal(await tips.getAttribute('aria-expanded'), 'false')
      await tips.click()
      await page.getByText('keys -car', { exact: true }).waitFor()
      await results(page).first().waitFor()
      await assertAccessible(page, [], 'the tips')
      await tips.click()
      assert.equal(await page.getByText('keys -car', { exact: true }).count(), 0)
    })

    test('asks a question, and gets quotes that lead to their messages', async () => {
      const watched = await visit(path)
      const { page } = watched
      await page.getByRole('button', { name: 'Ask a question' }).click()
      const panel = page.getByRole('region', { name: 'Ask about saved messages' })
      await panel.getByRole('textbox').fill('Where are the keys to the boathouse?')
      await panel.getByRole('button', { name: 'Ask', exact: true }).click()
      const quote = panel.getByRole('listitem').filter({ hasText: 'under the mat' })
      await quote.waitFor()
      assert.doesNotMatch((await panel.textContent()) ?? '', /Secret|choir/)
      await assertAccessible(page, [], 'an answer')
      await quote.getByRole('link', { name: /^Message \d, Name of U-owner, / }).click()
      await page.waitForURL(/message=m-keys/)
      await page.getByText('The keys to the boathouse are under the mat').waitFor()
      assertClean(watched)
    })

    test('catches up on what stood out', async () => {
      const watched = await visit(path)
      const { page } = watched
      await page.getByRole('button', { name: 'Catch up' }).click()
      const panel = page.getByRole('region', { name: 'Catch up' })
      await panel.getByText('Last 7 days').click()
      await panel
        .getByText(/^No messages in this time|message/)
        .first()
        .waitFor()
      await assertAccessible(page, [], 'a digest')
      assertClean(watched)
    })

    test('opens the page of a sender from a result', async () => {
      const watched = await visit(`${path}?q=under the mat`)
      const { page } = watched
      const row = page.getByRole('listitem').filter({ has: results(page) })
      await row.getByRole('link', { name: 'Name of U-owner', exact: true }).click()
      await page.getByRole('heading', { name: 'Name of U-owner', level: 1 }).waitFor()
      assertClean(watched)
    })

    test('lists what a filter alone selects', async () => {
      const { page } = await visit(path)
      await choose(page, 'Message type', 'Links')
      assert.equal(await field(page).inputValue(), 'has:link')
      await results(page).filter({ hasText: 'rowing.example' }).waitFor()
      assert.equal(await results(page).count(), 1)
    })

    test('steps through the results in the conversation, and returns to them', async () => {
      const watched = await visit(`${path}?q=keys boathouse`)
      const { page } = watched
      await results(page).filter({ hasText: 'The car keys' }).click()
      const bar = page.getByRole('region', { name: 'Search results' })
      await bar.getByText('2 of 3').waitFor()
      await page.locator('[data-hit]', { hasText: 'The car keys' }).waitFor()
      await page
        .locator('mark', { hasText: /^keys$/ })
        .first()
        .waitFor()
      await bar.getByRole('button', { name: 'Next result (older)' }).click()
      await bar.getByText('3 of 3').waitFor()
      await page.locator('[data-hit]', { hasText: 'under the mat' }).waitFor()
      await bar.getByRole('button', { name: 'Previous result (newer)' }).click()
      await bar.getByRole('button', { name: 'Previous result (newer)' }).click()
      await bar.getByText('1 of 3').waitFor()
      await page.locator('[data-hit]', { hasText: 'New keys' }).waitFor()
      await bar.getByRole('button', { name: 'Back to results' }).click()
      await results(page).first().waitFor()
      assert.equal(new URL(page.url()).pathname, path)
      assert.equal(await field(page).inputValue(), 'keys boathouse')
      assertClean(watched)
    })

    test('finds people by name, and from there their page and what they wrote', async () => {
      const watched = await visit(`${path}?q=owner`)
      const { page } = watched
      const people = page.getByRole('region', { name: 'People' })
      await people.getByRole('link', { name: 'Name of U-owner', exact: true }).waitFor()
      assert.equal(await people.getByRole('listitem').count(), 1)
      await page.getByText('No results for “owner”').first().waitFor()
      await people.getByRole('link', { name: 'Messages from Name of U-owner' }).click()
      await results(page).filter({ hasText: 'The cafe is open' }).waitFor()
      assert.equal(await field(page).inputValue(), 'from:"Name of U-owner"')
      assert.equal(await people.count(), 0, 'the person is chosen')
      await page.goBack()
      await people.getByRole('link', { name: 'Name of U-owner', exact: true }).click()
      await page.getByRole('heading', { name: 'Name of U-owner', level: 1 }).waitFor()
      assertClean(watched)
    })

    test('saves a search, opens it, renames it, deletes it, and changes their mind', async () => {
      const watched = await visit(`${path}?q=keys -car`)
      const { page } = watched
      await page.getByRole('button', { name: 'Save search' }).click()
      const name = page.getByRole('textbox', { name: 'Name', exact: true })
      await name.fill(' ')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Enter a value.').waitFor()
      await assertAccessible(page, [], 'the dialog')
      await name.fill('Boathouse')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await name.waitFor({ state: 'detached' })
      assert.equal(await page.getByRole('button', { name: 'Save search' }).count(), 0, 'it is saved')
      await page.getByRole('button', { name: 'Clear search' }).click()
      await page.getByRole('link', { name: /^Boathouse/ }).click()
      await page.getByText('2 results', { exact: true }).first().waitFor()
      assert.equal(await field(page).inputValue(), 'keys -car')
      await page.getByRole('button', { name: 'Saved searches' }).click()
      await page.getByRole('button', { name: 'Actions for “Boathouse”' }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
      await assertAccessible(page, [], 'the menu')
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await name.fill('Keys only')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('link', { name: /^Keys only/ }).waitFor()
      await remove(page, 'Keys only')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('link', { name: /^Keys only/ }).waitFor()
      await remove(page, 'Keys only')
      assertClean(watched)
    })

    test('searches all groups at once, and opens a result in its group', async () => {
      const watched = await visit('/')
      const { page } = watched
      await page.getByRole('link', { name: 'Search all channels' }).click()
      await page.getByRole('searchbox', { name: 'Search all channels' }).fill('keys')
      await page.getByText('4 results', { exact: true }).first().waitFor()
      assert.equal(await page.getByText('Secret keys').count(), 0, 'without a subscription there')
      const hit = results(page).filter({ hasText: 'choir' })
      assert.match((await hit.textContent()) ?? '', /Group C-choir/)
      await hit.click()
      await page.getByText('The choir has keys, too').waitFor()
      assert.equal(new URL(page.url()).pathname, '/channels/C-choir')
      const bar = page.getByRole('region', { name: 'Search results' })
      await bar.getByText('1 of 1').waitFor()
      await bar.getByRole('button', { name: 'Back to results' }).click()
      await page.getByText('4 results', { exact: true }).first().waitFor()
      assert.equal(new URL(page.url()).pathname, '/search')
      await page.getByRole('searchbox', { name: 'Search all channels' }).fill('owner')
      await page.getByRole('link', { name: 'Search for a sender with this name' }).click()
      await results(page).filter({ hasText: 'The choir has keys, too' }).waitFor()
      assertClean(watched)
    })
  })
}

test('a result is in view in a long conversation, also if the system asks for reduced motion', async () => {
  const long = 'C-long'
  await service.channel(long, { owner: 'U-owner', members: ['U-member'], subscribers: ['U-member'] })
  const text = (at: number) => ({
    type: 'text' as const,
    text: at === 300 ? 'Lantern festival' : `Talk ${at}`.repeat(9),
  })
  await service.receive(
    Array.from({ length: 500 }, (_, at) => message(long, march + at * 60_000, { content: text(at) })),
  )
  const { page } = await visitConsole(browser, service, 'U-member', '/')
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto(`${service.url}/channels/${long}/search?q=lantern`)
    // Everything before and after it is loaded.
    const loaded = Promise.all(['previous', 'next'].map((_, at) => nthTimeline(page, at + 2)))
    await results(page).click()
    await loaded
    await page.locator('[data-hit]').waitFor()
    await page.waitForFunction(`(() => {
      const { top, bottom } = document.querySelector('[data-hit]')?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
      return top > 0 && bottom < innerHeight && bottom > 0
    })()`)
  }
  await page.emulateMedia({ reducedMotion: null })
})

describe('the search page', () => {
  const open = async (q: string) => {
    const { page } = await visitConsole(browser, service, 'U-member', `${path}?q=${encodeURIComponent(q)}`)
    await page.setViewportSize(devices.desktop)
    return page
  }

  test('shows exact matches before those with other accents', async () => {
    const page = await open('cafe')
    await page.getByText('2 results', { exact: true }).first().waitFor()
    const texts = await results(page).allTextContents()
    assert.match(texts[0] ?? '', /The cafe is open/)
    assert.match(texts[1] ?? '', /Meet at the café/)
    const sections = page.getByRole('region', { name: /^(Exact matches|Matches with different accents)$/ })
    assert.equal(await sections.count(), 2)
    // Without accents there is nothing to tell apart.
    await field(page).fill('boathouse')
    await page.getByText('4 results', { exact: true }).first().waitFor()
    assert.equal(await page.getByText('Exact matches', { exact: true }).count(), 0)
  })

  test('finds earlier versions, file names, and what the bot said, and says so', async () => {
    const page = await open('Saturday')
    await results(page)
      .filter({ hasText: 'Regatta on Saturday' })
      .getByText(/^Earlier version,/)
      .waitFor()
    await results(page).click()
    await page.getByText('Found in an earlier version').waitFor()
    await page.locator('[data-hit]', { hasText: 'Regatta on Sunday' }).waitFor()

    await open('plan pdf')
    await results(page).filter({ hasText: 'boathouse plan.pdf' }).waitFor()

    await open('there is tea')
    const answer = results(page).filter({ hasText: 'Innkeeper' })
    await answer.waitFor()
    assert.deepEqual(await answer.locator('mark').allTextContents(), ['There', 'is', 'tea'])
    await answer.click()
    await page.locator('[data-hit] mark', { hasText: 'tea' }).waitFor()
    assert.match((await page.locator('[data-hit]').textContent()) ?? '', /There is tea\./)
  })

  test('explains next to the field what is wrong', async () => {
    const page = await open('keys')
    await results(page).first().waitFor()
    await field(page).fill('keys before:2026-0')
    await field(page).press('Enter')
    await page.getByText('Write the day as YYYY-MM-DD').waitFor()
    assert.equal(await field(page).getAttribute('aria-invalid'), 'true')
    await field(page).fill('keys before:2026-03-01')
    await page.getByText('2 results', { exact: true }).first().waitFor()
    assert.equal(await page.getByText('Write the day as YYYY-MM-DD').count(), 0)
  })

  test('says what to do if nothing is found, and if older messages are still being indexed', async () => {
    const page = await open('zebra')
    await page.getByText('No results for “zebra”').first().waitFor()
    await page.getByRole('link', { name: 'Search all channels' }).last().click()
    await page.waitForURL(/\/search\?q=zebra$/)
    await page.route('**/backup/search?*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), isComplete: false } })
    })
    await page.goto(`${service.url}${path}?q=keys`)
    await page.getByText('Older messages are still being indexed').waitFor()
    assert.ok((await results(page).count()) > 0)
    await page.unrouteAll()
  })

  test('finds everything a person wrote, also under an earlier name', async () => {
    await service.receive([
      message(channel, march + 100_000, {
        from: 'U-owner',
        name: 'Captain',
        content: { type: 'text', text: 'A new name' },
      }),
    ])
    const page = await open('from:Captain keys')
    await page.getByText('2 results', { exact: true }).first().waitFor()
    assert.equal(await control(page, 'Person').inputValue(), 'Captain')
    await results(page).first().click()
    await page.getByRole('region', { name: 'Search results' }).getByText('1 of 2').waitFor()
  })

  test('finds what any of several people wrote', async () => {
    const page = await open('from:U-member from:U-owner keys')
    await page.getByText('3 results', { exact: true }).first().waitFor()
    assert.equal(await results(page).filter({ hasText: 'see https://rowing.example' }).count(), 1)
    assert.equal(await results(page).filter({ hasText: 'under the mat' }).count(), 1)
  })
})

describe('with the keyboard', () => {
  test('the results are reached, opened, stepped through, closed and returned to', async () => {
    const { page } = await visitConsole(
      browser,
      service,
      'U-member',
      `${path}?q=${encodeURIComponent('keys boathouse')}`,
    )
    await page.setViewportSize(devices.desktop)
    await results(page).first().waitFor()
    await field(page).press('ArrowDown')
    await page.keyboard.press('Enter')
    const bar = page.getByRole('region', { name: 'Search results' })
    await bar.getByText('1 of 3').waitFor()
    await page.keyboard.press('n')
    await bar.getByText('2 of 3').waitFor()
    await page.keyboard.press('n')
    await bar.getByText('3 of 3').waitFor()
    await page.keyboard.press('p')
    await bar.getByText('2 of 3').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('row', { name: /Next search result n/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await results(page).first().waitFor()
    await results(page).first().click()
    await bar.getByText('1 of 3').waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await page.getByText('New keys for the boathouse').waitFor()
  })
})

/** Resolves once this many pages of the conversation have arrived. */
async function nthTimeline(page: Page, count: number): Promise<void> {
  let arrived = 0
  await page.waitForResponse((response) => response.url().includes('/timeline?') && ++arrived === count)
}

const field = (page: Page) => page.getByRole('searchbox')
const results = (page: Page) => page.locator('[data-result]')
const control = (page: Page, label: string) =>
  page.getByRole('group', { name: 'Filters' }).getByLabel(label, { exact: true })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await control(page, label).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function remove(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${name}”` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).waitFor({ state: 'detached' })
}
