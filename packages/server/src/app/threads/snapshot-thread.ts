import { parentPort, workerData } from 'node:worker_threads'
import { withoutData } from '../../domain/error-without-data.ts'
import { doSnapshotWork } from '../storage/snapshot-work.ts'
import type { SnapshotAnswer, SnapshotThreadOrder } from './snapshot-worker.ts'

// A thread in which one thing is done about snapshots: encrypting and hashing gigabytes would delay requests.
if (!parentPort) throw new Error('This file runs as a thread')
const { config, identity, order } = workerData as SnapshotThreadOrder
const answer: SnapshotAnswer = await doSnapshotWork({ config, identity }, order).then(
  (outcome) => ({ kind: 'done', outcome }),
  (error) => ({ kind: 'failed', ...withoutData(error) }),
)
parentPort.postMessage(answer)
