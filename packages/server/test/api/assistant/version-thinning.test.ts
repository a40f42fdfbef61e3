import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService({ INNKEEPER_ASSISTANT_VERSIONS: '6', INNKEEPER_ASSISTANT_VERSIONS_MIB: '1' })
const admin = await service.caller('U-admin')
const fresh = async (channel: string) =>
  `/api/channels/${await service.channel(channel, { admins: ['U-admin'], members: ['U-mika'] })}/assistant`
const rule = { keywords: ['hours'], question: 'When are you open?', answer: 'From 9 to 18.' }
type Entry = { version: number; label: string | null }
const versionsOf = async (path: string): Promise<Entry[]> =>
  (await admin.get(`${path}/versions?limit=100`)).body.versions
const numbersOf = async (path: string) => (await versionsOf(path)).map(({ version }) => version)

test('the oldest versions are thinned out, and named ones stay', async () => {
  const path = await fresh('C-few')
  for (let cooldownSeconds = 1; cooldownSeconds <= 4; cooldownSeconds++) {
    await admin.put(`${path}/config`, { qa: { cooldownSeconds } })
  }
  const named = await admin.put(`${path}/versions/2`, { label: 'Before summer' })
  assert.deepEqual([named.status, named.body.version, named.body.label], [200, 2, 'Before summer'])
  for (let cooldownSeconds = 5; cooldownSeconds <= 12; cooldownSeconds++) {
    await admin.put(`${path}/config`, { qa: { cooldownSeconds } })
  }
  assert.deepEqual(await numbersOf(path), [12, 11, 10, 9, 8, 2])
  assert.equal((await admin.get(`${path}/versions/5`)).status, 404)
  assert.equal((await admin.post(`${path}/versions/5/restore`)).status, 404)
  const { body } = await admin.get(`${path}/versions/8`)
  assert.deepEqual([body.previous, body.label], [2, null], 'the previous one that still exists')
  assert.equal((await admin.get(`${path}/versions/2`)).body.previous, null)
  assert.equal((await admin.post(`${path}/versions/2/restore`)).status, 200)
  assert.equal((await admin.get(`${path}/config`)).body.qa.cooldownSeconds, 2)

  await admin.put(`${path}/versions/2`, { label: null })
  await admin.put(`${path}/config`, { qa: { cooldownSeconds: 99 } })
  assert.deepEqual(await numbersOf(path), [14, 13, 12, 11, 10, 9], 'without its name it is removed like any other')
})

test('every version that remains is exactly what it was, whatever was thinned out around it', async (context) => {
  const seed = process.env.INNKEEPER_SEED ?? String(Date.now())
  context.diagnostic(`INNKEEPER_SEED=${seed}`)
  const random = createRandom(seed)
  const path = await fresh('C-exact')
  const wholes = new Map<number, string>()
  const ids = async () => (await admin.get(`${path}/qa`)).body.rules.map(({ id }: { id: string }) => id) as string[]
  const steps = [
    () => admin.post(`${path}/qa`, { ...rule, question: `Question ${random.hex(4)}?` }),
    () => admin.post(`${path}/qa`, { ...rule, priority: random.between(0, 9) }),
    async () => {
      const [id] = await ids()
      return id ? admin.put(`${path}/qa/${id}`, { answer: random.hex(8), priority: random.between(0, 9) }) : undefined
    },
    async () => {
      const id = (await ids()).at(-1)
      return id ? admin.delete(`${path}/qa/${id}`) : undefined
    },
    () => admin.put(`${path}/config`, { qa: { cooldownSeconds: random.between(0, 3) }, enabled: random.chance(50) }),
    () => admin.put(`${path}/welcome`, { message: random.hex(2) }),
    async () => {
      const known = await numbersOf(path)
      const version = known[random.between(0, known.length - 1)]
      return version ? admin.post(`${path}/versions/${version}/restore`) : undefined
    },
    () => admin.post(`${path}/import`, { csv: `keywords,question,answer\n${random.hex(3)},Imported?,Yes.` }),
    async () => {
      const known = await versionsOf(path)
      const one = known[random.between(0, known.length - 1)]
      if (!one || (one.label === null && known.filter(({ label }) => label).length > 2)) return undefined
      return admin.put(`${path}/versions/${one.version}`, { label: one.label === null ? 'Named' : null })
    },
  ]
  let thinned = 0
  for (let count = 0; count < 60; count++) {
    const step = steps[random.between(0, steps.length - 1)]
    const answer = await step?.()
    assert.ok(!answer || answer.status < 300, answer?.text)
    const known = await versionsOf(path)
    if (known[0]) wholes.set(known[0].version, (await admin.get(`${path}/export`)).text)
    assert.ok(known.length <= 6 || known.length <= 6 + known.filter(({ label }) => label).length)
    thinned = wholes.size - known.length
    if (count % 10 !== 9) continue
    for (const { version } of known) {
      const { body } = await admin.get(`${path}/versions/${version}`)
      assert.deepEqual(body.assistant, JSON.parse(wholes.get(version) ?? '{}'), `version ${version}`)
    }
  }
  assert.ok(thinned > 5, 'control: versions were thinned out')
})

