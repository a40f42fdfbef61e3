import { parentPort, workerData } from 'node:worker_threads'
import { openConnection } from '../connection.ts'
import type { SnapshotOrder } from './snapshot.ts'

// Copies a database as it is at one moment. The copy is rewritten row by row, so it contains nothing that was deleted.
if (!parentPort) throw new Error('This file must run as a worker thread')
const { from, to } = workerData as SnapshotOrder
parentPort.postMessage(await copy())

/** Null, or what went wrong. */
async function copy(): Promise<string | null> {
  try {
    const source = openConnection(from)
    try {
      await source.run('vacuum into ?', to)
    } finally {
      source.close()
    }
    const made = openConnection(to, { readOnly: true, immutable: true })
    const verdict = made.pragma('quick_check(1)')
    made.close()
    return verdict === 'ok' ? null : String(verdict)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
