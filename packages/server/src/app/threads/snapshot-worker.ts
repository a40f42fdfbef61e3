import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { extendPlaceLedger } from '../../actions/storage/snapshot/place/place-ledger.ts'
import { findPlaceId } from '../../actions/storage/snapshot/place/place-snapshots.ts'
import { dropWorkFolders } from '../../adapters/fs/snapshots/work-folder.ts'
import { startThread } from '../../adapters/thread/start-thread.ts'
import type { Config } from '../../config/config.ts'
import type { SnapshotOutcome } from '../../domain/storage/snapshots/snapshot-run.ts'
import type { SnapshotOrder, SnapshotWorker } from '../../ports/storage/snapshot-work.ts'
import type { Store } from '../../ports/store.ts'
import { describeTarget, openTarget, targetsOf } from '../storage/snapshot-places.ts'
import type { StoreIdentity } from '../storage/snapshot-work.ts'

/** Plain, because it crosses a thread. */
export type SnapshotThreadOrder = { config: Config; identity: StoreIdentity; order: SnapshotOrder }
export type SnapshotAnswer =
  | { kind: 'done'; outcome: SnapshotOutcome }
  | { kind: 'failed'; message: string; stack: string | undefined }

/** With the settings as they are when it begins. One thing at a time, in a thread of low priority. */
export function createSnapshotWorker(config: () => Config, store: Store): SnapshotWorker {
  const { secret, instance } = store
  let running: Worker | undefined
  let isStopped = false
  return {
    targets: () => targetsOf(config()).map((target) => ({ target, where: describeTarget(config(), target) })),
    findDrillObstacle() {
      if (config().snapshotRecipients.length === 0) return undefined
      return (
        'Snapshots are encrypted for a public key, and this service does not have the private key. Run ./innkeeper restore --drill ' +
        '--identity <file> where the private key is.'
      )
    },
    async work(order) {
      if (isStopped) return stopped
      const workerData: SnapshotThreadOrder = { config: config(), identity: { secret, instance }, order }
      const thread = startThread(new URL('./snapshot-thread.ts', import.meta.url), { niceness: 10, workerData })
      running = thread
      try {
        const answer = await Promise.race([firstMessage(thread), once(thread, 'exit').then(() => undefined)])
        if (answer?.kind === 'done') return answer.outcome
        const message = answer?.message ?? 'its thread ended'
        return { ...stopped, reason: isStopped ? stopped.reason : `An unexpected error: ${message}.` }
      } finally {
        running = undefined
        await thread.terminate()
        await dropWorkFolders(config().dataDir)
      }
    },
    async extendLedger(target) {
      const place = await openTarget(config(), target, { isBrief: true })
      try {
        // Without a mark there are no snapshots yet.
        if ((await findPlaceId(place)) === undefined) return
        await extendPlaceLedger(place, {
          instance,
          listLedger: (after, limit) => store.listLedger(after, limit),
          findLedgerNumber: (entry) => store.findLedgerNumber(entry),
        })
      } finally {
        place.close()
      }
    },
    async stop() {
      isStopped = true
      await running?.terminate()
    },
  }
}

const stopped: SnapshotOutcome = {
  state: 'failed',
  reason: 'It was interrupted, because the service stopped.',
  counts: {},
  bytes: 0,
  verifiedThrough: '',
  notes: {},
}

async function firstMessage(thread: Worker): Promise<SnapshotAnswer> {
  const [answer] = await once(thread, 'message')
  return answer
}
