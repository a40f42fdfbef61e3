import type { Identity, Row } from '../../../ports/storage/migration.ts'
import { takeIdentity } from '../../sql/instance.ts'
import { migrations } from '../../sql/migrations.ts'
import { markUnindexed } from '../../sql/search/renew-index.ts'
import { getCopiedTable } from '../../sql/storage/copied-tables.ts'
import { openConnection } from '../connection.ts'
import { applicationId } from '../open-database.ts'

export type SnapshotFile = {
  addRows(table: string, rows: Row[]): Promise<void>
  finish(identity: Identity): Promise<void>
  /** Harmless after `finish`. */
  abandon(): void
}

/** SQLITE_FULL. */
const full = 13

/** A database file for rows of another engine. The caller syncs it. */
export function createSnapshotFile(path: string): SnapshotFile {
  const connection = openConnection(path)
  let isOpen = true
  const abandon = () => {
    if (isOpen) connection.close()
    isOpen = false
  }
  // Deleted if it isn't completed: so there is no journal, and rows may come before those they refer to.
  connection.exec('pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off')
  for (const step of migrations) connection.exec(step)
  connection.exec(`pragma application_id = ${applicationId}; pragma user_version = ${migrations.length}; begin`)
  return {
    addRows: (name, rows) =>
      withRoom(async () => {
        const { columns } = getCopiedTable(name)
        const text = `insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
        for (const row of rows) await connection.run(text, ...row)
      }),
    finish: (identity) =>
      withRoom(async () => {
        await takeIdentity(connection, identity)
        await markUnindexed(connection)
        connection.exec('commit')
        abandon()
      }),
    abandon,
  }
}

async function withRoom(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== full) throw error
    throw Object.assign(new Error((error as Error).message), { code: 'ENOSPC', syscall: 'write' })
  }
}
