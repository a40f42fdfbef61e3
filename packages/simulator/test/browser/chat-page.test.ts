import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { inventPicture } from '../../src/content.ts'
import { startSimulator } from '../../src/index.ts'
import { openBot, openLine } from '../support.ts'

const browser = await openBrowser()
after(() => browser.close())

/** Opens the page at a group that the bot is in. */
async function openChat(options: Parameters<typeof openPage>[2] = {}) {
  const opened = await openLine({ serviceUrl: 'http://127.0.0.1:1/docs' })
  await opened.group.invite()
  const watched = await openPage(browser, `${opened.line.url}/#${opened.group.groupId}`, {
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  const { page } = watched
  const input = page.getByRole('textbox', { name: 'Message', exact: true })
  await input.waitFor()
  const bubble = (text: string) => page.locator('.bubble', { hasText: text })
  return { ...opened, ...watched, input, bubble }
}

const isClean = ({ dialogs, foreign, problems }: { dialogs: string[]; foreign: string[]; problems: string[] }) =>
  assert.deepEqual({ dialogs, foreign, problems }, { dialogs: [], foreign: [], problems: [] })

test('a user writes as one of the people, and the bot’s reply appears by itself', async () => {
  const chat = await openChat()
  const { line, page, bot, input, bubble, reply, ken } = chat
  await page.getByRole('radio', { name: 'Ken' }).click()
  await input.fill('opening hours?')
  await input.press('Enter')
  await bubble('opening hours?').waitFor()
  await line.until(() => bot.received.length === 2)
  const event = bot.received[1]?.events[0]
  assert.ok(event?.type === 'message')
  assert.equal(event.source?.userId, ken.userId)
  await reply(event.replyToken, 'Nine to five.')
  await bubble('Nine to five.').waitFor()
  assert.equal(await page.locator('.is-bot .badge').innerText(), 'bot')
  await page.getByTitle('Received by the bot').waitFor()
  assert.equal(await input.inputValue(), '')
  assert.match(await page.locator('#announcer').innerText(), /Nine to five/)
  isClean(chat)
})

test('a quick reply is a button that sends its text, and disappears with the next message', async () => {
  const chat = await openChat()
  const { line, page, bubble, call, group, bot, mai } = chat
  const action = { type: 'message', label: 'Hours', text: 'When do you open?' }
  const message = {
    type: 'textV2',
    text: 'Ask me, {you}',
    substitution: { you: { type: 'mention', mentionee: { type: 'user', userId: mai.userId } } },
    quickReply: { items: [{ type: 'action', action }] },
  }
  await call('POST /v2/bot/message/push', { to: group.groupId, messages: [message] })
  await bubble('Ask me, @Mai').waitFor()
  const before = bot.received.length
  await page.getByRole('button', { name: 'Hours' }).click()
  await bubble('When do you open?').waitFor()
  await line.until(() => bot.received.length > before)
  const event = bot.received.at(-1)?.events[0]
  assert.ok(event?.type === 'message' && event.message.type === 'text')
  assert.equal(event.message.text, 'When do you open?')
  assert.equal(await page.getByRole('button', { name: 'Hours' }).count(), 0)
  isClean(chat)
})

test('several people join at once from the list of people', async () => {
  const chat = await openChat()
  const { line, page, bot } = chat
  line.addUser({ displayName: 'Noa' })
  line.addUser({ displayName: 'Oda' })
  await page.getByRole('button', { name: 'People and bot' }).click()
  await page.getByRole('button', { name: /join at once/ }).click()
  await line.until(() => bot.received.some(({ events }) => events.some(({ type }) => type === 'memberJoined')))
  const joins = bot.received.flatMap(({ events }) => events.filter(({ type }) => type === 'memberJoined'))
  assert.equal(joins.length, 1)
  await page.locator('.happening', { hasText: 'Noa and Oda joined' }).waitFor()
  isClean(chat)
})

test('a new group opens, even if the page learns of it late, and can be created without scrolling', async () => {
  const chat = await openChat()
  const { line, page, input } = chat
  for (let count = 0; count < 30; count++) line.addUser({ displayName: `Person ${count}` })
  const late = Promise.withResolvers<void>()
  await page.route('**/chat/events*', async (route) => {
    await late.promise
    await route.continue()
  })
  await page.reload()
  await input.waitFor()
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Group name' }).fill('Night walkers')
  const create = dialog.getByRole('button', { name: 'Create' })
  const { y = 0, height = 0 } = (await create.boundingBox()) ?? {}
  assert.ok(y > 0 && y + height <= 800, 'in view')
  await dialog.getByRole('checkbox').last().check()
  await create.click()
  await dialog.waitFor({ state: 'hidden' })
  late.resolve()
  await page.getByRole('heading', { name: 'Night walkers' }).waitFor()
  isClean(chat)
})

test('messages can be edited, replied to and unsent with the keyboard alone', async () => {
  const chat = await openChat()
  const { page, input, bubble } = chat
  await input.press('Shift+Enter')
  await input.fill('')
  await input.pressSequentially('first')
  await input.press('Shift+Enter')
  await input.pressSequentially('second')
  assert.equal(await input.inputValue(), 'first\nsecond')
  await input.press('Enter')
  await bubble('first').waitFor()

  await input.press('ArrowUp')
  assert.equal(await input.inputValue(), 'first\nsecond')
  await input.press('Escape')
  assert.equal(await input.inputValue(), '')
  await input.press('ArrowUp')
  await input.fill('better')
  await input.press('Enter')
  await bubble('better').waitFor()
  await page.getByText('edited', { exact: true }).waitFor()

  await page.getByRole('log').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Replying to Mai').waitFor()
  await input.fill('an answer')
  await input.press('Enter')
  await page.locator('.quote', { hasText: 'better' }).waitFor()

  await page.getByRole('log').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  for (const _ of ['reply', 'edit', 'unsend']) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Mai unsent a message').waitFor()
  await page.locator('.quote', { hasText: 'This message is no longer available' }).waitFor()
  assert.equal(await page.getByText('better').count(), 0)
  isClean(chat)
})

test('several pictures become an album, and stickers, locations and files can be sent too', async () => {
  const chat = await openChat()
  const { line, bot, page } = chat
  const choose = async (item: string, files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    await page.getByRole('button', { name: 'Attach' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: item, exact: true }).click(),
    ])
    await chooser.setFiles(files)
  }
  const pictures = ['a', 'b', 'c'].map((name) => ({ name, mimeType: 'image/png', buffer: inventPicture(name) }))
  await choose('Photos and videos', pictures)
  await page.getByRole('group', { name: '3 photos' }).waitFor()
  await choose('File', [{ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') }])
  await page.locator('.bubble', { hasText: 'plan.txt' }).waitFor()
  await page.getByRole('button', { name: 'Stickers' }).click()
  await page.getByRole('button', { name: 'Sticker: love' }).click()
  await page.getByRole('img', { name: 'Sticker: love' }).last().waitFor()
  await page.getByRole('button', { name: 'Attach' }).click()
  await page.getByRole('button', { name: 'Location' }).click()
  await page.getByRole('button', { name: 'Lakeside kiosk' }).click()
  await page.locator('.bubble', { hasText: '2 Harbour Walk' }).waitFor()
  await line.settled()
  const types = bot.received.flatMap(({ events }) => events.map((event) => 'message' in event && event.message.type))
  assert.deepEqual(types.slice(1), ['image', 'image', 'image', 'file', 'sticker', 'location'])
  const loaded = await page
    .locator('.album img')
    .evaluateAll((images) => images.every((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0))
  assert.ok(loaded)
  // Pasted and dropped.
  for (const [kind, target] of [
    ['paste', 'textarea'],
    ['drop', '.room'],
  ] as const)
    await page.evaluate(
      `(${dispatchFile})(${JSON.stringify({ kind, target, base64: inventPicture(kind).toString('base64') })})`,
    )
  await page.locator('.photo').nth(4).waitFor()
  await page.locator('.album button').first().click()
  await page.getByRole('dialog', { name: 'Photo' }).waitFor()
  await page.keyboard.press('Escape')
  isClean(chat)
})

test('people and the bot can join and leave, and private chats can be opened', async () => {
  const chat = await openChat()
  const { line, page, input, bubble, group } = chat
  await page.getByRole('button', { name: 'People and bot' }).click()
  await page.getByLabel('New person').fill('Lena')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('In the group (3)').waitFor()
  await page.getByRole('button', { name: 'Leave' }).nth(1).click()
  await page.getByText('In the group (2)').waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Bot, not in the group').waitFor()
  assert.equal(line.findGroup(group.groupId)?.state.isBotIn, false)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('Bot, in the group').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Write to Innkeeper' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mai' }).click()
  await page.getByText('Private chat with Innkeeper').waitFor()
  await page.getByRole('button', { name: 'Add as a friend' }).click()
  await input.fill('/help')
  await input.press('Enter')
  await bubble('/help').waitFor()
  await page.getByRole('button', { name: 'Block' }).click()
  await page.getByText('Mai has blocked Innkeeper.', { exact: true }).waitFor()
  assert.equal(await input.isVisible(), false)
  await page.getByRole('button', { name: 'Unblock' }).first().click()
  await input.waitFor()
  isClean(chat)
})

/** Runs in the page. Simulates pasting or dropping a picture. */
const dispatchFile = `({ kind, target, base64 }) => {
  const transfer = new DataTransfer()
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  transfer.items.add(new File([bytes], 'picture.png', { type: 'image/png' }))
  const options = { bubbles: true, cancelable: true, clipboardData: transfer, dataTransfer: transfer }
  const event = kind === 'paste' ? new ClipboardEvent(kind, options) : new DragEvent(kind, options)
  document.querySelector(target).dispatchEvent(event)
}`

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "javascript:alert('1')",
  '<a href="javascript:alert(1)">x</a>',
  '<iframe src="http://evil.example/"></iframe>',
  '<style>@import url(http://evil.example/a.css);</style>',
  '{{constructor.constructor("alert(1)")()}}',
  '</textarea><script>alert(1)</script>',
]

test('nothing that people write becomes markup on the page', async () => {
  const chat = await openChat()
  const { line, page, group, mai, ken, bubble, reply } = chat
  for (const payload of payloads) {
    const { event, messageId } = await group.say(mai, payload)
    await reply(event.replyToken, payload)
    await group.say(ken, { type: 'text', text: payload, quotedMessageId: messageId })
    await group.say(mai, { type: 'file', fileName: payload, bytes: Buffer.from(payload) })
    await group.say(mai, { type: 'location', latitude: 1, longitude: 1, title: payload, address: payload })
    await group.say(mai, { type: 'sticker', keywords: [payload] })
    await group.join(line.addUser({ displayName: payload }))
    line.addGroup({ name: payload, members: [mai] })
  }
  await bubble('</textarea>').first().waitFor()
  const found = await page.evaluate(
    "document.querySelectorAll('#app script, #app iframe, #app style, #app [onerror], #app [onload]').length",
  )
  assert.equal(found, 0)
  const links = await page.locator('#app a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  assert.ok(
    links.every((href) => /^(http:|\/chat\/)/.test(href)),
    String(links),
  )
  // Open every view that shows names and texts.
  await page.getByRole('button', { name: 'People and bot' }).click()
  await page.keyboard.press('Escape')
  await page.locator('.chat-item').last().click()
  await page.getByRole('button', { name: 'New group' }).click()
  await page.keyboard.press('Escape')
  isClean(chat)
})

test('control: openPage reports a dialog and a request to another origin', async () => {
  const { page, dialogs, foreign } = await openPage(browser, 'data:text/html,<p>nothing of ours</p>')
  await Promise.all([
    page.waitForEvent('dialog'),
    page.waitForRequest('http://127.0.0.1:9/x'),
    page.setContent('<img src=x onerror=alert(1)><img src="http://127.0.0.1:9/x">'),
  ])
  assert.deepEqual([dialogs, foreign.includes('http://127.0.0.1:9/x')], [['1'], true])
})

test('the page fits from a small phone to a wide screen, in the light and the dark theme', async () => {
  const backgrounds = new Set<string>()
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, group, mai, ken, bubble } = await openChat({ colorScheme })
    await group.say(mai, `${'averyveryverylongword'.repeat(12)} https://example.com/${'path/'.repeat(40)}`)
    await group.say(ken, { type: 'image' })
    await group.say(ken, { type: 'file', fileName: `${'long-name-'.repeat(20)}.pdf` })
    await group.say(ken, { type: 'location', latitude: 1, longitude: 1, title: 'x'.repeat(100) })
    await group.say(ken, 'the last one')
    await bubble('the last one').waitFor()
    for (const width of [360, 390, 820, 1280, 1920]) {
      await page.setViewportSize({ width, height: 740 })
      const overflow = await page.evaluate<number[]>(
        "[document.documentElement, document.querySelector('.log')].map((part) => part.scrollWidth - part.clientWidth)",
      )
      assert.deepEqual(overflow, [0, 0], `${width} ${colorScheme}`)
      const tooTall = await page.evaluate<number>(
        'document.documentElement.scrollHeight - document.documentElement.clientHeight',
      )
      assert.equal(tooTall, 0, `${width} ${colorScheme}`)
    }
    backgrounds.add(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'))
  }
  assert.equal(backgrounds.size, 2, 'light and dark differ')
})

