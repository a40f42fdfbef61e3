import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser } from '../../../../scripts/browser.ts'
import { inTurn } from '../../../../scripts/test-runner/turns.ts'
import { assertClean, openConsole, visitConsole } from '../support/console.ts'
import { message } from '../support/content/events.ts'
import { photo } from '../support/content/pictures.ts'
import { eventually } from '../support/eventually.ts'
import { startTestService } from '../support/test-service.ts'
import { assertAccessible } from './accessible.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())

const channel = 'C-rules'
const path = `/channels/${channel}/assistant`
const rules = `/api/channels/${channel}/assistant/qa`
const hourMs = 3_600_000
const phone = { viewport: { width: 390, height: 844 } }
const devices = [
  ['a desktop', { viewport: { width: 1280, height: 860 } }],
  ['a phone', phone],
] as const
const owner = await service.caller('U-owner')

before(async () => {
  await service.channel(channel, { owner: 'U-owner', members: ['U-mai', 'U-ken'], subscribers: ['U-owner'] })
  const ask = (hoursAgo: number, from: string, text: string) =>
    message(channel, service.clock.now - hoursAgo * hourMs, { from, content: { type: 'text', text } })
  await service.receive([
    ask(9, 'U-mai', 'When does the pool open?'),
    ask(8, 'U-ken', 'when does the pool open'),
    ask(7, 'U-mai', 'Good morning'),
    ask(6, 'U-ken', 'Where is the key?'),
  ])
})

async function teach(question: string, keywords: string[], answer: string): Promise<string> {
  const { status, body } = await owner.post(rules, { question, keywords, answer })
  assert.equal(status, 201)
  return body.id
}

/** The keywords that the form shows. */
const keywordsIn = (page: Page) => page.locator('.mantine-Pill-label').allTextContents()

const fieldFor = (page: Page) => page.getByRole('combobox', { name: 'Keywords' })

