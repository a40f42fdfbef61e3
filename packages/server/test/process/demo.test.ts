import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { seedChannel } from '../store/seed-channel.ts'
import { type Caller, createCaller } from '../support/http/caller.ts'
import { plainRequest } from '../support/http/plain-request.ts'
import { eventually } from '../support/line/line.ts'
import { innkeeper, newFolder, type Running, serve, withData } from '../support/process/process.ts'
import { freePort, occupyPort } from './free-port.ts'

type Message = { id: string; timestamp: string; type: string; content?: string }
type Entry = {
  entryId: number
  kind: string
  messageId?: string
  editedAt?: number
  quote?: object
  content?: { type: string; text?: string; imageSet?: object }
}

/** A running demo, as its greeting describes it. */
type Demo = { service: Running; owner: Caller; key: string; channel: string; page: ReturnType<typeof openPage> }

async function startDemo(dataDir: string, env: Record<string, string> = {}): Promise<Demo> {
  const service = await serve(dataDir, { command: 'start', env })
  const { stdout } = service.printed()
  const [, key = ''] = /Your key +(ink_\w+)\n/.exec(stdout) ?? []
  const [, chatUrl = ''] = /Chat page +(http:\S+)\n/.exec(stdout) ?? []
  const [, channelId = ''] = /\/api\/channels\/(\w+)\//.exec(stdout) ?? []
  const owner = createCaller(service.url, `Bearer ${key}`)
  return { service, owner, key, channel: `/api/channels/${channelId}`, page: openPage(chatUrl, channelId) }
}

