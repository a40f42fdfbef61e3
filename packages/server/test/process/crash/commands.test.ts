import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { seedChannel } from '../../store/seed-channel.ts'
import { createCaller } from '../../support/http/caller.ts'
import { createKey, newFolder, serve, withData } from '../../support/process/process.ts'
import { isSoak } from '../../support/soak.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const clients = 6
const rounds = isSoak ? 10 : 2

test('everything acknowledged before a SIGKILL is there after it, exactly once', async (context) => {
  const dataDir = newFolder()
  await withData(dataDir, ({ store }) => seedChannel(store, 'C1', { owner: 'U1' }, noon))
  const { key } = await createKey(dataDir, 'U1')
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) {
    const service = await serve(dataDir, { env: { INNKEEPER_RATE_LIMIT: '0' } })
    const owner = createCaller(service.url, `Bearer ${key}`)
    await assertAllThere(owner, acknowledged)
    const before = acknowledged.length
    const killAfter = randomInt(30, 150)
    context.diagnostic(`round ${round}: killed after ${killAfter} acknowledged writes`)
    const write = async (client: number) => {
      for (let count = 0; ; count++) {
        const question = `Q${round}.${client}.${count}`
        const answer = await owner
          .post('/api/channels/C1/assistant/qa', { keywords: [question], question, answer: 'Yes' })
          .catch(() => undefined)
        if (!answer) return
        assert.equal(answer.status, 201, answer.text)
        acknowledged.push(question)
        if (acknowledged.length - before === killAfter) void service.stop('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: clients }, (_, client) => write(client)))
    assert.equal((await service.ended).signal, 'SIGKILL')
    assert.ok(acknowledged.length - before >= killAfter)
  }
  const service = await serve(dataDir)
  await assertAllThere(createCaller(service.url, `Bearer ${key}`), acknowledged)
  assert.equal((await service.stop()).code, 0)
})

async function assertAllThere(owner: ReturnType<typeof createCaller>, acknowledged: string[]): Promise<void> {
  const { body } = await owner.get('/api/channels/C1/assistant/qa')
  const stored = body.rules.map(({ question }: { question: string }) => question)
  assert.equal(new Set(stored).size, stored.length, 'there are no duplicates')
  assert.deepEqual(
    acknowledged.filter((question) => !stored.includes(question)),
    [],
    'none is lost',
  )
}
