import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { message } from '../../server/test/support/content/events.ts'
import { until } from '../../server/test/support/eventually.ts'
import { startTestService } from '../../server/test/support/test-service.ts'

// The examples of the README, and of the guide to webhooks, as people copy them.

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** In the clone, so that they find the package. */
const caches = join(root, 'node_modules', '.cache')
mkdirSync(caches, { recursive: true })
const folder = mkdtempSync(join(caches, 'examples-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const service = await startTestService()
const channelId = await service.channel('C-readme', { owner: 'U-owner', subscribers: ['U-owner'] })
const { authorization = '' } = await service.caller('U-owner')
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const env = {
  INNKEEPER_URL: service.url,
  INNKEEPER_KEY: authorization.replace('Bearer ', ''),
  INNKEEPER_CHANNEL: channelId,
  WEBHOOK_SECRET: secret,
  PORT: '0',
}
const say = (id: string) =>
  service.receive([message(channelId, service.clock.now, { id, content: { type: 'text', text: `Text of ${id}` } })])
before(async () => {
  for (let no = 1; no <= 60; no++) await say(`m${no}`)
})

let count = 0
/** Runs an example, and returns what it prints, and its server if it has one. */
function run(code: string): { printed: unknown[][]; ended: Promise<{ server?: Server }> } {
  const printed: unknown[][] = []
  const name = `example${++count}`
  Object.assign(globalThis, {
    [name]: { process: { env }, console: { log: (...words: unknown[]) => printed.push(words) } },
  })
  const path = join(folder, `${name}.mjs`)
  const ownServer = code.includes('const server =') ? '\nexport { server }\n' : ''
  writeFileSync(path, `const { process, console } = globalThis.${name}\n${code}${ownServer}`)
  return { printed, ended: import(pathToFileURL(path).href) }
}

function examplesOf(path: string): string[] {
  return [...readFileSync(join(root, path), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code)
}
const readme = examplesOf('packages/client/README.md')
const find = (text: string) => readme.find((code) => code.includes(text)) ?? assert.fail(text)

test('the README has no example that is not run here', () => {
  assert.equal(readme.length, 5)
})

test('it lists channels', async () => {
  const { printed, ended } = run(find('listChannels'))
  await ended
  assert.deepEqual(printed, [[channelId, `Group ${channelId}`]])
})

test('it prints an error', async () => {
  const { printed, ended } = run(find('no-such-channel'))
  await ended
  assert.deepEqual(printed, [[403, 'permission-denied', 'Permission denied']])
})

test('it walks through all pages of a list', async () => {
  const { printed, ended } = run(find('items('))
  await ended
  assert.equal(printed.length, 60)
  assert.equal(printed[0]?.[1], 'Text of m60')
})

test('it follows a channel until a message arrives', async () => {
  const { printed, ended } = run(find('follow('))
  let no = 0
  // The first ones may have come before it listened.
  const isHeard = async () => {
    await say(`live${++no}`)
    return printed.length > 0
  }
  await until(isHeard, 'the example prints an event', { everyMs: 200 })
  await ended
  assert.equal(printed.at(-1)?.[1], 'message')
})

for (const path of ['packages/client/README.md', 'docs/webhooks.md']) {
  test(`it receives a webhook as ${path} says, and refuses one that is not genuine`, async () => {
    const [code = assert.fail()] = examplesOf(path).filter((one) => one.includes('verifyWebhook'))
    const { printed, ended } = run(code)
    const { server = assert.fail() } = await ended
    if (!server.listening) await once(server, 'listening')
    const address = server.address()
    assert.ok(address && typeof address === 'object')
    const body = '{"type":"webhook.test","timestamp":"2026-03-01T09:30:00Z","data":{"link":"https://inn.example"}}'
    const post = async (id: string) => {
      const now = new Date()
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign('w_1_1', now, body),
      }
      return (await fetch(`http://127.0.0.1:${address.port}/`, { method: 'POST', headers, body })).status
    }
    assert.deepEqual([await post('w_1_1'), await post('w_1_2')], [204, 401])
    assert.deepEqual(
      printed.map((words) => words.slice(0, 2)),
      [['w_1_1', 'webhook.test']],
    )
    server.close()
    server.closeAllConnections()
  })
}