/** What the chat page calls when somebody uses it. */
function openPage(chatUrl: string, chatId: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the page's own tests hold its answers to their shape
  const call = async (path: string, body?: object): Promise<any> => {
    const answer = await fetch(`${chatUrl}/chat/${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    assert.equal(answer.status, 200, path)
    return await answer.json()
  }
  return {
    chatUrl,
    people: async (): Promise<{ userId: string; name: string }[]> => (await call('world')).people,
    /** The whole chat, oldest first. */
    async entries(): Promise<Entry[]> {
      let all: Entry[] = []
      for (let before = ''; ; before = `&before=${all[0]?.entryId}`) {
        const { entries, hasOlder } = await call(`chats/${chatId}/entries?limit=200${before}`)
        all = [...entries, ...all]
        if (!hasOlder) return all
      }
    },
    say: async (as: string, text: string): Promise<string> =>
      (await call(`chats/${chatId}/messages`, { as, type: 'text', text })).entry.messageId,
    unsend: (as: string, messageId: string) => call(`chats/${chatId}/messages/${messageId}/unsend`, { as }),
  }
}

async function readWeeks({ owner, channel }: Demo): Promise<Message[]> {
  const { from, to } = (await owner.get('/api/usage')).body
  const messages: Message[] = []
  for (let day = Date.parse(from); day <= Date.parse(to) + 86_400_000; day += 86_400_000) {
    const date = new Date(day).toISOString().slice(0, 10)
    let cursor = ''
    do {
      const { body } = await owner.get(`${channel}/backup/messages?date=${date}&limit=100${cursor}`)
      messages.push(...body.messages)
      cursor = body.nextCursor ? `&cursor=${encodeURIComponent(body.nextCursor)}` : ''
    } while (cursor)
  }
  return messages
}

describe('./innkeeper start without LINE', () => {
  const dataDir = newFolder()
  const startedAt = Date.now()
  let demo: Demo
  let weeks: Message[]
  before(async () => {
    demo = await startDemo(dataDir)
    weeks = await readWeeks(demo)
  })

  test('the greeting shows two addresses and a key that opens the sample group', async () => {
    const { service, owner, key, channel, page } = demo
    const { stdout, stderr } = service.printed()
    assert.equal(stderr, '')
    assert.ok(stdout.includes(`API reference   ${service.url}/docs`), stdout)
    assert.ok(
      stdout.includes(`curl -H "Authorization: Bearer ${key}" "${service.url}${channel}/backup/messages`),
      stdout,
    )
    assert.equal(readFileSync(join(dataDir, 'demo/key'), 'utf8'), `${key}\n`)
    assert.equal(statSync(join(dataDir, 'demo/key')).mode & 0o777, 0o600)
    assert.equal((await fetch(page.chatUrl)).status, 200)
    const { channels } = (await owner.get('/api/channels')).body
    assert.deepEqual(
      channels.map(({ channelId }: { channelId: string }) => `/api/channels/${channelId}`),
      [channel],
    )
    assert.equal((await owner.get(channel)).body.role, 'owner')
    assert.ok((await owner.get(`${channel}/backup/messages`)).body.messages.length > 0, 'something was said today')
  })

  test('four weeks of varied chat came through the platform, up to this moment', async () => {
    const { owner, channel } = demo
    assert.ok(weeks.length >= 400 && weeks.length <= 900, `${weeks.length} messages`)
    const kinds = new Set(weeks.map(({ type }) => type))
    for (const kind of ['text', 'image', 'audio', 'sticker', 'location', 'file']) assert.ok(kinds.has(kind), kind)
    const texts = weeks.map(({ content }) => content ?? '').join('\n')
    for (const script of [/[a-z]{4}/, /\p{Script=Hiragana}/u, /\p{Script=Thai}/u]) assert.match(texts, script)
    const times = weeks.map(({ timestamp }) => Date.parse(timestamp))
    assert.ok(Math.min(...times) < startedAt - 24 * 86_400_000)
    assert.ok(Math.max(...times) >= startedAt - 1000)
    const { members } = (await owner.get(`${channel}/members`)).body
    const count = (test: (member: { role: string; status: string }) => boolean) => members.filter(test).length
    assert.equal(
      count(({ role }) => role === 'owner'),
      1,
    )
    assert.ok(count(({ role }) => role === 'admin') > 0)
    assert.ok(count(({ status }) => status === 'left') > 0)
    const health = await innkeeper(['doctor', '--data', dataDir])
    assert.equal(health.code, 0)
    assert.match(health.stdout, /Every event was understood/)
    assert.match(health.stdout, /none has failed/)
  })

  test('the chat page shows the same weeks: who came and went, answers, albums, second thoughts', async () => {
    const entries = await demo.page.entries()
    const kinds = new Set(entries.map(({ kind }) => kind))
    for (const kind of ['bot-joined', 'bot-message', 'joined', 'left', 'unsent']) assert.ok(kinds.has(kind), kind)
    assert.ok(entries.some(({ editedAt }) => editedAt !== undefined))
    assert.ok(entries.some(({ quote }) => quote !== undefined))
    assert.ok(entries.some(({ content }) => content?.imageSet !== undefined))
    const shown = entries.filter(({ kind }) => kind === 'message').map(({ messageId }) => messageId)
    // Whatever was said before somebody subscribed is not kept: the claim.
    assert.deepEqual(new Set(weeks.map(({ id }) => id)), new Set(shown.slice(1)))
    assert.deepEqual(
      entries.slice(0, 4).map(({ kind }) => kind),
      ['bot-joined', 'bot-message', 'message', 'bot-message'],
    )
  })

  test('its pictures are here, with a preview', async () => {
    const { owner, channel } = demo
    const { items } = (await owner.get(`${channel}/backup/media?limit=100`)).body
    const picture = items.find(({ type }: { type: string }) => type === 'image')
    const file = await owner.get(`${channel}/backup/media/${picture.id}`)
    assert.deepEqual([file.status, file.bytes.length], [200, picture.size])
    assert.equal(file.bytes.subarray(1, 4).toString('latin1'), 'PNG')
    const preview = await eventually(
      () => owner.get(`${channel}/backup/media/${picture.id}/preview`),
      ({ status }) => status === 200,
    )
    assert.match(preview.headers.get('content-type') ?? '', /^image\//)
  })

  test('what is typed on the chat page is in the backup, and what is unsent there is gone', async () => {
    const { owner, channel, page } = demo
    const speaker = weeks.at(-1) as Message & { sender: { id: string; name: string } }
    const userId = speaker.sender.id
    const messageId = await page.say(userId, 'Typed on the page 🥾 ここに')
    const path = `${channel}/backup/messages/${messageId}`
    const kept = await eventually(
      () => owner.get(path),
      ({ status }) => status === 200,
    )
    assert.deepEqual([kept.body.content, kept.body.sender], ['Typed on the page 🥾 ここに', speaker.sender])
    await page.unsend(userId, messageId)
    const gone = await eventually(
      () => owner.get(path),
      ({ status }) => status === 404,
    )
    assert.deepEqual(gone.body, { error: 'Message not found' })
  })

  test('/help on the chat page is answered by the bot', async () => {
    const { page } = demo
    const [person] = await page.people()
    const messageId = await page.say(person?.userId ?? '', '/help')
    const after = async () => {
      const entries = await page.entries()
      return entries.slice(entries.findIndex((entry) => entry.messageId === messageId) + 1)
    }
    const entries = await eventually(after, (list) => list.some(({ kind }) => kind === 'bot-message'))
    const answer = entries.find(({ kind }) => kind === 'bot-message')
    assert.match(answer?.content?.text ?? '', /\/claim/)
  })

  test('commands on the data folder are about the demo, and say so', async () => {
    const { code, stdout, stderr } = await innkeeper(['channels', 'list', '--json', '--data', dataDir])
    assert.equal(code, 0)
    assert.equal(JSON.parse(stdout).channels.length, 1)
    assert.equal(stderr, `Using the demo in ${join(dataDir, 'demo')}; the data folder has no database yet.\n`)
  })

  test('a second demo on the same folder is refused, and disturbs nothing', async () => {
    const second = await innkeeper(['start', '--port', '0', '--data', dataDir])
    assert.equal(second.code, 1)
    assert.match(second.stderr, /^Another service is running on .+demo\. Stop it first, or choose another folder/)
    assert.equal((await demo.owner.get(demo.channel)).status, 200)
  })

  test('after a stop the next start finds everything as it was left', async () => {
    const [messages, entries] = [await readWeeks(demo), await demo.page.entries()]
    assert.equal((await demo.service.stop('SIGINT')).code, 0)
    // Everywhere, which is no address that anybody could open.
    const again = await startDemo(dataDir, { INNKEEPER_HOST: '0.0.0.0' })
    assert.doesNotMatch(again.service.printed().stdout, /Making|0\.0\.0\.0/)
    assert.deepEqual([again.key, again.channel], [demo.key, demo.channel])
    assert.deepEqual(await readWeeks(again), messages)
    assert.deepEqual(await again.page.entries(), entries)
    const [person] = await again.page.people()
    const fresh = await again.page.say(person?.userId ?? '', 'Good morning')
    assert.ok(!messages.some(({ id }) => id === fresh), 'no id comes twice')
    const kept = () => again.owner.get(`${again.channel}/backup/messages/${fresh}`)
    assert.equal((await eventually(kept, ({ status }) => status === 200)).body.content, 'Good morning')
    assert.equal((await again.service.stop()).code, 0)
  })

  test('wherever the service listens, the simulated LINE can be reached and signed in with on this machine only', async () => {
    const listen = async (host: string, env: Record<string, string> = {}) => {
      const port = await freePort()
      const words = ['--port', String(port), '--host', host]
      const service = await serve(dataDir, { command: 'start', words, env: { ...env, INNKEEPER_SIMULATOR_PORT: '0' } })
      const [, chatPort = ''] = /Chat page +http:\/\/127\.0\.0\.1:(\d+)\n/.exec(service.printed().stdout) ?? []
      const read = async (path: string, host = '127.0.0.1') => {
        const { status, headers, text } = await plainRequest(`http://${host}:${port}`, 'GET', path)
        return { status, leadsTo: headers.location ?? '', text }
      }
      // Another address of this machine, as those of its networks are.
      const reaches = async (toPort: number | string, host = '127.0.0.2') =>
        await plainRequest(`http://${host}:${toPort}`, 'GET', '/').then(
          () => true,
          (error: NodeJS.ErrnoException) => assert.equal(error.code, 'ECONNREFUSED') ?? false,
        )
      return { service, port, chatPort, read, reaches, printed: service.printed().stdout }
    }
    const open = await listen('0.0.0.0')
    assert.equal(await open.reaches(open.port), true, 'the service is where it was told to be')
    assert.equal(await open.reaches(open.chatPort), false)
    assert.equal(await open.reaches(open.chatPort, '127.0.0.1'), true)
    assert.deepEqual(JSON.parse((await open.read('/sign-in/ways', '127.0.0.2')).text).platforms, [])
    for (const path of ['/sign-in/with/line', '/sign-in/with/line/back?code=x&state=y']) {
      assert.deepEqual((await open.read(path)).status, 404, path)
    }
    assert.match(open.printed, /Available on this machine only[\s\S]*"Sign in with LINE" is off/)
    assert.match(open.printed, /Side by side +http:\/\/127\.0\.0\.1:/)
    assert.equal((await open.service.stop()).code, 0)

    const behindProxy = await listen('127.0.0.1', { INNKEEPER_BASE_URL: 'https://demo.example' })
    assert.equal((await behindProxy.read('/sign-in/with/line')).status, 404)
    assert.doesNotMatch(behindProxy.printed, /Side by side/)
    assert.equal((await behindProxy.service.stop()).code, 0)

    const alone = await listen('127.0.0.1')
    const { status, leadsTo } = await alone.read('/sign-in/with/line')
    assert.equal(status, 302, 'the control')
    assert.ok(leadsTo.startsWith(`http://127.0.0.1:${alone.chatPort}/oauth2/`), leadsTo)
    assert.doesNotMatch(alone.printed, /Available on this machine only/)
    assert.equal((await alone.service.stop()).code, 0)
  })

  test('a key that was revoked is replaced by a new one', async () => {
    const { stdout } = await innkeeper(['keys', 'list', '--json', '--data', dataDir])
    const { id } = JSON.parse(stdout).keys.find(({ state }: { state: string }) => state === 'valid')
    await innkeeper(['keys', 'revoke', id, '--data', dataDir])
    const again = await startDemo(dataDir)
    assert.notEqual(again.key, demo.key)
    assert.equal((await again.owner.get(again.channel)).status, 200)
    assert.equal((await again.service.stop()).code, 0)
  })

  test('real data beside it stays untouched, and a start that was killed in the middle begins anew', async () => {
    const folder = newFolder()
    await withData(folder, ({ store }) => seedChannel(store, 'C1', { owner: 'U1' }, startedAt))
    const before = digest(folder)
    await killWhile(folder, 'Creating a sample group')
    assert.ok(existsSync(join(folder, 'demo')))
    const again = await startDemo(folder)
    assert.match(
      again.service.printed().stdout,
      new RegExp(`Your own data in ${folder} is not touched; ./innkeeper serve`),
    )
    assert.equal((await readWeeks(again)).length, weeks.length, 'whole, and nothing twice')
    assert.equal((await again.service.stop()).code, 0)
    assert.deepEqual(digest(folder), before)
    const own = await innkeeper(['channels', 'list', '--json', '--data', folder])
    assert.equal(JSON.parse(own.stdout).channels[0].channelId, 'C1')
  })
})

