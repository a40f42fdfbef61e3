import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { listPhrases } from '@innkeeper/testdata'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../../../../../scripts/browser.ts'
import type { ExportRecord } from '../../../src/domain/messages/export/records.ts'
import { entryOf, textAt, writePages } from '../../support/content/offline-pages.ts'
import { photo } from '../../support/content/pictures.ts'
import { newFastFolder } from '../../support/folder.ts'
import { hostileTexts } from '../../support/hostile/hostile-texts.ts'

const browser = await openBrowser()
after(() => browser.close())
const folder = newFastFolder()
const urlOf = (path: string) => pathToFileURL(join(folder, path)).href
const morning = Date.parse('2026-03-01T00:31:00Z')
const minute = 60_000

const texts = [
  '来週の読書会は駅前の喫茶店で十時からです。ｶﾞｲﾄﾞを忘れずに。',
  '下週的讀書會改在車站前的咖啡店，十點開始。',
  'สัปดาห์หน้าเราเจอกันที่ร้านกาแฟหน้าสถานีตอนสิบโมง น้ำดื่มมีให้',
  'Straße und Café, ＦＵＬＬ width',
]
const question = textAt(morning, 'Shall we read something shorter next time?')

before(async () => {
  const bytes = await photo({ width: 480, height: 360 }).webp().toBuffer()
  const sha256 = hash('sha256', bytes)
  const preview = { sha256, width: 480, height: 360 }
  const media = (path: string) =>
    ({ state: 'stored', type: 'image', sha256, sizeBytes: bytes.length, path, preview }) as const
  const picture = { sha256, contentType: 'image/webp' }
  const image = { type: 'image', mediaKey: 'k', fileSize: 1 }
  const march: ExportRecord[] = [
    { kind: 'person', id: 'U-Mika', name: 'Mika', picture },
    question,
    entryOf(morning + minute, image, { media: media('media/2026-03-01 09.32 Mika.webp') }),
    ...[2, 3, 4].map((index) =>
      entryOf(morning + index * minute, image, {
        details: { imageSet: { id: 's' } },
        media: media(`media/2026-03-01 09.3${index + 1} Mika.webp`),
      }),
    ),
    ...texts.map((text, index) => textAt(morning + (10 + index) * minute, text, { name: 'Ana' })),
    textAt(morning + 86_400_000, 'Yes', { quoted: { id: question.id, message: question.message }, name: 'Ana' }),
    textAt(morning + 86_400_000, 'At ten', { editedAt: morning, versions: [{ at: morning, content: 'At nine' }] }),
    entryOf(morning + 86_400_000, { type: 'location', latitude: 1, longitude: 2, address: 'Pier 4' }),
    entryOf(
      morning + 86_400_000,
      { type: 'file', mediaKey: 'k', fileName: 'plan.pdf' },
      { media: media('media/plan.pdf') },
    ),
    { kind: 'answer', id: 7, time: morning + 86_400_000, what: 'answer', texts: ['At ten.'], messageId: null },
    { kind: 'gap', time: morning + 86_400_000, seq: 1 },
  ]
  const april = hostileTexts.flatMap((text, index) => [
    textAt(morning + 31 * 86_400_000 + index * minute, text, { name: text }),
    entryOf(
      morning + 31 * 86_400_000 + index * minute,
      { type: 'file', mediaKey: 'k', fileName: text },
      { name: text },
    ),
  ])
  const months = { '2026-03': march, '2026-04': april }
  const blobs = new Map([[sha256, bytes]])
  writePages(folder, { months, blobs, name: hostileTexts[0] ?? '' })
  writePages(folder, { months: { '2026-03': [...march, ...april] }, blobs }, 'html-single')
  writePages(folder, { months: { '2026-04': april }, name: hostileTexts[0] ?? '' }, 'transcript')
})

/** Opens a page of the folder, and records everything that it should never do. */
async function open(path: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  const page = await context.newPage()
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(pathToFileURL(folder).href) && !request.url().startsWith('data:'))
      seen.push(request.url())
  })
  page.on('requestfailed', (request) => seen.push(`failed ${request.url()}`))
  page.on('pageerror', (error) => seen.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(message.text())
  })
  await page.goto(urlOf(path))
  return { page, seen, close: () => context.close() }
}

const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox').fill(text)
  await page
    .locator('#results mark, #results span', { hasText: text.slice(0, 1) })
    .first()
    .waitFor()
}

