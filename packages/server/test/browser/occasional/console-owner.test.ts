import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { inTurn } from '../../../../../scripts/test-runner/turns.ts'
import { assertClean, openConsole, visitConsole } from '../../support/console.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'
import { assertAccessible } from '../accessible.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())

const channel = 'C-club'
const path = `/channels/${channel}`
const api = `/api${path}`
const dayMs = 86_400_000
const owner = await service.caller('U-owner')

before(async () => {
  await service.channel(channel, {
    owner: 'U-owner',
    admins: ['U-admin'],
    members: ['U-member'],
    guests: ['U-guest'],
    subscribers: ['U-owner'],
  })
  const say = (daysAgo: number, text: string) =>
    message(channel, service.clock.now - daysAgo * dayMs, { from: 'U-member', content: { type: 'text', text } })
  await service.receive([
    say(40, 'long ago'),
    say(35, 'not so long ago'),
    say(3, 'where is the parking?'),
    say(1, 'hello'),
  ])
})

async function teach(question: string, keywords: string[], answer: string): Promise<string> {
  const { status, body } = await owner.post(`${api}/assistant/qa`, { question, keywords, answer })
  assert.equal(status, 201)
  return body.id
}

test('when two people edit the same rule, the second one is warned and sees the difference, and nothing is lost', async () => {
  const ruleId = await teach('When do we meet?', ['meet'], 'On Monday.')
  const address = `${path}/assistant?rule=${ruleId}`
  const first = await visitConsole(browser, service, 'U-owner', address)
  const second = await visitConsole(browser, service, 'U-admin', address)
  const answerOf = (page: typeof first.page) => page.getByRole('textbox', { name: 'Answer', exact: true })
  await answerOf(second.page).fill('On Wednesday.')
  await second.page.getByRole('textbox', { name: 'Question' }).fill('When and where do we meet?')

  await answerOf(first.page).fill('On Tuesday.')
  await first.page.getByRole('button', { name: 'Save' }).click()
  await first.page.getByText('Rule saved').waitFor()

  await second.page.getByRole('button', { name: 'Save' }).click()
  const dialog = second.page.getByRole('dialog', { name: 'Someone else changed this' })
  await dialog.waitFor()
  const { body: meanwhile } = await owner.get(`${api}/assistant/qa/${ruleId}`)
  assert.deepEqual([meanwhile.answer, meanwhile.question], ['On Tuesday.', 'When do we meet?'])
  await dialog.getByRole('radio', { name: 'Theirs' }).click()
  await dialog.getByRole('button', { name: 'Save merged' }).click()
  await second.page.getByText('Rule saved').waitFor()
  const { body: merged } = await owner.get(`${api}/assistant/qa/${ruleId}`)
  assert.deepEqual([merged.answer, merged.question], ['On Tuesday.', 'When and where do we meet?'])
  assertClean(first)
  // The browser itself logs the refused request.
  assert.deepEqual([second.dialogs, second.foreign], [[], []])
})

