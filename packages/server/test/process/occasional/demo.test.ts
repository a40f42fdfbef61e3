import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { hashLinkCode } from '../../../src/domain/accounts/sign-in.ts'
import { seedChannel } from '../../store/seed-channel.ts'
import { eventually } from '../../support/eventually.ts'
import { findOpenPaths } from '../../support/folder.ts'
import { plainRequest } from '../../support/http/plain-request.ts'
import { passphrase } from '../../support/operator.ts'
import { innkeeper, newFolder, serve, withData } from '../../support/process/process.ts'
import { freePort, occupyPort } from '../free-port.ts'
import { type Demo, type Entry, killWhile, type Message, readWeeks, startDemo } from '../running-demo.ts'

describe('./innkeeper start without LINE', () => {
  const dataDir = newFolder()
  const demoDir = join(dataDir, 'demo')
  const startedAt = Date.now()
  let demo: Demo
  let weeks: Message[]
  before(async () => {
    mkdirSync(demoDir)
    chmodSync(demoDir, 0o755)
    demo = await startDemo(dataDir, { port: await freePort() })
    weeks = await readWeeks(demo)
  })

  test('prints two addresses and a key that opens the sample group', async () => {
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

  test('four weeks of varied chat came through the platform, up to now', async () => {
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
    const unnamed = members.filter((one: { userId: string; displayName: string }) => one.displayName === one.userId)
    assert.deepEqual(unnamed, [], 'the service knows the names that the chat page shows, also of people who left')
    const health = await innkeeper(['doctor', '--data', dataDir])
    assert.equal(health.code, 0)
    assert.match(health.stdout, /All events could be read/)
    assert.match(health.stdout, /none has failed/)
  })

  test('the chat page shows the same weeks: joins and leaves, answers, albums, edits and unsent messages', async () => {
    const entries = await demo.page.entries()
    const kinds = new Set(entries.map(({ kind }) => kind))
    for (const kind of ['bot-joined', 'bot-message', 'joined', 'left', 'unsent']) assert.ok(kinds.has(kind), kind)
    assert.ok(entries.some(({ editedAt }) => editedAt !== undefined))
    assert.ok(entries.some(({ quote }) => quote !== undefined))
    assert.ok(entries.some(({ content }) => content?.imageSet !== undefined))
    const shown = entries.filter(({ kind }) => kind === 'message').map(({ messageId }) => messageId)
    // Messages before the first subscription are not kept, which is only the claim.
    assert.deepEqual(new Set(weeks.map(({ id }) => id)), new Set(shown.slice(1)))
    assert.deepEqual(
      entries.slice(0, 4).map(({ kind }) => kind),
      ['bot-joined', 'bot-message', 'message', 'bot-message'],
    )
  })

  test('its pictures are in the backup, with a preview', async () => {
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

  test('a message typed on the chat page is in the backup, and is gone when it is unsent there', async () => {
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

  test('its link signs the browser in to both accounts, and each owns a group of its platform', async () => {
    const { stdout } = demo.service.printed()
    const codes = /Sign in +\S+#(\S+)/.exec(stdout)?.[1]?.split('.') ?? []
    assert.equal(codes.length, 2)
    const owned: [string, string][] = []
    for (const code of codes) {
      const answer = await fetch(`${demo.url}/sign-in/link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ code }),
      })
      const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const overview = await fetch(`${demo.url}/api/overview`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
      const { channels } = (await overview.json()) as { channels: { name: string; role: string }[] }
      for (const { name, role } of channels) owned.push([name, role])
    }
    assert.deepEqual(owned, [
      ['Harbour Walkers 🥾', 'owner'],
      ['Kayak Saturdays 🛶', 'owner'],
    ])
    const telegramUrl = /In Telegram +(\S+)/.exec(stdout)?.[1] ?? ''
    assert.equal((await fetch(telegramUrl)).status, 200)
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
    assert.equal(JSON.parse(stdout).channels.length, 2)
    assert.equal(stderr, `Using the demo's data in ${join(dataDir, 'demo')}.\n`)
  })

  test('a second demo on the same folder is refused and does not disturb the first', async () => {
    const second = await innkeeper(['start', '--port', '0', '--data', dataDir])
    assert.equal(second.code, 1)
    assert.match(second.stderr, /^Another service is running on .+demo\. Stop it first, or choose another folder/)
    assert.equal((await demo.owner.get(demo.channel)).status, 200)
  })

  test('only its user can read what it writes, although someone else created the folder before', () => {
    assert.deepEqual(findOpenPaths(demoDir), [])
  })

  test('people on this machine can sign in with the simulated LINE', async () => {
    const { status, leadsTo } = await read(demo, '/sign-in/with/line')
    assert.equal(status, 302)
    assert.ok(leadsTo.startsWith(`${demo.page.chatUrl}/oauth2/`), leadsTo)
    assert.doesNotMatch(demo.service.printed().stdout, /Available on this machine only/)
  })

  describe('after a stop, the next start on all addresses', () => {
    let left: { messages: Message[]; entries: Entry[] }
    let again: Demo
    before(async () => {
      left = { messages: await readWeeks(demo), entries: await demo.page.entries() }
      assert.equal((await demo.service.stop('SIGINT')).code, 0)
      assert.deepEqual(findOpenPaths(demoDir), [])
      again = await startDemo(dataDir, { port: await freePort(), host: '0.0.0.0' })
    })
    after(async () => assert.equal((await again.service.stop()).code, 0))

    test('finds everything as it was left', async () => {
      assert.deepEqual([again.key, again.channel], [demo.key, demo.channel])
      assert.deepEqual(await readWeeks(again), left.messages)
      assert.deepEqual(await again.page.entries(), left.entries)
      const [person] = await again.page.people()
      const fresh = await again.page.say(person?.userId ?? '', 'Good morning')
      assert.ok(!left.messages.some(({ id }) => id === fresh), 'no ID is reused')
      const kept = () => again.owner.get(`${again.channel}/backup/messages/${fresh}`)
      assert.equal((await eventually(kept, ({ status }) => status === 200)).body.content, 'Good morning')
    })

    test('lets only this machine reach the simulated LINE and sign in with it', async () => {
      const [{ port }, { port: chatPort }] = [new URL(again.url), new URL(again.page.chatUrl)]
      assert.equal(await isReached(port, '127.0.0.2'), true, 'the service listens where it should')
      assert.equal(await isReached(chatPort, '127.0.0.2'), false)
      assert.equal(await isReached(chatPort, '127.0.0.1'), true)
      assert.deepEqual(JSON.parse((await read(again, '/sign-in/ways', '127.0.0.2')).text).platforms, [])
      for (const path of ['/sign-in/with/line', '/sign-in/with/line/back?code=x&state=y']) {
        assert.deepEqual((await read(again, path)).status, 404, path)
      }
    })

    test('prints addresses that can be opened, and what is available on this machine only', () => {
      const { stdout } = again.service.printed()
      // A browser can't open 0.0.0.0.
      assert.doesNotMatch(stdout, /Creating|0\.0\.0\.0/)
      assert.match(stdout, /Available on this machine only[\s\S]*Signing in with LINE or Telegram is off/)
      assert.match(stdout, /Side by side +http:\/\/127\.0\.0\.1:/)
    })
  })

  describe('behind a proxy, after its key was revoked', () => {
    let again: Demo
    before(async () => {
      await demo.service.stop()
      const { stdout } = await innkeeper(['keys', 'list', '--json', '--data', dataDir])
      const { id } = JSON.parse(stdout).keys.find(({ state }: { state: string }) => state === 'valid')
      await innkeeper(['keys', 'revoke', id, '--data', dataDir])
      const env = { INNKEEPER_BASE_URL: 'https://demo.example' }
      again = await startDemo(dataDir, { port: await freePort(), host: '127.0.0.1', env })
    })
    after(async () => assert.equal((await again.service.stop()).code, 0))

    test('it has a new key', async () => {
      assert.notEqual(again.key, demo.key)
      assert.equal((await again.owner.get(again.channel)).status, 200)
    })

    test('no one can sign in with the simulated LINE, which is on this machine only', async () => {
      assert.equal((await read(again, '/sign-in/with/line')).status, 404)
      assert.doesNotMatch(again.service.printed().stdout, /Side by side/)
    })
  })

  test('real data next to it stays untouched, and a start that was killed halfway begins again', async () => {
    const folder = newFolder()
    await withData(folder, ({ store }) => seedChannel(store, 'C1', { owner: 'U1' }, startedAt))
    const before = digest(folder)
    await killWhile(folder, 'Creating a sample group')
    assert.ok(existsSync(join(folder, 'demo')))
    const again = await startDemo(folder)
    assert.match(
      again.service.printed().stdout,
      new RegExp(`This is not your own data, which is in ${folder} .*\n.*run: ./innkeeper serve --data ${folder}\n`),
    )
    assert.equal((await readWeeks(again)).length, weeks.length, 'complete, and no duplicates')
    assert.equal((await again.service.stop()).code, 0)
    assert.deepEqual(digest(folder), before)
    const own = await innkeeper(['channels', 'list', '--json', '--data', folder])
    assert.equal(JSON.parse(own.stdout).channels[0].channelId, 'C1')
  })
})

test('of two browsers that finish the setup at once, one gets the account, and the service of the given folder runs', async () => {
  const [dataDir, elsewhere] = [newFolder(), newFolder()]
  const { service, url } = await startDemo(dataDir, { port: await freePort(), env: { INNKEEPER_DATA: elsewhere } })
  const [, code = ''] = /Set up for real \S+#(\S+)/.exec(service.printed().stdout) ?? []
  const create = (name: string) =>
    fetch(`${url}/setup/operator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ code, name, passphrase }),
    })
  const answers = await Promise.all(['Hana', 'Mai', 'Ken'].map(create))
  const statuses = answers.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [201, 409, 409])
  const findWays = async () => {
    // Between the demo and the service, nothing listens.
    const answer = await fetch(`${url}/sign-in/ways`).catch(() => undefined)
    return (await answer?.json()) as { isDemo: boolean; operator: string } | undefined
  }
  const ways = await eventually(findWays, (found) => found?.isDemo === false)
  assert.equal(ways?.operator, 'exists')
  await withData(dataDir, async ({ store }) => {
    const actions = (await store.listOperatorLog(10)).map(({ action }) => action)
    assert.deepEqual(actions, ['operator.created'])
  })
  assert.equal((await service.stop()).code, 0)
  assert.deepEqual(readdirSync(elsewhere), [])
  await withData(join(dataDir, 'demo'), async ({ store }) =>
    assert.equal(await store.hasSetupCode(hashLinkCode(code), Date.now()), false, 'the link of the demo is used up'),
  )
})

test('files that no demo created are not touched by one', async () => {
  const folder = newFolder()
  await withData(join(folder, 'demo'), ({ store }) => seedChannel(store, 'C1', { owner: 'U1' }, 0))
  const before = digest(join(folder, 'demo'))
  const { code, stderr } = await innkeeper(['start', '--port', '0', '--data', folder])
  assert.equal(code, 2)
  assert.match(
    stderr,
    /^The demo keeps its data in .+demo, but that folder contains something else\. Move it away, or choose .+\. If it's a restored copy, start it with \.\/innkeeper serve --data .+demo\.\n/,
  )
  for (const [name, hash] of before) assert.equal(digest(join(folder, 'demo')).get(name), hash, name)
})

test('a port that is in use is reported with the settings that choose another', async () => {
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
      new RegExp(`^Port ${port} is in use by another program\\. .*such as --port \\d+, .*INNKEEPER_SIM`),
    )
    assert.equal(stderr.split('\n').length, 2, stderr)
  }
})

test('with LINE credentials in the environment, the service runs without the demo', async () => {
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
  assert.match(stdout, /LINE webhook +https:\/\/inn\.example\/webhooks\/line\n +Paste this URL into the LINE /)
  assert.doesNotMatch(stdout, /demo|Chat page/)
  assert.equal((await service.stop()).code, 0)
  assert.ok(existsSync(join(dataDir, 'innkeeper.db')) && !existsSync(join(dataDir, 'demo')))

  // Asked for, the demo runs beside it and leaves it alone.
  const before = digest(dataDir)
  const demo = await serve(dataDir, {
    command: 'start',
    words: ['--demo'],
    env: { ...env, INNKEEPER_SIMULATOR_PORT: '0', INNKEEPER_BASE_URL: '' },
  })
  assert.match(demo.printed().stdout, /Innkeeper is running a demo/)
  assert.equal((await demo.stop()).code, 0)
  assert.ok(existsSync(join(dataDir, 'demo')))
  assert.deepEqual(digest(dataDir), before)
})

async function read({ url }: Demo, path: string, host = '127.0.0.1') {
  const { port } = new URL(url)
  const { status, headers, text } = await plainRequest(`http://${host}:${port}`, 'GET', path)
  return { status, leadsTo: headers.location ?? '', text }
}

/** 127.0.0.2 is another address of this machine, like its network addresses. */
async function isReached(port: string, host: '127.0.0.1' | '127.0.0.2'): Promise<boolean> {
  return await plainRequest(`http://${host}:${port}`, 'GET', '/').then(
    () => true,
    (error: NodeJS.ErrnoException) => assert.equal(error.code, 'ECONNREFUSED') ?? false,
  )
}

/** Hashes of every file except the demo's, by name. Locks and the log of a closed database are empty. */
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