test('opened from a folder, hostile messages run nothing, and nothing outside the folder is requested', async () => {
  for (const path of [
    'index.html',
    'pages/2026-03.html',
    'pages/2026-04.html',
    'messages.html',
    'transcript/2026-04.html',
  ]) {
    const { page, seen, close } = await open(path)
    // Everything is laid out and loaded.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.getByRole('heading').first().waitFor()
    assert.equal(seen.join('\n'), '', path)
    // The policy of the page stops it, and this test would notice.
    await Promise.all([
      page.waitForEvent('console'),
      page.evaluate("void (new Image().src = 'https://elsewhere.example/x.png')"),
    ])
    assert.ok(
      seen.some((one) => one.includes('Content Security Policy')),
      path,
    )
    await close()
  }
})

test('search results of hostile messages run nothing', async () => {
  const { page, seen, close } = await open('index.html')
  for (const words of ['alert', 'script', 'javascript:']) {
    await page.getByRole('searchbox').fill(words)
    await page.locator('mark', { hasText: words }).first().waitFor()
  }
  await page.goto(`${urlOf('index.html')}#q=${encodeURIComponent(hostileTexts[9] ?? '')}`)
  await page.reload()
  await page.locator('mark').first().waitFor()
  assert.deepEqual(seen, [])
  await close()
})

test('search finds every two characters of all Japanese, Chinese and Thai phrases, and nothing else', async () => {
  const corpus = (['ja', 'zh-TW', 'th'] as const).map((code) => listPhrases(code))
  const months = corpus.map((phrases, month) =>
    phrases.map((text, index) => textAt(morning + month * 31 * 86_400_000 + index * minute, text, { name: '-' })),
  )
  const [may = [], june = [], july = []] = months
  writePages(join(folder, 'corpus'), { months: { '2026-05': may, '2026-06': june, '2026-07': july } })
  const { page, close } = await open('corpus/index.html')
  const phrases = corpus.flat()
  const queries = new Set(phrases.flatMap(pairsOf).filter((query) => query.trim() === query))
  assert.ok(queries.size > 2000, `${queries.size}`)
  const normal = (text: string) => text.normalize('NFKC').toLowerCase()
  const expected = Array.from(queries, (query) => {
    const found = phrases.filter((text) => text.includes(query) || normal(text).includes(normal(query)))
    return [query, found.length] as const
  })
  await search(page, phrases[0]?.slice(0, 2) ?? '')
  await page.getByText(/^Results: /).waitFor()
  const differing = (wanted: unknown) => page.evaluate<string[]>(`(${findDiffering})(${JSON.stringify(wanted)})`)
  assert.deepEqual(await differing(expected), [])
  const [[first = ''] = []] = expected
  const control = [
    [first, 0],
    ['龘龘', 0],
    ['ๆๆ', 1],
  ]
  assert.deepEqual(await differing(control), [first, 'ๆๆ'], 'control: counts that are wrong are noticed')
  await close()
})

test('search finds texts whatever their width and case', async () => {
  const { page, close } = await open('index.html')
  for (const [query, found] of [
    ['ガイド', 'ｶﾞｲﾄﾞ'],
    ['STRASSE', 'Straße'],
    ['full', 'ＦＵＬＬ'],
    ['CAFÉ', 'Café'],
  ] as const) {
    await page.getByRole('searchbox').fill(query)
    await page.locator('#results li', { hasText: found }).first().waitFor()
  }
  await page.getByRole('searchbox').fill('ガッ')
  await page.getByText('No results for “ガッ”.').waitFor()
  await close()
})

test('a result leads to its message, and going back leads to the results', async () => {
  const { page, seen, close } = await open('index.html')
  await search(page, 'shorter next')
  await page.locator('#results a').first().click()
  await page.locator(`#m${question.seq}:target`).waitFor()
  await page.goBack()
  await page.getByText('Results: 1').waitFor()
  assert.deepEqual(seen, [])
  await close()
})

test('every month leads its search to the results of the whole export', async () => {
  const { page, seen, close } = await open('pages/2026-04.html')
  await page.getByRole('searchbox', { name: 'Search all messages' }).fill('shorter next')
  await page.keyboard.press('Enter')
  await page.getByText('Results: 1').waitFor()
  assert.ok(page.url().startsWith(urlOf('index.html')))
  assert.equal(await page.getByRole('searchbox').inputValue(), 'shorter next')
  await page.goBack()
  await page.getByRole('heading', { name: 'April 2026', exact: true }).waitFor()
  assert.deepEqual(seen, [])
  await close()
})

