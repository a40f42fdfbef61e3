import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConnection } from '../../../src/adapters/sqlite/connection.ts'
import { databasePath } from '../../../src/domain/storage/data-folder.ts'
import { seedChannel } from '../../store/seed-channel.ts'
import { eventually } from '../../support/eventually.ts'
import { createCaller } from '../../support/http/caller.ts'
import { createKey, newFolder, serve, withData } from '../../support/process/process.ts'
import { sabotaged } from '../../support/process/sabotage.ts'
import { isSoak } from '../../support/soak.ts'

const path = '/api/channels/C1/assistant'
const rule = { keywords: ['hours'], question: 'When are you open?', answer: 'From 9 to 18.' }
/** Rules in the import that is cut off, and in the one after it. */
const [killedRules, laterRules] = isSoak ? [9000, 9000] : [6000, 500]
const csvOf = (rules: number) =>
  [
    'keywords,question,answer',
    ...Array.from({ length: rules }, (_, index) => `w${index},Question ${index}?,Answer ${index}.`),
  ].join('\n')

test('an import that is cut off by SIGKILL leaves the assistant as it was, and nothing behind', async () => {
  const dataDir = newFolder()
  await withData(dataDir, ({ store }) => seedChannel(store, 'C1', { owner: 'U1' }, Date.now()))
  const { key } = await createKey(dataDir, 'U1')
  // At least fifteen commits stage the rules.
  const killed = await serve(dataDir, { env: sabotaged('kill-after-writing:assistant_staged:5') })
  const owner = createCaller(killed.url, `Bearer ${key}`)
  await owner.post(`${path}/qa`, rule)
  const before = (await owner.get(`${path}/export`)).text
  await assert.rejects(owner.post(`${path}/import`, { csv: csvOf(killedRules) }), 'it is cut off')
  assert.equal((await killed.ended).signal, 'SIGKILL')
  assert.ok(countStaged(dataDir) > 0, 'control: it had started')

  const service = await serve(dataDir)
  const again = createCaller(service.url, `Bearer ${key}`)
  assert.equal((await again.get(`${path}/export`)).text, before)
  assert.equal((await again.get(`${path}/versions`)).body.versions.length, 1)
  const { status, body } = await again.post(`${path}/import`, { csv: csvOf(laterRules), mode: 'merge' })
  assert.deepEqual([status, body.created], [200, laterRules], 'no one has to wait for the dead one')
  const left = await eventually(
    async () => countStaged(dataDir),
    (count) => count === 0,
  )
  assert.equal(left, 0)
  assert.equal((await again.get(`${path}/versions/1`)).body.assistant.rules.length, 1)
  assert.equal((await service.stop()).code, 0)
})

/** Counts staged rules, and edits that belong to no version. */
function countStaged(dataDir: string): number {
  const connection = openConnection(databasePath(dataDir), { readOnly: true })
  try {
    const [count] = connection.values<number>(
      `select (select count(*) from assistant_staged) + (select count(*) from assistant_changes c where not exists (
         select 1 from assistant_versions v where v.channel = c.channel and v.version = c.version))`,
    )
    return count ?? 0
  } finally {
    connection.close()
  }
}
