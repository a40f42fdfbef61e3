import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Group, type MediaContent, type Simulator, startSimulator } from '@innkeeper/simulator'
import type { Random } from '@innkeeper/testdata'
import { eventually, until } from '../../support/eventually.ts'
import { type Caller, createCaller } from '../../support/http/caller.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { createKey, newFolder, type Running, serve } from '../../support/process/process.ts'
import { isSoak } from '../../support/soak.ts'

const rounds = isSoak ? 5 : 1
/** Files per round. */
const count = isSoak ? 200 : 60

test('files arrive complete although the service is killed while it downloads them', {
  timeout: 300_000,
}, async (context) => {
  const random = drawRandom(context)
  const line = await startPlatform(context, random)
  const setup = await openSetup(line)
  const sent: Sent = new Map()
  for (let round = 1; round <= rounds; round++) {
    const before = sent.size
    sendSlowly(line, 150)
    for (const [id, file] of await sendFiles(random, line, setup.family, count)) sent.set(id, file)
    await setup.hasStored(before + random.between(1, count / 2))
    const stored = await killAndStart(context, setup)
    assert.ok(stored < sent.size, 'control: there was work left')
    await assertWholeOrAbsent(setup, sent)
    line.faults.clear()
    await setup.hasStored(sent.size)
  }
  const known = await readAll(setup, sent)
  assert.equal((await setup.service.stop()).code, 0)
  const { files, halfFiles } = lookInto(setup.dataDir)
  assert.deepEqual(halfFiles, [])
  assert.deepEqual(files.sort(), [...known].sort(), 'every file can be requested')
})

test('a service that is stopped while it downloads files leaves no partial ones, and downloads them after a restart', {
  timeout: 120_000,
}, async (context) => {
  const random = drawRandom(context)
  const line = await startPlatform(context, random)
  sendSlowly(line, 4_000)
  const setup = await openSetup(line)
  const sent = await sendFiles(random, line, setup.family, 6)
  await until(() => lookInto(setup.dataDir).halfFiles.length > 0, 'a file is coming in')
  assert.equal((await setup.service.stop()).code, 0)
  assert.deepEqual(lookInto(setup.dataDir), { files: [], halfFiles: [] })
  line.faults.clear()
  await setup.start()
  await setup.hasStored(sent.size)
  await readAll(setup, sent)
  assert.equal((await setup.service.stop()).code, 0)
})

async function startPlatform(context: TestContext, random: Random): Promise<Simulator> {
  const line = await startSimulator({ rateLimits: null, seed: random.hex(8) })
  context.after(() => line.stop())
  return line
}

/** Each file takes this long from now on. */
function sendSlowly(line: Simulator, ms: number): void {
  line.faults.add({ on: 'GET /v2/bot/message/{messageId}/content', do: 'slow', ms })
}

/** Returns how many files were stored by then. */
async function killAndStart(context: TestContext, setup: Setup): Promise<number> {
  await until(() => lookInto(setup.dataDir).halfFiles.length > 0, 'a file is coming in')
  await setup.service.stop('SIGKILL')
  const left = lookInto(setup.dataDir).halfFiles
  await setup.start()
  const still = new Set(lookInto(setup.dataDir).halfFiles)
  assert.deepEqual(
    left.filter((name) => still.has(name)),
    [],
    'partial files are gone before the service takes requests',
  )
  const stored = await setup.countStored()
  context.diagnostic(`killed; ${stored} were stored and ${left.length} partial`)
  return stored
}

async function assertWholeOrAbsent(setup: Setup, sent: Sent): Promise<void> {
  for (const [messageId, { sha256 }] of sent) {
    const { status, bytes, body } = await setup.owner().get(`${setup.path}/media/${messageId}`)
    if (status === 200) assert.equal(hash('sha256', bytes, 'hex'), sha256, messageId)
    else assert.deepEqual([status, body.error], [404, 'Media not available yet'], messageId)
  }
}

