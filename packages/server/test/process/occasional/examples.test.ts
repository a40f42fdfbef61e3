import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually, until } from '../../support/eventually.ts'
import { newFolder } from '../../support/process/process.ts'
import { startTestService } from '../../support/test-service.ts'

const root = new URL('../../../../../', import.meta.url).pathname
const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Runs an example as its README says. */
function start(name: string, file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'examples', name), file], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += part))
  return {
    printed: () => printed,
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

test('the to-do bot lists what people want to do, forgets what is unsent, and continues after a restart', async () => {
  const service = await startTestService()
  const channelId = await service.channel('C-todo', { owner: 'U-owner', subscribers: ['U-owner'] })
  const { authorization = '' } = await service.caller('U-owner', { scope: 'read' })
  const key = authorization.replace('Bearer ', '')
  const env = { INNKEEPER_URL: service.url, INNKEEPER_KEY: key, INNKEEPER_CHANNEL: channelId }
  const file = join(newFolder(), 'todo.md')
  let at = service.clock.now
  const say = (id: string, text: string) =>
    service.receive([message(channelId, ++at, { id, name: 'Mika', content: { type: 'text', text } })])
  const lines = () =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line.startsWith('-'))
      : []
  const untilListed = (...wanted: string[]) =>
    eventually(lines, (found) => found.join() === wanted.map((one) => `- [ ] ${one} (Mika)`).join())

  await say('m1', 'Todo: buy tea')
  await say('m2', 'Who has the todo list?')
  const bot = start('todo-bot.ts', file, env)
  await untilListed('buy tea')
  await say('m3', 'todo call the\nplumber')
  await untilListed('buy tea', 'call the plumber')
  await service.receive([unsent(channelId, ++at, 'm1')])
  await untilListed('call the plumber')
  await bot.stop()
  await say('m4', 'todo water the plants')
  await service.receive([unsent(channelId, ++at, 'm3')])
  const again = start('todo-bot.ts', file, env)
  await untilListed('water the plants')
  await again.stop()
})

test('the receiver writes each genuine event once, also after a restart', async () => {
  const [secret, other] = [7, 8].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`)
  assert.ok(secret && other)
  const file = join(newFolder(), 'events.jsonl')
  const listen = async () => {
    const receiver = start('webhook-receiver.ts', file, { WEBHOOK_SECRET: secret, PORT: '0' })
    await until(() => /port: (\d+)/.test(receiver.printed()), `it listens: ${receiver.printed()}`)
    return { ...receiver, port: /port: (\d+)/.exec(receiver.printed())?.[1] }
  }
  const body = '{"type":"message.created","timestamp":"2026-03-01T09:30:00Z","data":{"link":"https://inn.example/m1"}}'
  const post = async (port: string | undefined, id: string, by: string) => {
    const now = new Date()
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(by).sign(id, now, body),
    }
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
  }
  const receiver = await listen()
  const sent = [await post(receiver.port, 'w_1_1', secret), await post(receiver.port, 'w_1_1', secret)]
  assert.deepEqual([...sent, await post(receiver.port, 'w_1_2', other)], [204, 204, 401])
  await receiver.stop()
  const again = await listen()
  assert.deepEqual([await post(again.port, 'w_1_1', secret), await post(again.port, 'w_1_3', secret)], [204, 204])
  await again.stop()
  const written = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    written.map(({ id, type }) => [id, type]),
    [
      ['w_1_1', 'message.created'],
      ['w_1_3', 'message.created'],
    ],
  )
})