test('a channel can have at most 20 named versions', async () => {
  const path = await fresh('C-names')
  for (let count = 1; count <= 21; count++) {
    await admin.put(`${path}/config`, { qa: { cooldownSeconds: count } })
    const { status, body } = await admin.put(`${path}/versions/${count}`, { label: `Name ${count}` })
    if (count <= 20) assert.equal(status, 200)
    else {
      assert.equal(status, 400)
      assert.match(body.error, /^A channel can have at most 20 named versions; remove the name of another/)
    }
  }
  assert.equal((await admin.put(`${path}/versions/3`, { label: 'Another name' })).body.label, 'Another name')
  for (const label of ['', 'x'.repeat(101), 7]) {
    assert.equal((await admin.put(`${path}/versions/3`, { label })).status, 400, String(label))
  }
  assert.equal((await admin.put(`${path}/versions/3`, {})).status, 400)
  assert.equal((await admin.put(`${path}/versions/99`, { label: 'x' })).status, 404)
})

test('versions are thinned out by size, and imports do not fill the disk', async () => {
  const path = await fresh('C-bytes')
  const channelNo = await service.store.findChannelNo('C-bytes')
  const table = (round: number) =>
    [
      'keywords,question,answer',
      ...Array.from({ length: 600 }, (_, index) => `w${round}x${index},Q${round}x${index},${'answer '.repeat(60)}`),
    ].join('\n')
  for (let round = 0; round < 6; round++) {
    const { status, body } = await admin.post(`${path}/import`, { csv: table(round) })
    assert.deepEqual([status, body.created], [200, 600])
  }
  const stored = await service.environment.withSql((sql) =>
    sql.get<{ versions: number; counted: number; bytes: number; edits: number }>(
      `select (select count(*) from assistant_versions where channel = ?) as versions,
         (select sum(size_bytes) from assistant_versions where channel = ?) as counted,
         sum(octet_length(coalesce(question, '')) + octet_length(coalesce(before, '')) + octet_length(coalesce(after, '')))
           as bytes,
         count(*) as edits
       from assistant_changes where channel = ?`,
      channelNo ?? 0,
      channelNo ?? 0,
      channelNo ?? 0,
    ),
  )
  assert.ok(stored)
  assert.equal(stored.counted, stored.bytes, 'the counted size is the actual size')
  assert.ok(stored.bytes < 2 * 1024 * 1024, `${stored.bytes} bytes of versions`)
  const versions = await numbersOf(path)
  assert.equal(versions[0], 6)
  for (const version of versions) {
    assert.equal((await admin.get(`${path}/versions/${version}`)).body.assistant.rules.length, 600)
  }
})
