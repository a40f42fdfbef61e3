import type { CommandOf } from '../../../ports/commands.ts'
import type { Sql } from '../sql.ts'

/**
 * Records that a reference to a file was removed. Files and the store share no transaction, so this is written with its cause,
 * and the file is deleted after the commit, unless something else refers to it. A crash loses neither.
 */
export async function releaseFile(tx: Sql, sha256: string | null | undefined): Promise<void> {
  if (sha256) await tx.run('insert into released_files (sha256) values (?)', sha256)
}

/** By number and not by name: the same file may have been kept and released again meanwhile. */
export async function forgetFiles(tx: Sql, { releaseIds }: CommandOf<'forget-files'>): Promise<null> {
  // In one order, because several nodes may forget the same ones.
  for (const releaseId of releaseIds.toSorted((one, other) => one - other))
    await tx.run('delete from released_files where release_id = ?', releaseId)
  return null
}
