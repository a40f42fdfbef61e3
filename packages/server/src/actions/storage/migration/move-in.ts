import type { MigrationSource, MigrationTarget } from '../../../ports/storage/migration.ts'
import type { Tell } from '../../../ports/storage/snapshot.ts'
import { copyTables } from './copy-tables.ts'

/** Copies a store that nobody uses; whoever called opens it with `finish`. */
export async function moveIn(
  { rows }: Pick<MigrationSource, 'rows'>,
  migrationTarget: Pick<MigrationTarget, 'digest' | 'replace' | 'empty'>,
  tell: Tell,
): Promise<void> {
  const different = (await copyTables({ source: rows, target: migrationTarget, tell })).find(
    ({ checksum }) => checksum === null,
  )
  if (different) throw new Error(`${different.table} is not the same after it was copied`)
}
