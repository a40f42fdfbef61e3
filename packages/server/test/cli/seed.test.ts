import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Message } from '@innkeeper/contract'
import type { CliDeps } from '../../src/cli/cli-deps.ts'
import { seedCommand } from '../../src/cli/data/seed.ts'
import { UsageProblem } from '../../src/config/config.ts'
import { message } from '../support/content/events.ts'
import type { Caller } from '../support/http/caller.ts'
import { innkeeper, newFolder } from '../support/process/process.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

type Seeded = {
  channels: { channelId: string; name: string; ownerId: string; messages: number }[]
  messages: number
  newEvents: number
  mediaFiles: number
  next: string
}

const dayMs = 86_400_000

/** Runs `./innkeeper seed … --json` on a folder and parses its output. */
async function seed(dataDir: string, words: string): Promise<Seeded> {
  const { code, stdout, stderr } = await innkeeper(['seed', ...words.split(' '), '--json', '--data', dataDir])
  assert.equal(code, 0, stderr)
  assert.equal(stderr, '', 'no progress output without a terminal')
  assert.equal(stdout.split('\n').length, 2, 'one line')
  return JSON.parse(stdout)
}

/** A running service whose clock shows the real time, like that of the seed command. */
async function openSeeded(words: string): Promise<{ service: TestService; seeded: Seeded }> {
  const service = await startTestService()
  const seeded = await seed(service.dataDir, words)
  service.clock.now = Date.now()
  return { service, seeded }
}

/** All messages of a channel, day by day. */
async function readAll(caller: Caller, channelId: string, now: number): Promise<Message[]> {
  const messages: Message[] = []
  for (let day = 30; day >= -1; day--) {
    const date = new Date(now - day * dayMs).toISOString().slice(0, 10)
    let path = `/api/channels/${channelId}/backup/messages?limit=100&date=${date}`
    while (path) {
      const { status, text, body } = await caller.get(path)
      assert.equal(status, 200, text)
      messages.push(...body.messages)
      path = body.nextCursor ? `/api/channels/${channelId}/backup/messages?cursor=${body.nextCursor}&limit=100` : ''
    }
  }
  return messages
}

test('a seeded service has complete groups: people, roles, settings, assistant and backup', async () => {
  const { service, seeded } = await openSeeded('--channels 4 --messages 1202 --seed demo --media 6')
  assert.deepEqual(
    seeded.channels.map(({ messages }) => messages),
    [301, 301, 300, 300],
  )
  assert.equal(seeded.messages, 1202)
  assert.equal(seeded.mediaFiles, 24)
  const keys = await service.store.listAllKeys()
  assert.ok(keys.length > 0 && keys.every((key) => key.revokedAt !== null), 'no key from seeding is still valid')

  const types = new Set<string>()
  const zones = new Set<string>()
  for (const { channelId, name, ownerId, messages: count } of seeded.channels) {
    const owner = await service.caller(ownerId)
    const detail = (await owner.get(`/api/channels/${channelId}`)).body
    assert.equal(detail.role, 'owner')
    assert.equal(detail.meta.name, name)
    assert.ok(detail.meta.memberCount >= 6)
    const { assistant, backup } = detail.config
    assert.deepEqual([backup.enabled, assistant.welcome.enabled, assistant.rules.enabled], [true, true, true])

    const members: { role: string }[] = (await owner.get(`/api/channels/${channelId}/members`)).body.members
    assert.ok(members.some(({ role }) => role === 'admin'))
    assert.equal((await owner.get(`/api/channels/${channelId}/members?role=guest`)).body.members.length, 1)
    assert.equal((await owner.get(`/api/channels/${channelId}/assistant/qa`)).body.rules.length, 3)
    assert.match((await owner.get(`/api/channels/${channelId}/assistant/welcome`)).body.message, /\{name\}/)
    assert.match((await owner.get(`/api/channels/${channelId}/assistant/rules`)).body.content, /^1\. /)
    zones.add((await owner.get(`/api/channels/${channelId}/settings`)).body.timezone)

    const messages = await readAll(owner, channelId, service.clock.now)
    assert.equal(messages.length, count)
    for (const { type, timestamp } of messages) {
      types.add(type)
      assert.ok(Date.parse(timestamp) <= service.clock.now)
    }
  }
  assert.deepEqual([...types].sort(), ['audio', 'file', 'image', 'location', 'sticker', 'text', 'video'])
  assert.deepEqual([...zones].sort(), ['Asia/Bangkok', 'Asia/Taipei', 'Asia/Tokyo', 'Europe/Berlin'])

  const host = await service.caller(seeded.channels[0]?.ownerId ?? '')
  assert.deepEqual((await host.get('/api/me')).body.channels, { owner: 1, admin: 1, member: 1, guest: 1 })
})

