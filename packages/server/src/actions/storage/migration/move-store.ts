import type { BlobStore } from '../../../ports/storage/blob-store.ts'
import type { MigrationSource, MigrationTarget, RowTarget } from '../../../ports/storage/migration.ts'
import type { ReportProgress } from '../../../ports/storage/snapshot.ts'
import { compareFiles, copyFiles, type FilesReport } from './copy-files.ts'
import { compareTables, copyTables, type TableReport } from './copy-tables.ts'

export type Moved = {
  /** `service runs`, `written to`: the old store may have changes that the new one doesn't have yet. */
  state: 'finished' | 'service runs' | 'written to' | 'different' | 'alike'
  tables: TableReport[]
  /** Undefined if files stay where they are. */
  files: FilesReport | undefined
}

type Deps = {
  migrationSource: MigrationSource
  /** The source and target of the files. */
  media: { from: BlobStore; to: BlobStore } | undefined
  tell: ReportProgress
}

/** Copies everything that is missing, and opens the new store if nothing can have been written to the old one since. */
export async function moveStore(
  { migrationSource, media, tell }: Deps,
  migrationTarget: MigrationTarget,
  { isStopped }: { isStopped: boolean },
): Promise<Moved> {
  const tables = await copyTables({ source: migrationSource.rows, target: migrationTarget, tell })
  const files = media && (await copyFiles({ migrationSource, ...media, tell }))
  const moved = { tables, files }
  if (!areAlike(tables)) return { state: 'different', ...moved }
  if (!isStopped) return { state: 'service runs', ...moved }
  // Commands can write with or without a running service.
  if (!migrationSource.isUnchanged()) return { state: 'written to', ...moved }
  await migrationTarget.finish(migrationSource.identity)
  return { state: 'finished', ...moved }
}

/** Writes nothing. */
export async function compareStores(
  { migrationSource, media, tell }: Deps,
  target: Pick<RowTarget, 'digest'>,
): Promise<Moved> {
  const tables = await compareTables({ source: migrationSource.rows, target, tell })
  const files = media && (await compareFiles({ migrationSource, ...media, tell }))
  return { state: areAlike(tables) ? 'alike' : 'different', tables, files }
}

function areAlike(tables: TableReport[]): boolean {
  return tables.every(({ checksum }) => checksum !== null)
}

/** Copies a store that no one uses; the caller opens it with `finish`. */
export async function moveIn(
  { rows }: Pick<MigrationSource, 'rows'>,
  migrationTarget: Pick<MigrationTarget, 'digest' | 'replace' | 'empty'>,
  tell: ReportProgress,
): Promise<void> {
  const different = (await copyTables({ source: rows, target: migrationTarget, tell })).find(
    ({ checksum }) => checksum === null,
  )
  if (different) throw new Error(`${different.table} differs from the source after it was copied`)
}