test('files that no demo made are not touched by one', async () => {
  const folder = newFolder()
  await withData(join(folder, 'demo'), ({ store }) => seedChannel(store, 'C1', { owner: 'U1' }, 0))
  const before = digest(join(folder, 'demo'))
  const { code, stderr } = await innkeeper(['start', '--port', '0', '--data', folder])
  assert.equal(code, 2)
  assert.match(
    stderr,
    /^The demo keeps its data in .+demo, but that folder contains something else\. Move it away, or choose/,
  )
  for (const [name, hash] of before) assert.equal(digest(join(folder, 'demo')).get(name), hash, name)
})

test('a port that is taken is told with the settings that choose another', async () => {
  const { server, port } = await occupyPort()
  const [service, simulator] = await Promise.all([
    innkeeper(['start', '--port', String(port), '--data', newFolder()], { env: { INNKEEPER_SIMULATOR_PORT: '0' } }),
    innkeeper(['start', '--port', '0', '--data', newFolder()], { env: { INNKEEPER_SIMULATOR_PORT: String(port) } }),
  ])
  server.close()
  for (const { code, stderr } of [service, simulator]) {
    assert.equal(code, 1)
    assert.match(
      stderr,
      new RegExp(`^Port ${port} is in use by another program\\. .*PORT for the service, INNKEEPER_SIM`),
    )
    assert.equal(stderr.split('\n').length, 2, stderr)
  }
})

