import { DatabaseProblem } from '../../../domain/storage/data-folder.ts'
import type { LedgerSource } from '../../../ports/storage/erasure-ledger.ts'
import type { Identity, RowSource } from '../../../ports/storage/migration.ts'
import { readIdentity } from '../../sql/instance.ts'
import { isBlobReferenced } from '../../sql/media/picture-reads.ts'
import { migrations } from '../../sql/migrations.ts'
import { findLedgerNumber, listLedger } from '../../sql/storage/ledger-reads.ts'
import { createRowSource } from '../../sql/storage/row-source.ts'
import { type Address, sqlOn } from '../connections/client.ts'
import { connectOrExplain, findSchema, refuseUnfinished } from '../open-database.ts'
import { withServerTrouble } from './row-target.ts'

export type ServerSource = LedgerSource & {
  /** Everything is read as of the start; writers never wait. */
  atOneMoment(work: (rows: RowSource, identity: Identity) => Promise<void>): Promise<void>
  isBlobReferenced(sha256: string): Promise<boolean>
  close(): Promise<void>
}

/** Throws a DatabaseProblem if there is nothing to copy. */
export async function openServerSource(address: Address): Promise<ServerSource> {
  const client = await connectOrExplain(address)
  const sql = sqlOn(client)
  try {
    const schema = await findSchema(sql)
    if (schema === 0) {
      throw new DatabaseProblem('The database of INNKEEPER_DATABASE_URL is empty, so there is nothing to copy.')
    }
    if (schema !== migrations.length) {
      throw new DatabaseProblem(
        `The database of INNKEEPER_DATABASE_URL has schema ${schema}; this release copies schema ${migrations.length}. Use the ` +
          'release that wrote it, or start this release once to upgrade the database.',
      )
    }
    await refuseUnfinished(sql)
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    atOneMoment: (work) =>
      withServerTrouble(async () => {
        await client.query('begin transaction isolation level repeatable read read only')
        await work(createRowSource(sql), await readIdentity(sql))
        await client.query('commit')
      }),
    isBlobReferenced: (sha256) => withServerTrouble(() => isBlobReferenced(sql, sha256)),
    listLedger: (after, limit) => withServerTrouble(() => listLedger(sql, after, limit)),
    findLedgerNumber: (entry) => withServerTrouble(() => findLedgerNumber(sql, entry)),
    close: () => client.end(),
  }
}
