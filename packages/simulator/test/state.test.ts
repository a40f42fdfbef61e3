import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type SimulatorOptions, startSimulator } from '../src/index.ts'
import { openBot } from './support.ts'

// Contains all state folders, and is removed when every simulator has stopped.
const root = mkdtempSync(join(tmpdir(), 'simulator-state-'))
after(() => rmSync(root, { recursive: true, force: true }))
const createFolder = () => mkdtempSync(join(root, 'one-'))

/** The contents of all files in a folder. */
function readAll(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1')).join('\n')
}

const open = (folder: string, options: SimulatorOptions = {}) => startSimulator({ state: { folder }, ...options })

test('a restarted simulator has the same state', async () => {
  const folder = createFolder()
  const bot = await openBot()
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1])
  const first = await open(folder, { webhookUrl: bot.url })
  const mai = first.addUser({ displayName: 'Mai', picture })
  const ken = first.addUser({ displayName: 'Ken' })
  const flat = first.addGroup({ name: 'Flat', members: [mai, ken] })
  await flat.invite()
  const { messageId } = await flat.say(mai, 'hello')
  const file = await flat.say(ken, { type: 'file', fileName: 'plan.pdf', bytes: Buffer.from('%PDF-1.7') })
  await flat.leave(ken)
  await first.stop()

  const second = await open(folder, { webhookUrl: bot.url })
  after(() => second.stop())
  for (const name of ['channelId', 'channelSecret', 'accessToken', 'botUserId'] as const)
    assert.equal(second[name], first[name])
  assert.deepEqual(second.login, first.login)
  const again = second.findGroup(flat.groupId)
  assert.ok(again)
  assert.deepEqual(
    second.listGroups().map(({ state }) => [state.name, state.isBotIn, [...state.memberIds]]),
    [['Flat', true, [mai.userId]]],
  )
  const entries = second.world.transcript.chats.get(flat.groupId) ?? []
  assert.deepEqual(
    entries.map(({ kind, delivery }) => [kind, delivery?.state]),
    [
      ['bot-joined', 'delivered'],
      ['message', 'delivered'],
      ['message', 'delivered'],
      ['left', 'delivered'],
    ],
  )
  const headers = { authorization: `Bearer ${second.accessToken}` }
  const content = await fetch(`${second.url}/v2/bot/message/${file.messageId}/content`, { headers })
  assert.equal(await content.text(), '%PDF-1.7')
  const pictureUrl = second.findUser(mai.userId)?.state.pictureUrl ?? ''
  assert.ok(pictureUrl.startsWith(second.url), 'the picture is served from the new address')
  assert.deepEqual(Buffer.from(await (await fetch(pictureUrl)).arrayBuffer()), picture)
  assert.ok((await again.edit(mai, messageId, 'hello again')).isDelivered)
  await assert.rejects(again.say(ken, 'I am gone'), /is not a member/)
})

test('ids are never reused, however a run ended', async () => {
  const folder = createFolder()
  const seen = new Set<string>()
  let count = 0
  for (let run = 0; run < 3; run++) {
    const line = await open(folder, { seed: 'same' })
    const user = line.addUser()
    const { messageId, event } = await user.say('hello')
    for (const id of [user.userId, messageId, event.webhookEventId, line.addGroup().groupId]) {
      seen.add(id)
      count++
    }
    // Simulates a crash of the first run: only the state from its start is on disk.
    if (run === 0) {
      const state = readFileSync(join(folder, 'state.json'))
      await line.stop()
      writeFileSync(join(folder, 'state.json'), state)
    } else await line.stop()
  }
  assert.equal(seen.size, count)
})

test('unsent content is in no file', async () => {
  const folder = createFolder()
  const line = await open(folder)
  const mai = line.addUser()
  const text = await mai.say('a secret that was taken back')
  const file = await mai.say({ type: 'file', fileName: 'secret-plan.txt', bytes: Buffer.from('the secret plan') })
  const kept = await mai.say({ type: 'file', fileName: 'kept.txt', bytes: Buffer.from('the public plan') })
  await mai.unsend(text.messageId)
  await mai.unsend(file.messageId)
  await line.stop()
  const bytes = readAll(folder)
  assert.ok(bytes.includes('the public plan') && bytes.includes(kept.messageId), 'other content is still there')
  for (const word of ['taken back', 'secret-plan', 'the secret plan']) assert.ok(!bytes.includes(word), word)
})

test('a change is saved soon, even without a stop', async () => {
  const folder = createFolder()
  const line = await open(folder)
  after(() => line.stop())
  const mai = line.addUser()
  await mai.say('still here')
  await line.until(() => readAll(folder).includes('still here'))
  await mai.say('and this, at once')
  await line.saveState()
  assert.ok(readAll(folder).includes('and this, at once'))
})