test('with the credentials of LINE in the environment the service runs alone', async () => {
  const dataDir = newFolder()
  const env = {
    LINE_CHANNEL_SECRET: 'secret',
    LINE_CHANNEL_ACCESS_TOKEN: 'token',
    LINE_API_BASE_URL: 'http://127.0.0.1:9',
    INNKEEPER_BASE_URL: 'https://inn.example',
    INNKEEPER_LOG: 'error',
  }
  const service = await serve(dataDir, { command: 'start', env })
  const { stdout } = service.printed()
  assert.match(stdout, /LINE webhook +https:\/\/inn\.example\/webhooks\/line\n +Paste it into the LINE console/)
  assert.doesNotMatch(stdout, /demo|Chat page/)
  assert.equal((await service.stop()).code, 0)
  assert.ok(existsSync(join(dataDir, 'innkeeper.db')) && !existsSync(join(dataDir, 'demo')))
})

/** Of every file but the demo's, by its name. Locks and the log of a closed database have nothing in them. */
function digest(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !/^demo(\/|$)/.test(name))
  const files = names.filter((name) => statSync(join(folder, name)).isFile()).sort()
  return new Map(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}

/** As if the power went, once it has said this. */
async function killWhile(dataDir: string, words: string): Promise<void> {
  const program = fileURLToPath(new URL('../../../../innkeeper', import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, ['start', '--port', '0', '--data', dataDir], { env: { PATH, HOME } })
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text
    if (printed.includes(words)) break
  }
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}