test('the first media messages of a channel have real files, the others are pending', async () => {
  const { service, seeded } = await openSeeded('--channels 1 --messages 400 --seed 7 --media 12')
  const { channelId, ownerId } = seeded.channels[0] ?? { channelId: '', ownerId: '' }
  const owner = await service.caller(ownerId)
  const messages = (await readAll(owner, channelId, service.clock.now)).filter((message) => 'mediaKey' in message)
  const { items } = (await owner.get(`/api/channels/${channelId}/backup/media?order=asc&limit=100`)).body
  assert.deepEqual(
    items.map(({ id }: { id: string }) => id),
    messages.slice(0, 12).map(({ id }) => id),
  )
  const starts = { image: '\x89PNG\r\n\x1a\n', audio: 'RIFF', video: '\0\0\0\x1cftyp', file: '' }
  for (const { id, type, size } of items as { id: string; type: keyof typeof starts; size: number }[]) {
    const file = await owner.get(`/api/channels/${channelId}/backup/media/${id}`)
    assert.equal(file.status, 200)
    assert.equal(file.bytes.length, size)
    assert.ok(file.bytes.toString('latin1').startsWith(starts[type]), type)
  }
  const pending = await owner.get(`/api/channels/${channelId}/backup/media/${messages[12]?.id}`)
  assert.equal(pending.status, 404)
  assert.equal(pending.body.error, 'Media not available yet')
})

test('seeding again with the same seed changes nothing, not even what people changed since', async () => {
  const { service, seeded } = await openSeeded('--channels 2 --messages 200 --seed again --media 3')
  const [first, second] = seeded.channels
  assert.ok(first && second)
  const owner = await service.caller(first.ownerId)
  const path = `/api/channels/${first.channelId}`
  await owner.put(`${path}/settings`, { timezone: 'Europe/Paris' })
  const [rule] = (await owner.get(`${path}/assistant/qa`)).body.rules
  await owner.delete(`${path}/assistant/qa/${rule.id}`)
  const heir = (await owner.get(`${path}/members`)).body.members.find(({ role }: { role: string }) => role === 'member')
  await owner.put(`${path}/owner`, { userId: heir.userId })
  const newOwner = await service.caller(heir.userId)

  const readState = async () => ({
    messages: await readAll(owner, first.channelId, service.clock.now),
    answers: await Promise.all(
      ['/settings', '/members', '/assistant/qa', '/audit', '/backup/media'].map(
        async (part) => (await newOwner.get(path + part)).body,
      ),
    ),
    channels: await service.store.listAllChannels(),
    keys: (await service.store.listAllKeys()).length,
  })
  const before = await readState()
  const again = await seed(service.dataDir, '--channels 2 --messages 200 --seed again --media 3')
  assert.equal(again.newEvents, 0)
  assert.deepEqual(await readState(), before)
  assert.deepEqual(again.channels, [{ ...first, ownerId: heir.userId }, second])

  // Negative control: one more message makes a difference.
  await service.receive([message(first.channelId, service.clock.now, { from: heir.userId })])
  assert.notDeepEqual(await readState(), before)
})

test('more messages with the same seed continue where the chat ended', async () => {
  const dataDir = newFolder()
  const small = await seed(dataDir, '--channels 1 --messages 60 --seed grow --media 0')
  const large = await seed(dataDir, '--channels 1 --messages 100 --seed grow --media 0')
  assert.equal(small.messages, 60)
  assert.equal(large.messages, 100)
  assert.equal(large.channels[0]?.channelId, small.channels[0]?.channelId)
})

