import { existsSync } from 'node:fs'
import { databasePath } from '../../../domain/storage/data-folder.ts'
import type { Store } from '../../../ports/store.ts'
import { migrations } from '../../sql/migrations.ts'
import { createReads } from '../../sql/reads.ts'
import { openConnection } from '../connection.ts'
import type { WriterOptions } from '../writer.ts'

/**
 * Reads without changing the folder, also while a service is running. Undefined if there is no database, or one of an older
 * release, which the next start migrates. `since`: the oldest schema that has what is read.
 */
export async function withReadOnlyStore<T>(
  { dataDir, defaults }: WriterOptions,
  look: (reads: Omit<Store, 'write' | 'close' | 'secret' | 'instance' | 'onCommit'>) => Promise<T>,
  { since = migrations.length } = {},
): Promise<T | undefined> {
  const path = databasePath(dataDir)
  if (!existsSync(path)) return undefined
  // Without a log no one has it open, and the file alone can be read.
  const connection = openConnection(path, { readOnly: true, immutable: !existsSync(`${path}-wal`) })
  try {
    const version = Number(connection.pragma('user_version'))
    if (version < since || version > migrations.length) return undefined
    return await look(createReads(connection, defaults))
  } finally {
    connection.close()
  }
}