for (const [device, options] of inTurn(import.meta.url, devices)) {
  test(`on ${device}, keywords are split when they are typed, pasted, or entered by an input method without key presses`, async () => {
    const watched = await openConsole(browser, service, 'U-owner', `${path}?rule=new`, options)
    const { page } = watched
    await fieldFor(page).click()
    await page.keyboard.type('wifi, 1,000; ')
    assert.deepEqual(await keywordsIn(page), ['wifi', '1,000'])
    // As keyboards of phones do: only the value changes.
    await page.keyboard.insertText('wlan，net、')
    assert.deepEqual(await keywordsIn(page), ['wifi', '1,000', 'wlan', 'net'])

    // An input method shows what it composes. The field must not take it away meanwhile.
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'むせん、', selectionStart: 4, selectionEnd: 4 })
    assert.equal(await fieldFor(page).inputValue(), 'むせん、')
    assert.equal((await keywordsIn(page)).length, 4)
    await session.send('Input.insertText', { text: '無線、' })
    assert.deepEqual(await keywordsIn(page), ['wifi', '1,000', 'wlan', 'net', '無線'])

    await page.evaluate(`
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'one\\ntwo\\r\\nthree; four')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  `)
    assert.deepEqual((await keywordsIn(page)).slice(5), ['one', 'two', 'three', 'four'])
    // A pattern may contain a comma.
    await page.getByRole('radio', { name: 'Pattern (regex)' }).check()
    await page.getByRole('combobox', { name: 'Patterns' }).fill('a{1,}b; c')
    await page.keyboard.press('Enter')
    assert.equal((await keywordsIn(page)).at(-1), 'a{1,}b; c')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    assertClean(watched)
  })

  test(`on ${device}, a rule answers a typed message before it is saved`, async () => {
    const ruleId = await teach('Is there tea?', ['tea'], 'At five.')
    const watched = await openConsole(browser, service, 'U-owner', `${path}?rule=${ruleId}`, options)
    const { page } = watched
    await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('At six, on {date}.')
    await page.getByRole('button', { name: 'Test a message' }).click()
    await page.getByRole('textbox', { name: 'Message' }).fill('tea?')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    const result = page.getByRole('status').filter({ hasText: 'This rule replies' })
    await result.getByText('At six, on 10 March 2026.').waitFor()
    await result.getByText('because the message contains “tea”.').waitFor()
    await assertAccessible(page, [], 'the result')
    assert.equal((await owner.get(`${rules}/${ruleId}`)).body.answer, 'At five.', 'nothing was saved')
    // The result must not look like that of another draft.
    await fieldFor(page).fill('cake,')
    await result.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await owner.delete(`${rules}/${ruleId}`)
    assertClean(watched)
  })

  test(`on ${device}, a deleted rule is brought back with the keyboard alone`, async () => {
    const ruleId = await teach('Is there cake?', ['cake'], 'On Sundays.')
    const { body: before } = await owner.get(rules)
    const watched = await openConsole(browser, service, 'U-owner', `${path}?rule=${ruleId}`, options)
    const { page } = watched
    const button = page.getByRole('button', { name: 'Delete' })
    await page.getByRole('textbox', { name: 'Question' }).focus()
    await button.waitFor()
    for (let presses = 0; presses < 100; presses++) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate('document.activeElement.textContent')) === 'Delete') break
    }
    await page.keyboard.press('Enter')
    const notice = page.getByRole('alert').filter({ hasText: 'Deleted “Is there cake?”' })
    await notice.waitFor()
    assert.equal((await owner.get(`${rules}/${ruleId}`)).status, 404)
    await assertAccessible(page, [], 'the notice')
    // The focus is on it, because what was used is gone.
    await page.keyboard.press('Enter')
    await page.getByText('Restored “Is there cake?”').waitFor()
    assert.deepEqual((await owner.get(rules)).body, before)
    await page.getByRole('link', { name: 'Is there cake?' }).waitFor()
    await owner.delete(`${rules}/${ruleId}`)
    assertClean(watched)
  })

  test(`on ${device}, a picture is uploaded from the form, which says what is wrong if that is not possible`, async () => {
    const watched = await openConsole(browser, service, 'U-owner', `${path}?rule=new`, options)
    const { page } = watched
    const picture = await photo({ width: 2000, height: 1500 }).png({ compressionLevel: 0 }).toBuffer()
    assert.ok(picture.length > 8_000_000, 'control: far more than a request can hold')
    const sent = page.waitForRequest((request) => request.url().endsWith('/assistant/pictures'))
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload a picture' }).click(),
    ])
    await chooser.setFiles({ name: 'map.png', mimeType: 'image/png', buffer: picture })
    const { data } = (await sent).postDataJSON()
    const { format, width } = await sharp(Buffer.from(data, 'base64')).metadata()
    assert.deepEqual([format, width], ['jpeg', 1280], 'the page scales it down first')
    // This service has no public address.
    await page.getByRole('alert').filter({ hasText: 'public https address' }).waitFor()
    await assertAccessible(page, [], 'the failed upload')
    // The browser itself logs the refused request.
    assert.deepEqual([watched.dialogs, watched.foreign], [[], []])
  })

  test(`on ${device}, an unanswered question becomes a rule, and is then gone from the list`, async () => {
    const watched = await openConsole(browser, service, 'U-owner', `${path}?part=unanswered`, options)
    const { page } = watched
    const list = page.getByRole('list', { name: 'Unanswered questions' })
    const question = list.getByRole('listitem').filter({ hasText: 'when does the pool open' })
    await question.getByText('Asked 2 times').waitFor()
    await question.getByText('by 2 people').waitFor()
    assert.equal(await list.getByRole('listitem').count(), 2)
    await question.getByRole('link', { name: 'Make a rule for “when does the pool open”' }).click()
    await page.getByText('Filled in from an unanswered question.').waitFor()
    await assertAccessible(page, [], 'the form')
    assert.equal(await page.getByRole('textbox', { name: 'Question' }).inputValue(), 'when does the pool open')
    await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('At nine.')
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'when does the pool open')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText(/^This rule replies because/).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Rule saved').waitFor()
    await page.getByRole('link', { name: 'All rules' }).click()
    await page.getByRole('tab', { name: 'Unanswered' }).click()
    // The list that was read before the rule existed is shown until the new one is there.
    await question.waitFor({ state: 'detached' })
    await list.getByText('Where is the key?').waitFor()
    assert.equal(await list.getByRole('listitem').count(), 1)
    const { body } = await owner.get(rules)
    const made = body.rules.find((rule: { question: string }) => rule.question === 'when does the pool open')
    await owner.delete(`${rules}/${made.id}`)
    assertClean(watched)
    await page.context().close()
  })
}