/** Reads back every file and preview, and returns the hashes of all of them. */
async function readAll(setup: Setup, sent: Sent): Promise<Set<string>> {
  const known = new Set<string>()
  for (const [messageId, { type, sha256, sizeBytes }] of sent) {
    const path = `${setup.path}/media/${messageId}`
    const file = await setup.owner().get(path)
    const found = [file.status, file.bytes.length, hash('sha256', file.bytes, 'hex')]
    assert.deepEqual(found, [200, sizeBytes, sha256], messageId)
    known.add(sha256)
    if (type !== 'image' && type !== 'video') continue
    const preview = await eventually(
      () => setup.owner().get(`${path}/preview`),
      ({ status }) => status === 200,
    )
    assert.equal(preview.status, 200, messageId)
    known.add(hash('sha256', preview.bytes, 'hex'))
  }
  return known
}

type Setup = {
  dataDir: string
  family: Group
  path: string
  service: Running
  start(): Promise<void>
  owner(): Caller
  countStored(): Promise<number>
  hasStored(atLeast: number): Promise<void>
}

/** A service that is connected to this platform, with a group whose owner reads its backup. */
async function openSetup(line: Simulator): Promise<Setup> {
  const dataDir = newFolder()
  const mai = line.addUser({ displayName: 'Mai' })
  const family = line.addGroup({ name: 'Family', members: [mai] })
  const { key } = await createKey(dataDir, mai.userId)
  const env = {
    INNKEEPER_RATE_LIMIT: '0',
    LINE_CHANNEL_SECRET: line.channelSecret,
    LINE_CHANNEL_ACCESS_TOKEN: line.accessToken,
    LINE_API_BASE_URL: line.url,
    LINE_DATA_API_BASE_URL: line.url,
  }
  const setup: Setup = {
    dataDir,
    family,
    path: `/api/channels/${family.groupId}/backup`,
    service: {} as Running,
    async start() {
      setup.service = await serve(dataDir, { env })
      line.setWebhookUrl(`${setup.service.url}/webhooks/line`)
    },
    owner: () => createCaller(setup.service.url, `Bearer ${key}`),
    countStored: async () => (await setup.owner().get('/api/usage')).body.totals.mediaFiles,
    hasStored: (atLeast) => until(async () => (await setup.countStored()) >= atLeast, `${atLeast} files are stored`),
  }
  await setup.start()
  await family.invite()
  await family.say(mai, '/claim')
  const answer = await setup.owner().post(`${setup.path}/subscribe`)
  assert.equal(answer.status, 200, answer.text)
  return setup
}

type Sent = Map<string, { type: MediaContent['type']; sha256: string; sizeBytes: number }>

/** Sends files of all kinds. About one in ten is a duplicate. */
async function sendFiles(random: Random, line: Simulator, family: Group, howMany: number): Promise<Sent> {
  const ken = line.addUser({ displayName: 'Ken' })
  await family.join(ken)
  const sent: Sent = new Map()
  const documents: Buffer[] = []
  for (let index = 0; index < howMany; index++) {
    const content = random.pick<MediaContent>([
      { type: 'image' },
      { type: 'video' },
      { type: 'audio', durationMs: 500 },
      { type: 'file', fileName: `${index}.bin`, bytes: Buffer.from(random.hex(random.between(2, 100_000)), 'hex') },
    ])
    if (content.type === 'file' && content.bytes) {
      if (documents.length > 0 && random.below(3) === 0) content.bytes = random.pick(documents)
      documents.push(content.bytes)
    }
    const { messageId, isDelivered } = await family.say(ken, content)
    const bytes = line.world.messages.get(messageId)?.content?.bytes
    assert.ok(isDelivered && bytes)
    sent.set(messageId, { type: content.type, sha256: hash('sha256', bytes, 'hex'), sizeBytes: bytes.length })
  }
  return sent
}

function lookInto(dataDir: string): { files: string[]; halfFiles: string[] } {
  const media = join(dataDir, 'media')
  const folders = readdirSync(media).filter((name) => name !== 'incoming')
  return {
    files: folders.flatMap((folder) => readdirSync(join(media, folder)).map((name) => folder + name)),
    halfFiles: readdirSync(join(media, 'incoming')),
  }
}
