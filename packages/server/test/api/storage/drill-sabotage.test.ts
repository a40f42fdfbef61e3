import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runRecorded } from '../../../src/actions/storage/snapshot/runs/run-recorded.ts'
import { doSnapshotWork } from '../../../src/app/storage/snapshot-work.ts'
import { createSnapshotWorker } from '../../../src/app/threads/snapshot-worker.ts'
import { readConfig } from '../../../src/config/config.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { newFolder } from '../../support/process/process.ts'
import { type Sabotage, sabotageSnapshot } from '../../support/sabotage-snapshot.ts'
import { startTestService } from '../../support/test-service.ts'

const minuteMs = 60_000
const deleteText = "delete from messages where json like '%canary of the group%'"

test('a drill finds rows that are missing in a snapshot, even if everything in the place fits together', async () => {
  const service = await startTestService()
  const { clock, store } = service
  await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const say = (id: string, text: string) =>
    message('C1', clock.now, { id, from: 'U-owner', content: { type: 'text', text } })
  await service.receive([say('text', 'canary of the group'), say('unsent-later', 'a mistake')])

  const folder = newFolder()
  const env = { ...service.environment.env, INNKEEPER_DATA: service.dataDir, INNKEEPER_SNAPSHOT_FOLDER: folder }
  const config = readConfig(env)
  const run = (work: 'snapshot' | 'drill') => {
    clock.now += minuteMs
    const deps = {
      store,
      clock: () => clock.now,
      work: (order: Parameters<typeof doSnapshotWork>[1]) => doSnapshotWork({ config, identity: store }, order),
    }
    return runRecorded(deps, { work, target: 'folder', where: folder })
  }
  /** Makes a snapshot, changes it, and restores it for a test. */
  const drillAfter = async (sabotage: Sabotage) => {
    const { notes } = await run('snapshot')
    sabotageSnapshot(folder, notes.snapshotId ?? '', sabotage)
    const { state, reason } = await run('drill')
    return `${state}: ${reason}`
  }

  const cases: [sabotage: Sabotage, outcome: string][] = [
    [{ statement: 'select 1' }, 'done: '],
    [{ statement: deleteText }, 'differs: The restored data has 1 messages; the snapshot says 2.'],
    [
      { statement: deleteText, counts: { messages: 1 } },
      'differs: The snapshot says 1 messages; 2 were recorded when it was made.',
    ],
    [{ statement: 'delete from members' }, 'differs: The restored data has 0 members; the snapshot says 1.'],
  ]
  for (const [sabotage, outcome] of cases) assert.equal(await drillAfter(sabotage), outcome)

  // What is unsent after a snapshot is removed from what is restored, and excuses nothing else.
  const { notes } = await run('snapshot')
  await service.receive([unsent('C1', clock.now, 'unsent-later')])
  await store.write<'number-ledger'>({ kind: 'number-ledger', limit: 10 })
  await createSnapshotWorker(() => config, store).extendLedger('folder')
  assert.equal((await run('drill')).state, 'done')
  sabotageSnapshot(folder, notes.snapshotId ?? '', { statement: 'delete from members' })
  const { state, reason } = await run('drill')
  assert.deepEqual([state, reason], ['differs', 'The restored data has 0 members; the snapshot says 1.'])
})