test('without JavaScript, months, replies, photos and earlier versions can be read', async () => {
  const { page, seen, close } = await open('index.html', { javaScriptEnabled: false })
  assert.equal(await page.getByRole('searchbox').count(), 0)
  await page.getByText('Search needs JavaScript.').waitFor()
  await page.getByRole('link', { name: 'March 2026' }).click()
  await page.getByText('Shall we read something shorter', { exact: false }).first().waitFor()
  assert.equal(await page.getByRole('searchbox').count(), 0)
  await page.getByRole('link', { name: 'In reply to' }).or(page.locator('a.quote')).first().click()
  assert.ok(page.url().endsWith(`2026-03.html#m${question.seq}`))
  await page.locator('summary').first().click()
  await page.getByText('At nine').waitFor()
  await page.locator('a.photo').first().click()
  assert.ok(page.url().endsWith('.webp'))
  await page.goBack()
  await page.getByRole('link', { name: 'All months' }).click()
  assert.ok(page.url().includes('index.html'))
  assert.deepEqual(seen, [])
  await close()
})

test('with JavaScript, months lead to each other', async () => {
  const { page, close } = await open('pages/2026-03.html')
  await page.getByRole('link', { name: 'Later' }).first().click()
  await page.getByRole('heading', { name: 'April 2026', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Earlier' }).first().click()
  await page.getByRole('heading', { name: 'March 2026', exact: true }).waitFor()
  await close()
})

for (const [name, options] of [
  ['on a desktop', { viewport: { width: 1280, height: 860 } }],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ['in dark colours', { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' }],
] as const) {
  test(`pages are accessible and not wider than the screen ${name}`, async () => {
    // The policy of the pages keeps out the script of the checker as well.
    const { page, close } = await open('index.html', { ...options, bypassCSP: true })
    for (const path of ['index.html', 'pages/2026-03.html', 'messages.html', 'transcript/2026-04.html']) {
      await page.goto(urlOf(path))
      if (path === 'index.html') await search(page, 'shorter')
      const { violations } = await new AxeBuilder({ page }).analyze()
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`),
        [],
      )
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, path)
    }
    await close()
  })
}

test('on paper, pages are light, photos are small, and there is nothing to press', async () => {
  const { page, close } = await open('messages.html', { colorScheme: 'dark' })
  const measure = () =>
    page.evaluate<{ colour: string; sticky: string; tallest: number }>(`(() => ({
      colour: getComputedStyle(document.body).backgroundColor,
      sticky: getComputedStyle(document.querySelector('.bar')).position,
      tallest: Math.max(...[...document.querySelectorAll('.bare > .photo img')].map((one) => one.getBoundingClientRect().height)),
    }))()`)
  const screen = await measure()
  assert.deepEqual([screen.colour, screen.sticky], ['rgb(31, 31, 31)', 'sticky'], 'control: on the screen')
  await page.emulateMedia({ media: 'print' })
  const paper = await measure()
  assert.deepEqual([paper.colour, paper.sticky], ['rgb(255, 255, 255)', 'static'])
  // 6.5 cm are 246 pixels.
  assert.ok(paper.tallest > 0 && paper.tallest <= 246, `${paper.tallest}`)
  assert.ok((await page.pdf({ format: 'A4' })).length > 10_000)
  await page.goto(urlOf('index.html'))
  assert.equal(await page.getByRole('searchbox').isVisible(), false)
  await page.goto(urlOf('transcript/2026-04.html'))
  const order = await page.evaluate<string[]>(`[...document.querySelectorAll('body > header, main > *')]
    .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map(({ className, tagName }) => className || tagName)`)
  assert.deepEqual(order.slice(0, 3), ['cover', 'counts', 'H2'], 'the cover of a transcript has its counts')
  await close()
})

const pairsOf = (text: string): string[] => {
  const characters = [...text]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** Runs in the page, once everything is loaded. Returns the queries that find another number of messages than expected. */
const findDiffering = `(expected) => {
  const input = document.querySelector('input')
  const status = document.getElementById('status')
  return expected.flatMap(([query, count]) => {
    input.value = query
    input.form.requestSubmit()
    const found = Number(/^Results: ([\\d,]+)$/.exec(status.textContent)?.[1]?.replaceAll(',', '') ?? 0)
    return found === count ? [] : [query]
  })
}`