test('two simulators never share a folder', async () => {
  const folder = createFolder()
  const line = await open(folder)
  await assert.rejects(
    open(folder),
    (error: Error) => /Another simulator/.test(error.message) && error.message.includes(folder),
  )
  await line.stop()
  const next = await open(folder)
  // A simulator that could not open its port releases its folder.
  const busy = createFolder()
  await assert.rejects(open(busy, { port: Number(new URL(next.url).port) }), { code: 'EADDRINUSE' })
  await (await open(busy)).stop()
  await next.stop()
})

test('a damaged state is refused with the name of the file and left unchanged', async () => {
  const folder = createFolder()
  const line = await open(folder)
  const mai = line.addUser({ displayName: 'Mai' })
  await mai.say({ type: 'image' })
  await line.stop()
  const path = join(folder, 'state.json')
  const good = readFileSync(path, 'utf8')
  const damaged = [
    good.replace('"Mai"', '"Mia"'),
    good.slice(0, good.length / 2),
    'hello',
    '',
    good.replace('"version":1', '"version":2'),
  ]
  for (const text of damaged) {
    writeFileSync(path, text)
    await assert.rejects(open(folder), (error: Error) => error.message.includes(path))
    assert.equal(readFileSync(path, 'utf8'), text)
  }
  writeFileSync(path, good)
  const media = readdirSync(join(folder, 'media'))
  const hidden = join(folder, 'media', media[0] ?? '')
  const bytes = readFileSync(hidden)
  rmSync(hidden)
  await assert.rejects(open(folder), (error: Error) => error.message.includes(hidden))
  writeFileSync(hidden, bytes)
  await (await open(folder)).stop()
})

test('a history can be created with its own timestamps', async () => {
  const bot = await openBot()
  const line = await startSimulator({ webhookUrl: bot.url, contentRetentionMs: 60_000 })
  after(() => line.stop())
  const userId = `U${'a'.repeat(32)}`
  const groupId = `C${'b'.repeat(32)}`
  const mai = line.addUser({ userId, displayName: 'Mai' })
  const ken = line.addUser()
  const flat = line.addGroup({ groupId, members: [mai] })
  assert.throws(() => line.addUser({ userId }), /already/)
  assert.throws(() => line.addGroup({ groupId }), /already/)
  const start = Date.UTC(2026, 0, 1)
  await flat.invite({ at: start })
  await flat.join(ken, { at: start + 1 })
  const { messageId } = await flat.say(mai, 'hello', { at: start + 2 })
  const image = await flat.say(mai, { type: 'image' }, { at: start + 3 })
  await flat.edit(mai, messageId, 'hello!', { at: start + 4 })
  await flat.unsend(mai, messageId, { at: start + 5 })
  await flat.leave(ken, mai, { at: start + 6 })
  await mai.say('one to one', { at: start + 7 })
  await line.follow(mai, { at: start + 8 })
  const times = bot.received.flatMap(({ events }) => events.map(({ timestamp }) => timestamp - start))
  assert.deepEqual(times, [0, 1, 2, 3, 4, 5, 6, 7, 8])
  const headers = { authorization: `Bearer ${line.accessToken}` }
  const content = await fetch(`${line.url}/v2/bot/message/${image.messageId}/content`, { headers })
  assert.equal(content.status, 200, 'content expires by its arrival, not by its timestamp')
  assert.deepEqual(
    line.world.transcript.chats.get(groupId)?.map(({ kind, at }) => [kind, at - start]),
    [
      ['bot-joined', 0],
      ['joined', 1],
      ['unsent', 2],
      ['message', 3],
      ['left', 6],
    ],
  )
})

test('a reply follows the message it answers, even if later messages are already there', async () => {
  const bot = await openBot()
  const line = await startSimulator({ webhookUrl: bot.url })
  after(() => line.stop())
  const mai = line.addUser()
  const at = Date.UTC(2026, 0, 1)
  const { event } = await mai.say('hello?', { at })
  await mai.say('long after', { at: at + 86_400_000 })
  const response = await fetch(`${line.url}/v2/bot/message/reply`, {
    method: 'POST',
    headers: { authorization: `Bearer ${line.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ replyToken: event.replyToken, messages: [{ type: 'text', text: 'here' }] }),
  })
  assert.equal(response.status, 200)
  const kinds = line.world.transcript.chats.get(mai.userId)?.map(({ kind }) => kind)
  assert.deepEqual(kinds, ['message', 'bot-message', 'message'])
})