test('the theme switch overrides the system’s theme and is remembered', async () => {
  const { page, input } = await openChat({ colorScheme: 'light' })
  const scheme = () => page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')
  for (const label of [/Theme: system/, /light/]) await page.getByRole('button', { name: label }).click()
  assert.equal(await scheme(), 'dark')
  await page.reload()
  await input.waitFor()
  assert.equal(await scheme(), 'dark')
})

test('a long chat opens at its end, and older messages load when the user scrolls up', async () => {
  const { page, group, mai, bubble, line } = await openChat()
  line.setWebhookUrl(undefined)
  for (let count = 0; count < 1_500; count++) await group.say(mai, `line ${count}.`)
  await page.reload()
  await bubble('line 1499.').waitFor()
  assert.ok((await page.locator('.message').count()) < 200)
  await page.evaluate("document.querySelector('.log').scrollTop = 0")
  await bubble('line 1400.').waitFor({ state: 'attached' })
  await group.say(mai, 'something new')
  await page.getByRole('button', { name: '1 new message' }).click()
  await bubble('something new').waitFor()
  // A screen so tall that the first page of messages does not fill it.
  await page.setViewportSize({ width: 800, height: 9_000 })
  await page.reload()
  await bubble('line 1350.').waitFor()
})

test('the page reconnects by itself after the simulator was down', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-page-'))
  const bot = await openBot()
  const start = (port = 0) => startSimulator({ webhookUrl: bot.url, state: { folder }, port })
  const first = await start()
  const mai = first.addUser({ displayName: 'Mai' })
  const group = first.addGroup({ name: 'Flat', members: [mai] })
  await group.invite()
  await group.say(mai, 'before')
  const { page } = await openPage(browser, `${first.url}/#${group.groupId}`)
  await page.locator('.bubble', { hasText: 'before' }).waitFor()
  await first.stop()
  await page.getByText('Connection lost. Reconnecting').waitFor()
  const second = await start(Number(new URL(first.url).port))
  await second.findGroup(group.groupId)?.say(mai, 'after')
  await page.locator('.bubble', { hasText: 'after' }).waitFor()
  await page.getByText('Connection lost. Reconnecting').waitFor({ state: 'hidden' })
  assert.equal(await page.locator('.bubble', { hasText: 'before' }).count(), 1)
  await page.context().close()
  await second.stop()
  rmSync(folder, { recursive: true })
})
