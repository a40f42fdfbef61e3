import { type Client, DatabaseError } from 'pg'
import { DatabaseProblem } from '../../../domain/storage/data-folder.ts'
import type { MigrationTarget, Mover, RowTarget } from '../../../ports/storage/migration.ts'
import { takeIdentity } from '../../sql/instance.ts'
import { findFact, setFact } from '../../sql/metadata.ts'
import { markUnindexed } from '../../sql/search/renew-index.ts'
import type { Reader, Sql } from '../../sql/sql.ts'
import { copiedTables, leftTables, serverTables } from '../../sql/storage/copied-tables.ts'
import { type Address, sqlOn } from '../connections/client.ts'
import { changeSchema, connectOrExplain, findSchema, migrate } from '../open-database.ts'
import { addPartitions } from './partitions.ts'
import { createRowTarget, withServerTrouble } from './row-target.ts'

/** An arbitrary number: the lock for a migration. */
const movingLock = 0x494e4e4d
const lockNotAvailable = '55P03'
/** Older messages share a partition: dates before chats existed need no month of their own. */
const mostYearsBack = 15
const yearMs = 365 * 86_400_000

type Options = { mover: Mover; firstMessageAt: number | undefined }

/** Creates the tables, and marks the database as unfinished. Throws a DatabaseProblem if something else is there. */
export async function openMigrationTarget(
  address: Address,
  { mover, firstMessageAt }: Options,
): Promise<MigrationTarget> {
  const client = await connectOrExplain(address)
  try {
    const sql = sqlOn(client)
    await takeTurn(sql)
    await changeSchema(address, async (tx, exec) => {
      const isGoingOn = await canContinue(tx, mover)
      if (!isGoingOn && mover.kind === 'restore') await exec(dropAll)
      await migrate(tx, exec)
      const at = Date.now()
      const from = Math.max(Math.min(firstMessageAt ?? at, at), at - mostYearsBack * yearMs)
      await addPartitions(tx, { from, at })
      await setFact(tx, 'unfinished', wordFor(mover))
      await tx.run("delete from facts where name = 'arrived'")
    })
    return {
      ...createRowTarget(client),
      finish: (identity) =>
        withServerTrouble(async () => {
          await inTransaction(client, async () => {
            await takeIdentity(sql, identity)
            await markUnindexed(sql)
            await continueNumbering(sql)
            if (mover.kind === 'move') await setFact(sql, 'arrived', wordFor(mover))
            await sql.run("delete from facts where name = 'unfinished'")
          })
          await analyze(client)
        }),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Throws a DatabaseProblem if the migration would be refused; changes nothing. */
export async function inspectMigrationTarget(address: Address, mover: Mover): Promise<void> {
  const client = await connectOrExplain(address)
  try {
    await canContinue(sqlOn(client), mover)
  } finally {
    await client.end()
  }
}

/** For comparisons only. */
export async function openForComparison(
  address: Address,
): Promise<Pick<RowTarget, 'digest'> & { close(): Promise<void> }> {
  const client = await connectOrExplain(address)
  try {
    if ((await findSchema(sqlOn(client))) === 0) {
      throw new DatabaseProblem('The database of INNKEEPER_DATABASE_URL is empty; there is nothing to compare with.')
    }
    return { digest: createRowTarget(client).digest, close: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}

/**
 * Released with the connection. Waiting for it takes as long as for any lock: the server may not have noticed yet that a
 * process died.
 */
async function takeTurn(sql: Sql): Promise<void> {
  try {
    await sql.get('select pg_advisory_lock(?)', movingLock)
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== lockNotAvailable) throw error
    throw new DatabaseProblem(
      'Another migration to the database of INNKEEPER_DATABASE_URL is running. Wait until it is done.',
    )
  }
}

const wordFor = (mover: Mover) => (mover.kind === 'move' ? `move ${mover.instance}` : 'restore')

/** Whether the tables there are from an interrupted migration of ours; false: there is nothing, or it has to start over. */
async function canContinue(tx: Reader, mover: Mover): Promise<boolean> {
  if ((await findSchema(tx)) === 0) return false
  const begun = (await findFact(tx, 'unfinished')) ?? (await findFact(tx, 'arrived'))
  if (begun === wordFor(mover)) return mover.kind === 'move'
  throw new DatabaseProblem(
    `The database of INNKEEPER_DATABASE_URL ${describe(begun)}. It was not changed; use an empty one.`,
  )
}

function describe(begun: string | undefined): string {
  if (begun === undefined) return 'is already in use by an Innkeeper'
  return begun === 'restore' ? 'contains an unfinished restore' : 'contains a migration from another data folder'
}

const allTables = [...copiedTables.map(({ name }) => name), ...Object.keys({ ...leftTables, ...serverTables })]
const dropAll = `
  drop table if exists ${allTables.join(', ')} cascade;
  drop function if exists instr(text, text);
`

async function continueNumbering(sql: Sql): Promise<void> {
  for (const { name, numbered } of copiedTables) {
    if (numbered === undefined) continue
    await sql.get(
      `select setval(pg_get_serial_sequence('${name}', '${numbered}'),
         (select coalesce(max(${numbered}), 0) + 1 from ${name}), false)`,
    )
  }
}

/** So that the first queries get good plans. If it takes too long, the server does it by itself later. */
async function analyze(client: Client): Promise<void> {
  for (const { name } of copiedTables) await client.query(`analyze ${name}`).catch(() => undefined)
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
