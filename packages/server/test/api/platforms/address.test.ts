import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startLineTestService } from '../../support/line/line.ts'

/** The bot's answer to `/link` in a private chat. */
async function askForLink({ line }: Awaited<ReturnType<typeof startLineTestService>>): Promise<string> {
  const mai = line.addUser({ displayName: 'Mai' })
  await line.follow(mai)
  const sent = () => line.sent.filter(({ chatId }) => chatId === mai.userId)
  await line.until(() => sent().length === 1)
  await mai.say('/link')
  await line.until(() => sent().length === 2)
  return JSON.stringify(sent().at(-1)?.messages)
}

const unknown = /I don’t know the console’s address/

test('a saved address is used in the next link, and ends with its setting', async () => {
  const scene = await startLineTestService()
  const operator = await scene.service.caller('U-operator', { isOperator: true })
  const save = (value: string | null) =>
    operator.put('/api/operator/settings', { changes: [{ name: 'baseUrl', value }] })
  assert.match(await askForLink(scene), unknown)
  assert.equal((await save('https://inn.example')).body.needsRestart, false)
  assert.match(await askForLink(scene), /https:\/\/inn\.example\/sign-in#/)
  await save('https://other.example')
  assert.match(await askForLink(scene), /https:\/\/other\.example\/sign-in#/)
  await save(null)
  assert.match(await askForLink(scene), unknown)
})

test('an address from the environment comes first', async () => {
  const scene = await startLineTestService({ INNKEEPER_BASE_URL: 'https://given.example' })
  assert.match(await askForLink(scene), /https:\/\/given\.example\/sign-in#/)
})