test('an uploaded picture gets an address, and is saved with the rule and shown', async () => {
  const base = 'https://inn.example'
  const reachable = await startTestService({ INNKEEPER_BASE_URL: base })
  await reachable.channel(channel, { owner: 'U-owner' })
  const picture = await photo({ width: 2000, height: 1000 }).png().toBuffer()
  const stored = async () => (await (await reachable.caller('U-owner')).get(rules)).body.rules[0]
  for (const [device, options] of inTurn(import.meta.url, devices)) {
    const watched = await openConsole(browser, reachable, 'U-owner', `${path}?rule=new`, options)
    const { page } = watched
    await page.getByRole('textbox', { name: 'Question' }).fill(`Where, on ${device}?`)
    await fieldFor(page).fill('map,')
    await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('Here.')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload a picture' }).click(),
    ])
    await chooser.setFiles({ name: 'map.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('button', { name: 'Remove picture' }).waitFor()
    const address = await page.getByRole('textbox', { name: 'Picture' }).inputValue()
    assert.match(address, /^https:\/\/inn\.example\/pictures\/[0-9a-f]{64}\.(jpg|png)$/)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Rule saved').waitFor()
    const { id, picture: saved } = await stored()
    assert.equal(saved, address)
    const file = await fetch(`${reachable.url}${address.slice(base.length)}`)
    const { width } = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
    assert.equal(width, 1280)
    await (await reachable.caller('U-owner')).delete(`${rules}/${id}`)
    assertClean(watched)
    await page.context().close()
  }
})

test('members are not offered the list of unanswered questions', async () => {
  const watched = await visitConsole(browser, service, 'U-mai', path)
  const { page } = watched
  await page.getByRole('tab', { name: 'Reply rules' }).waitFor()
  assert.equal(await page.getByRole('tab', { name: 'Unanswered' }).count(), 0)
  assertClean(watched)
})

for (const viewport of inTurn(import.meta.url, [phone.viewport, { width: 360, height: 640 }])) {
  test(`on a phone of ${viewport.width} × ${viewport.height}, the first rule is in view, and stays where it is`, async () => {
    const ruleId = await teach('Is there coffee?', ['coffee', 'espresso'], 'Always.')
    await owner.put(`${rules}/${ruleId}`, { priority: 1000 })
    const watched = await openConsole(browser, service, 'U-owner', path, { viewport })
    const { page } = watched
    const first = page.getByRole('list', { name: 'Rules' }).getByRole('listitem').first()
    await first.getByRole('link', { name: 'Is there coffee?' }).waitFor()
    // For a moment there is no row, when those that can be moved replace the others.
    const boxOfFirst = async () =>
      await eventually(
        () => first.boundingBox(),
        (box) => box !== null,
      )
    const atFirst = await boxOfFirst()
    await page.getByRole('button', { name: 'Find conflicts' }).waitFor()
    await first.locator('[data-rfd-draggable-id]').waitFor()
    const box = await boxOfFirst()
    assert.equal(box?.y, atFirst?.y, 'what loads above the list has room already')
    // The tab bar covers the bottom.
    assert.ok(box && box.y + box.height < viewport.height - 56, JSON.stringify(box))
    await page.getByRole('button', { name: 'Find a rule' }).click()
    await page.getByRole('textbox', { name: 'Find a rule' }).fill('nothing')
    await page.getByText(/^0 of \d+ rules?$/).waitFor()
    await page.getByRole('button', { name: 'Find a rule' }).click()
    await first.getByRole('link', { name: 'Is there coffee?' }).waitFor()
    assertClean(watched)
    await owner.delete(`${rules}/${ruleId}`)
    await page.context().close()
  })
}
