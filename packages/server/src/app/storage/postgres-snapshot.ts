import { openServerSource } from '../../adapters/postgres/storage/snapshot-source.ts'
import { openTaken } from '../../adapters/sqlite/storage/snapshot.ts'
import { createSnapshotFile } from '../../adapters/sqlite/storage/snapshot-file.ts'
import type { RowSource } from '../../ports/storage/migration.ts'
import type { ReportProgress, SnapshotSource } from '../../ports/storage/snapshot.ts'

/** A PostgreSQL database as the source of a snapshot. It is copied to a SQLite file, so there is only one kind of snapshot. */
export async function openPostgresSnapshot(url: string): Promise<SnapshotSource> {
  const source = await openServerSource({ url })
  return {
    async takeSnapshot(path, tell) {
      const file = createSnapshotFile(path)
      try {
        await source.atOneMoment(async (rows, identity) => {
          await copyRows(rows, file, tell)
          await file.finish(identity)
        })
      } finally {
        file.abandon()
      }
      return openTaken(path)
    },
    isBlobReferenced: source.isBlobReferenced,
    listLedger: source.listLedger,
    findLedgerNumber: source.findLedgerNumber,
    close: source.close,
  }
}

async function copyRows(
  source: RowSource,
  file: Pick<ReturnType<typeof createSnapshotFile>, 'addRows'>,
  tell: ReportProgress,
): Promise<void> {
  let total = 0
  for (const table of source.tables) total += await source.estimateRows(table)
  let done = 0
  for (const table of source.tables) {
    for await (const { cells } of source.slices(table)) {
      await file.addRows(table, cells)
      done += cells.length
      tell({ what: 'database', done, total: Math.max(done, total) })
    }
  }
}
