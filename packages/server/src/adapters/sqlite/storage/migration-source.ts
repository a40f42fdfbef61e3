import { DatabaseProblem, databasePath } from '../../../domain/storage/data-folder.ts'
import type { MigrationSource } from '../../../ports/storage/migration.ts'
import { readIdentity } from '../../sql/instance.ts'
import { isBlobReferenced } from '../../sql/media/picture-reads.ts'
import { listFiles } from '../../sql/storage/housekeeping-reads.ts'
import { createRowSource } from '../../sql/storage/row-source.ts'
import { openConnection } from '../connection.ts'
import { inspectDatabase, openForWriting } from '../open-database.ts'

/** A data folder to migrate from; a service may be running on it. Throws a DatabaseProblem if there is no sound database. */
export async function openMigrationSource(dataDir: string): Promise<MigrationSource> {
  if (inspectDatabase(dataDir, { thorough: false }) === 'absent') {
    throw new DatabaseProblem(`There is no database in ${dataDir} yet, so there is nothing to migrate.`)
  }
  // Migrates a database of an older release.
  const opened = await openForWriting(dataDir)
  opened.close()
  const path = databasePath(dataDir)
  // Not read-only: the last connection to close checkpoints the log, which a read-only one can't.
  const live = openConnection(path)
  const still = openConnection(path)
  const close = () => {
    still.close()
    live.close()
  }
  try {
    const version = live.dataVersion()
    // Everything is read as of this moment; writers never wait.
    still.beginRead()
    const first = await still.get<{ time: number | null }>(
      `select min(first) as time from (
         select (select min(m.time) from messages m where m.channel = c.channel) as first from channels c
       )`,
    )
    return {
      rows: createRowSource(still),
      identity: await readIdentity(still),
      firstMessageAt: first?.time ?? undefined,
      listFiles: (after, limit) => listFiles(still, after, limit),
      isBlobReferenced: (sha256) => isBlobReferenced(live, sha256),
      isUnchanged: () => live.dataVersion() === version,
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}
