import { existsSync, statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { invalid } from '../../../domain/refusal.ts'
import { DatabaseProblem, databasePath } from '../../../domain/storage/data-folder.ts'
import type { ReportProgress, Snapshot, SnapshotSource, TakenSnapshot } from '../../../ports/storage/snapshot.ts'
import { isBlobReferenced } from '../../sql/media/picture-reads.ts'
import { migrations } from '../../sql/migrations.ts'
import { countPictures, countRows, listFiles } from '../../sql/storage/housekeeping-reads.ts'
import { findLedgerNumber, listLedger } from '../../sql/storage/ledger-reads.ts'
import { createWriting } from '../../sql/writing.ts'
import { type Connection, openConnection } from '../connection.ts'
import { applicationId, inspectDatabase } from '../open-database.ts'
import { runBatch } from '../run-batch.ts'

/** The request to the thread, and its response: null, or what went wrong. */
export type SnapshotOrder = { from: string; to: string }

const lookEveryMs = 200
/** The engine's wording. */
const full = 'database or disk is full'

/** Throws a DatabaseProblem if there is no database to copy, or it isn't sound. */
export function openSnapshotSource(dataDir: string): SnapshotSource {
  if (inspectDatabase(dataDir, { thorough: false }) === 'absent') {
    throw new DatabaseProblem(
      `There is no database in ${dataDir} yet, so there is nothing to copy. Use --data to name the folder of your service.`,
    )
  }
  const path = databasePath(dataDir)
  // Not read-only: the last connection to close checkpoints the log, which a read-only one can't.
  const live = openConnection(path)
  // A database of an older release is copied as it is; no service of ours runs on it, so nothing is removed meanwhile.
  const isCurrent = Number(live.pragma('user_version')) === migrations.length
  return {
    async takeSnapshot(to, tell) {
      const pages = Number(live.pragma('page_count')) - Number(live.pragma('freelist_count'))
      await runThread({ from: path, to }, pages * Number(live.pragma('page_size')), tell)
      return openTaken(to)
    },
    isBlobReferenced: async (sha256) => !isCurrent || (await isBlobReferenced(live, sha256)),
    listLedger: async (after, limit) => (isCurrent ? await listLedger(live, after, limit) : []),
    findLedgerNumber: async (entry) => (isCurrent ? await findLedgerNumber(live, entry) : undefined),
    close: async () => live.close(),
  }
}

/** Copying blocks its thread, so the progress is read from the size of the copy. */
async function runThread(order: SnapshotOrder, sizeBytes: number, tell: ReportProgress): Promise<void> {
  const worker = new Worker(new URL('./snapshot-thread.ts', import.meta.url), { workerData: order })
  const look = () => {
    const done = existsSync(order.to) ? statSync(order.to).size : 0
    tell({ what: 'database', done: Math.min(done, sizeBytes), total: sizeBytes })
  }
  const timer = setInterval(look, lookEveryMs)
  try {
    const problem = await new Promise<string | null>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    if (problem === full) throw Object.assign(new Error(full), { code: 'ENOSPC', syscall: 'write' })
    if (problem !== null) throw new DatabaseProblem(`${order.from} cannot be copied: ${problem}.`)
    tell({ what: 'database', done: sizeBytes, total: sizeBytes })
  } finally {
    clearInterval(timer)
    await worker.terminate()
  }
}

/** The database of a snapshot, opened without changing it. Throws a refusal if it is damaged or not ours. */
export function openSnapshotDatabase(path: string): Snapshot {
  let connection: Connection | undefined
  try {
    connection = openConnection(path, { readOnly: true, immutable: true })
    if (connection.pragma('application_id') !== applicationId)
      throw invalid('innkeeper.db is not an Innkeeper database.')
    const verdict = connection.pragma('quick_check(1)')
    if (verdict !== 'ok') throw invalid(`innkeeper.db is damaged: ${verdict}.`)
    return readsOf(connection)
  } catch (error) {
    connection?.close()
    if ((error as { code?: string }).code !== 'ERR_SQLITE_ERROR') throw error
    throw invalid(`innkeeper.db cannot be read: ${(error as Error).message}.`)
  }
}

export function openTaken(path: string): TakenSnapshot {
  const connection = openConnection(path)
  connection.exec('pragma secure_delete = on')
  return {
    ...readsOf(connection),
    async forgetVanished(sha256s) {
      const command = { kind: 'forget-vanished', at: Date.now(), sha256s } as const
      const writing = createWriting({ timezone: 'UTC', claim: 'off' })
      const [outcome] = await runBatch(connection, writing, [command])
      if (outcome?.kind !== 'done') throw new Error(`forget-vanished: ${JSON.stringify(outcome)}`)
      connection.exec('vacuum')
    },
  }
}

function readsOf(connection: Connection): Snapshot {
  const schema = Number(connection.pragma('user_version'))
  return {
    schema,
    countRows: () => countRows(connection),
    // A database is copied as it is, and the first ones had no pictures.
    countPictures: async () => (schema < 3 ? undefined : await countPictures(connection)),
    listFiles: (after, limit) => listFiles(connection, after, limit, schema),
    close: () => connection.close(),
  }
}
