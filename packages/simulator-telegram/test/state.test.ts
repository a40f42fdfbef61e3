import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startSimulator } from '../src/index.ts'

test('everything is there again after a restart, and no id is used twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'telegram-state-'))
  after(() => rmSync(folder, { recursive: true }))
  const first = await startSimulator({ state: { folder }, seed: 'state' })
  const mai = first.addUser({ firstName: 'Mai', picture: true })
  const flat = first.addSupergroup({ title: 'Flat', owner: mai })
  flat.invite({ asAdmin: true })
  const said = flat.say(mai, { type: 'document', bytes: Buffer.from('the plan'), fileName: 'plan.txt' })
  const waiting = first.updates.list()
  const [{ document }] = [said.message as typeof said.message & { document: { file_id: string } }]
  await assert.rejects(startSimulator({ state: { folder } }), /is using/)
  await first.stop()

  const second = await startSimulator({ state: { folder } })
  assert.deepEqual(
    [second.token, second.bot.id, second.login.clientSecret],
    [first.token, first.bot.id, first.login.clientSecret],
  )
  assert.deepEqual(second.updates.list(), waiting, 'what the bot did not confirm is still waiting')
  const again = second.findGroup(flat.id)
  const { messageId, updateId } = again?.say(mai, 'hello') ?? {}
  assert.deepEqual([messageId, updateId], [said.messageId + 1, Number(said.updateId) + 1])
  assert.notEqual(second.addUser().id, mai.id)
  const base = `${second.url}/bot${second.token}`
  const file = await (await fetch(`${base}/getFile?file_id=${document.file_id}`)).text()
  const path = JSON.parse(file).result.file_path
  const download = await fetch(`${second.url}/file/bot${second.token}/${path}`)
  assert.equal(await download.text(), 'the plan')
  const page = await fetch(`${second.url}/chat/chats/${flat.id}/entries`)
  assert.equal(JSON.parse(await page.text()).entries.length, 3)
  await second.stop()
})