test('a guest is approved, and their page opens by itself', async () => {
  const guest = await visitConsole(browser, service, 'U-guest', path)
  await guest.page.getByText('You don’t have access to Group C-club yet').waitFor()
  const admin = await visitConsole(browser, service, 'U-admin', `${path}/members`)
  await admin.page.getByRole('button', { name: 'Approve Name of U-guest' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await admin.page.getByText('Name of U-guest is now a member').waitFor()
  await guest.page.getByText('Messages are being saved, but not for you').waitFor()
  assertClean(admin)
})

test('the retention setting shows how much it deletes before it deletes anything', async () => {
  const watched = await visitConsole(browser, service, 'U-owner', `${path}/settings`)
  const { page } = watched
  await page.getByRole('radio', { name: 'A number of days' }).check()
  await page.getByRole('textbox', { name: 'Days before deletion' }).fill('30')
  await page.getByText('If you save now, 2 messages will be deleted.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  const { body: before } = await owner.get(`${api}/backup/messages?date=2026-01-29`)
  assert.equal(before.messages.length, 1, 'nothing is deleted before it is confirmed')
  await page.getByRole('button', { name: 'Save and delete' }).click()
  await page.getByText('Settings saved').waitFor()
  const { body: after } = await owner.get(`${api}/backup/messages?date=2026-01-29`)
  assert.deepEqual(after.messages, [])
  assertClean(watched)
})

test('on a phone, a trial comes into view, and its result stays when the rule is saved', async () => {
  const phone = { viewport: { width: 390, height: 844 } }
  const prepare = (context: BrowserContext) => context.clock.setFixedTime(service.clock.now)
  const watched = await openConsole(browser, service, 'U-owner', `${path}/assistant?rule=new`, { ...phone, prepare })
  const { page } = watched
  await page.getByRole('textbox', { name: 'Question' }).fill('Is there a car park?')
  await page.getByRole('combobox', { name: 'Keywords' }).fill('parking,')
  await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('Yes, behind the house.')
  // No model is connected to this service.
  await page.getByText('No AI model is connected to this service.').waitFor()
  assert.ok(await page.getByRole('radio', { name: 'AI' }).isDisabled())
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByRole('button', { name: 'Try on past messages' }).click()
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  const result = page.getByText('This rule would have replied to 1 of 2 messages.')
  await result.waitFor()
  // Between the header and the tab bar.
  const box = await result.boundingBox()
  assert.ok(box && box.y > 56 && box.y + box.height < 844 - 56, JSON.stringify(box))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Rule saved').waitFor()
  // The notice covers none of the tabs, and not the bar with Save.
  const notices = await page.locator('[data-position="bottom-center"]').boundingBox()
  const bar = await page.locator('[data-bottom-bar]').boundingBox()
  assert.ok(notices && bar && notices.y > 844 / 2 && notices.y + notices.height < bar.y, JSON.stringify([notices, bar]))
  await page.getByRole('heading', { name: 'Is there a car park?' }).waitFor()
  await result.waitFor()
  await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('No.')
  await result.waitFor({ state: 'detached' })
  assertClean(watched)
  await page.context().close()
})

test('on a phone, the rules come first and the settings are folded', async () => {
  await teach('Where is it?', ['where'], 'Here.')
  const watched = await openConsole(browser, service, 'U-owner', `${path}/assistant`, {
    viewport: { width: 390, height: 844 },
  })
  const { page } = watched
  const settings = page.getByRole('region', { name: 'Assistant settings' })
  await settings.getByText('The assistant is on').waitFor()
  assert.ok(await page.getByRole('link', { name: 'New rule' }).isVisible())
  const create = await page.getByRole('link', { name: 'New rule' }).boundingBox()
  assert.ok(create && create.y + create.height < 844 - 56, JSON.stringify(create))
  assert.equal(await settings.getByRole('switch').count(), 0)
  await settings.getByRole('button', { name: 'Settings' }).click()
  await settings.getByRole('switch', { name: 'Auto-reply' }).click()
  await settings.getByText('The assistant is on, auto-reply is off').waitFor()
  await settings.getByRole('switch', { name: 'Auto-reply' }).click()
  await settings.getByText('The assistant is on', { exact: true }).waitFor()
  assertClean(watched)
  await page.context().close()
})

test('rules can be reordered with the keyboard alone', async () => {
  await teach('Where is it?', ['where'], 'Here.')
  await teach('How much?', ['much'], 'Nothing.')
  const { body: before } = await owner.get(`${api}/assistant/qa`)
  const [top, next] = before.rules as { question: string }[]
  const watched = await visitConsole(browser, service, 'U-owner', `${path}/assistant`)
  const { page } = watched
  const handle = page.getByRole('button', { name: `Move “${top?.question}”` })
  await handle.waitFor()
  await handle.focus()
  await page.keyboard.press('Space')
  await page.getByText('Picked up from position 1.').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowDown')
  await page.getByText('Moved to position 2.').waitFor({ state: 'attached' })
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.keyboard.press('Space')
  await saved
  const { body: after } = await owner.get(`${api}/assistant/qa`)
  assert.deepEqual(
    after.rules.slice(0, 2).map(({ question }: { question: string }) => question),
    [next?.question, top?.question],
  )
  assertClean(watched)
})

const devices = [
  ['desktop', { width: 1280, height: 860 }],
  ['phone', { width: 390, height: 844 }],
] as const

for (const [device, viewport] of inTurn(import.meta.url, devices)) {
  test(`on a ${device}, before a file is imported, the page shows each keyword, old and new values, and what is kept`, async () => {
    const ruleId = await teach('Where can I park?', ['parking'], 'Behind the house.')
    const watched = await openConsole(browser, service, 'U-owner', `${path}/assistant?part=file`, { viewport })
    const { page } = watched
    const long = `Ask at the bar. ${'Then follow the signs. '.repeat(40)}The end.`
    const csv = `id,keywords,question,answer\n${ruleId},parking,Where can I park?,On the left.\n,"wifi, wlan",Password?,${long}\n`
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'rules.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    const changes = page.getByRole('list', { name: 'What would change' })
    await changes.waitFor()
    const changed = changes.getByRole('listitem').filter({ hasText: 'Where can I park?' })
    assert.match(
      (await changed.textContent()) ?? '',
      /Keywordsparking.*Answerremoved Behind the house\.added On the left\./,
    )
    const created = changes.getByRole('listitem').filter({ hasText: 'Password?' })
    assert.match((await created.textContent()) ?? '', /Keywordsadded wifiadded wlan.*Ask at the bar/)
    assert.doesNotMatch((await created.textContent()) ?? '', /The end\./)
    await created.getByRole('button', { name: 'Show all (Answer)' }).click()
    assert.match((await created.textContent()) ?? '', /The end\./)
    await assertAccessible(page, [], 'the preview')
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= viewport.width, `${width} pixels wide`)
    const { body } = await owner.get(`${api}/assistant/qa`)
    await page.getByText(`${body.rules.length - 1} rules kept (not in the file)`).waitFor()
    await page.getByRole('radio', { name: 'Delete them (replace)' }).check()
    await page.getByText(`${body.rules.length - 1} deleted rules`).waitFor()
    await page.getByRole('button', { name: 'Don’t import' }).click()
    const json = {
      format: 'innkeeper-assistant/1',
      rules: [{ keywords: ['wifi, wlan'], question: 'Password?', answer: 'x' }],
    }
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'rules.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(json)) })
    await page.getByText('Are these meant as several keywords?').waitFor()
    await page.getByText('“wifi, wlan” in “Password?”').waitFor()
    await page.getByRole('button', { name: 'Don’t import' }).click()
    const upload = (text: string) => ({ name: 'rules.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const table = 'keywords,question,answer,priority\n"bus\ntrain",Bus?,At ten,0\nhi,Hi?,Hello,high\n'
    await page.locator('input[type=file]').setInputFiles(upload(table))
    await page.getByText('Row 3 · priority').waitFor()
    // The browser only reports a file of the same name if the button forgot the one before.
    for (const [text, outcome] of [
      [table, 'Row 3 · priority'],
      [table.replace('high', '5'), '2 new rules'],
    ] as const) {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Choose another file' }).click(),
      ])
      await chooser.setFiles(upload(text))
      await page.getByText(outcome).waitFor()
    }
    // The browser itself logs the refused requests.
    assertClean({ ...watched, problems: watched.problems.filter((problem) => !problem.includes('400 (Bad Request)')) })
    await owner.delete(`${api}/assistant/qa/${ruleId}`)
    await page.context().close()
  })
}

test('the console switches to another language at once, and keeps it after a reload', async () => {
  const watched = await visitConsole(browser, service, 'U-member', `${path}/members`)
  const { page } = watched
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  for (const [language, tag, heading] of [
    ['ไทย', 'th', 'สมาชิก'],
    ['繁體中文', 'zh-TW', '成員'],
    ['日本語', 'ja', 'メンバー'],
  ] as const) {
    await page.getByRole('button', { name: /^(Language|ภาษา|語言|言語)$/ }).click()
    await page.getByRole('menuitemradio', { name: language }).click()
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), tag)
  }
  assertClean(watched)
})