test('the summary names every channel and a next command that works', async () => {
  const dataDir = newFolder()
  const words = ['--channels', '2', '--messages', '30', '--seed', 'Größe 大きさ', '--data', dataDir]
  const { code, stdout, stderr } = await innkeeper(['seed', ...words])
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^2 channels, 30 messages, \d+ media files?; \d+ new events, in \d+\.\d s\.\n/)
  assert.equal(stdout.match(/^C[0-9a-f]{32} +.+ U[0-9a-f]{32} +15$/gm)?.length, 2, stdout)
  const next = /^Next: \.\/innkeeper (keys create --user U[0-9a-f]{32} --data .+)$/m.exec(stdout)?.[1] ?? ''
  const key = await innkeeper(next.split(' '))
  assert.equal(key.code, 0, key.stderr)
  assert.match(key.stdout, /ink_/)
})

/** Fails if anything is opened, for checks that must come first. */
const deps: CliDeps = {
  environment: {},
  startService: opened,
  readFullConfig: opened,
  rotateSecrets: opened,
  findSecretKey: opened,
  openStore: opened,
  openMedia: opened,
  examineMedia: opened,
  examineCertificate: opened,
  hasStore: opened,
  findAddress: opened,
  findOpenMode: opened,
  listSnapshots: opened,
  findLastSnapshotAt: opened,
  lockFolder: opened,
  inspectStore: opened,
  readBacklog: opened,
  readFailedDeliveries: opened,
  createConnectors: opened,
  createPlatformSetups: opened,
  createModel: opened,
  openLedger: opened,
  purgeDeleted: opened,
  loadSnapshots: opened,
  loadMigration: opened,
  loadExports: opened,
  createHistoryReader: opened,
  isStoreProblem: () => false,
}

function opened(): never {
  throw new Error('The store was opened')
}

test('an invalid value is refused with a sentence before anything is opened', async () => {
  const run = (words: Record<string, string>) => {
    const all = { '--channels': '1', '--messages': '10', '--seed': '1', ...words }
    return seedCommand(deps).parseAsync(Object.entries(all).flat(), { from: 'user' })
  }
  const cases: [name: string, value: string, allowed: string][] = [
    ['--channels', '0', 'from 1 to 10,000.'],
    ['--channels', '10001', 'from 1 to 10,000.'],
    ['--channels', 'many', 'from 1 to 10,000.'],
    ['--messages', '0', 'from 1 to 10,000,000.'],
    ['--messages', '10000001', 'from 1 to 10,000,000.'],
    ['--messages', '1.5', 'from 1 to 10,000,000.'],
    ['--messages', '-3', 'from 1 to 10,000,000.'],
    ['--messages', '1e3', 'from 1 to 10,000,000.'],
    ['--media', 'all', 'from 0 to 100,000.'],
    ['--media', '', 'from 0 to 100,000.'],
  ]
  for (const [name, value, allowed] of cases) {
    const message = `${name} is ${JSON.stringify(value)}. Set it to a whole number ${allowed}`
    await assert.rejects(run({ [name]: value }), { constructor: UsageProblem, message })
  }
  // Negative control: the largest values pass and reach the store.
  const largest = { '--channels': '10000', '--messages': '10000000', '--media': '100000' }
  await assert.rejects(run(largest), /The store was opened/)
})

test('with invalid options the command exits with 2, says why, and leaves no folder behind', async () => {
  const dataDir = join(newFolder(), 'data')
  const words = ['--channels', '0', '--messages', '10', '--seed', '1', '--data', dataDir]
  const wrong = await innkeeper(['seed', ...words])
  assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
  assert.equal(wrong.stderr, '--channels is "0". Set it to a whole number from 1 to 10,000.\n')
  assert.ok(!existsSync(dataDir))
})

test('the help says that messages are spread over all channels, with an example', () => {
  let help = ''
  seedCommand(deps)
    .configureOutput({ writeOut: (text) => (help += text) })
    .outputHelp()
  assert.match(help.replaceAll(/\s+/g, ' '), /total number of messages, spread evenly over all channels/)
  assert.match(help, /^ {2}\.\/innkeeper seed --channels 3 --messages 2000 --seed 1$/m)
})
