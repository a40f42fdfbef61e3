import { type Client, DatabaseError } from 'pg'
import { createSecret } from '../../domain/accounts/token.ts'
import { DatabaseProblem } from '../../domain/storage/data-folder.ts'

import { keepInstance } from '../sql/instance.ts'
import { findFact } from '../sql/metadata.ts'
import { migrations } from '../sql/migrations.ts'
import { claimingNodes, reportingNodes } from '../sql/schema/6-operations.ts'
import { strangers } from '../sql/schema/8-strangers.ts'
import { setup } from '../sql/schema/11-setup.ts'
import { operatorPerson } from '../sql/schema/12-operator-person.ts'
import { finding } from '../sql/schema/13-finding.ts'
import { stickers } from '../sql/schema/14-stickers.ts'
import { sendersOfMedia } from '../sql/schema/15-senders-of-media.ts'
import { deletedRules } from '../sql/schema/16-deleted-rules.ts'
import { rulePictures } from '../sql/schema/17-rule-pictures.ts'
import { people } from '../sql/schema/18-people.ts'
import { happenings } from '../sql/schema/19-happenings.ts'
import { notifications } from '../sql/schema/20-notifications.ts'
import { firstSeen } from '../sql/schema/21-first-seen.ts'
import { snapshotRuns } from '../sql/schema/22-snapshot-runs.ts'
import { alerts } from '../sql/schema/23-alerts.ts'
import { sourcePositions } from '../sql/schema/24-source-positions.ts'
import { fileReferences } from '../sql/schema/25-file-references.ts'
import { chatPauses } from '../sql/schema/26-chat-pauses.ts'
import { movedChats } from '../sql/schema/27-moved-chats.ts'
import { imports } from '../sql/schema/28-imports.ts'
import { ledger } from '../sql/schema/29-ledger.ts'
import { hiddenMessages } from '../sql/schema/30-hidden-messages.ts'
import { importedFiles } from '../sql/schema/31-imported-files.ts'
import { webhooks } from '../sql/schema/32-webhooks.ts'
import { importFigures } from '../sql/schema/33-import-figures.ts'
import { webhookFailures } from '../sql/schema/34-webhook-failures.ts'
import { similarMessages } from '../sql/schema/35-similar-messages.ts'
import { isIndexForeign, renewIndex } from '../sql/search/renew-index.ts'
import { lockNames, type Reader, type Sql } from '../sql/sql.ts'
import { type Address, connect, sqlOn } from './connections/client.ts'
import { inByteOrder, schema } from './schema.ts'
import { addPartitions } from './storage/partitions.ts'

/** The schema's steps and the version each leads to. The first has everything that existed when this engine was added. */
const steps: [to: number, text: string][] = [
  [7, schema],
  [8, inByteOrder(strangers)],
  [9, claimingNodes.postgres],
  [10, inByteOrder(reportingNodes.postgres)],
  [11, inByteOrder(setup)],
  [12, inByteOrder(operatorPerson)],
  [13, inByteOrder(finding)],
  [14, inByteOrder(stickers)],
  [15, inByteOrder(sendersOfMedia.postgres)],
  [16, inByteOrder(deletedRules)],
  [17, inByteOrder(rulePictures)],
  [18, people],
  [19, inByteOrder(happenings)],
  [20, inByteOrder(notifications)],
  [21, firstSeen],
  [22, inByteOrder(snapshotRuns)],
  [23, inByteOrder(alerts)],
  [24, inByteOrder(sourcePositions)],
  [25, inByteOrder(fileReferences)],
  [26, chatPauses],
  [27, inByteOrder(movedChats)],
  [28, inByteOrder(imports)],
  [29, inByteOrder(ledger)],
  [30, hiddenMessages],
  [31, inByteOrder(importedFiles)],
  [32, inByteOrder(webhooks)],
  [33, inByteOrder(importFigures.postgres)],
  [34, inByteOrder(webhookFailures)],
  [35, similarMessages],
]

/**
 * The oldest release, by the number of its last step, that can work on the schema as we leave it. Nodes of two releases run
 * side by side during an upgrade, so a step only adds, and this number stays; what is no longer used is dropped a release
 * later, in a step that raises it.
 */
const oldestProgram = 7

const oldestVersion = 150_000
/** An arbitrary number: the lock for changing the schema. */
const schemaLock = 0x494e4e4b

/** Connects, refuses what would lose data, and brings the schema up to date. */
export async function prepareDatabase(address: Address, at = Date.now()): Promise<void> {
  await changeSchema(address, async (tx, exec) => {
    const { isNewer } = await migrate(tx, exec)
    await refuseUnfinished(tx)
    await addPartitions(tx, { from: at, at })
    // The index of a newer release is left to that release.
    if (!isNewer && (await isIndexForeign(tx))) await renewIndex(tx)
    // From now on the database is in use, and nothing can be migrated into it any more.
    await tx.run("delete from facts where name = 'arrived'")
  })
}

/** An index on the largest table of a large service. */
const longestStepMs = 3_600_000

type Exec = (text: string) => Promise<unknown>

/** A transaction for changing tables, one at a time, on a server that passed the checks. */
export async function changeSchema<T>(address: Address, work: (tx: Sql, exec: Exec) => Promise<T>): Promise<T> {
  const client = await connectOrExplain(address, { longestMs: longestStepMs })
  try {
    const sql = sqlOn(client)
    await refuseOld(sql)
    await refuseUnsafe(sql)
    await refuseEncoding(sql)
    await client.query('begin')
    // Another node may be in the middle of the longest step. Locks of tables are different: running nodes need them, too.
    await client.query(`set local lock_timeout = ${longestStepMs}`)
    await sql.run('select pg_advisory_xact_lock(?)', schemaLock)
    await client.query("set local lock_timeout = '10s'")
    const value = await work(sql, (text) => client.query(text))
    await client.query('commit')
    return value
  } catch (error) {
    throw error instanceof DatabaseError ? refused(error) : error
  } finally {
    await client.end()
  }
}

/** An open connection, or a DatabaseProblem that says why there is none. */
export async function connectOrExplain(address: Address, limits?: { longestMs: number }): Promise<Client> {
  return await connect(address, limits).catch((error) => {
    throw unreachable(error)
  })
}

/** A database whose migration isn't finished can't be used yet. */
export async function refuseUnfinished(sql: Reader): Promise<void> {
  const unfinished = await findFact(sql, 'unfinished')
  if (unfinished === undefined) return
  throw new DatabaseProblem(
    unfinished.startsWith('move')
      ? 'A migration to the database of INNKEEPER_DATABASE_URL was not finished. Stop the old service and run ./innkeeper migrate again.'
      : 'A restore to the database of INNKEEPER_DATABASE_URL was not finished. Run it again.',
  )
}

/** Creates the tables if there are none. `isNewer`: a newer release was here, and is compatible with ours. */
export async function migrate(sql: Sql, exec: Exec): Promise<{ isNewer: boolean }> {
  const version = await findSchema(sql)
  if (version > migrations.length) {
    await refuseOutgrown(sql, version)
    return { isNewer: true }
  }
  for (const [to, text] of steps) if (to > version) await exec(text)
  await sql.run("insert into facts (name, value) values ('secret', ?) on conflict do nothing", createSecret())
  await keepInstance(sql)
  if (version === 0) {
    for (const name of lockNames) await sql.run('insert into locks (name) values (?)', name)
  }
  await noteNumber(sql, 'schema', migrations.length)
  await noteNumber(sql, 'schema_oldest', oldestProgram)
  return { isNewer: false }
}

async function noteNumber(sql: Sql, name: string, value: number): Promise<void> {
  await sql.run(
    `insert into facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value
     where facts.value <> excluded.value`,
    name,
    String(value),
  )
}

async function refuseOutgrown(sql: Reader, version: number): Promise<void> {
  const oldest = Number((await findFact(sql, 'schema_oldest')) ?? version)
  if (migrations.length >= oldest) return
  throw new DatabaseProblem(
    `The database of INNKEEPER_DATABASE_URL was written by a newer Innkeeper (schema ${version}, which needs ` +
      `at least ${oldest}; this release has ${migrations.length}). It was not changed; update Innkeeper.`,
  )
}

/** 0 if there are no tables of ours. */
export async function findSchema(sql: Reader): Promise<number> {
  const tables = await sql.get<{ count: number; ours: number }>(
    `select count(*) as count, coalesce(sum(case when relname in ('facts', 'locks', 'channels') then 1 else 0 end), 0) as ours
     from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
  )
  if (!tables || tables.count === 0) return 0
  if (tables.ours < 3) {
    throw new DatabaseProblem(
      'The database of INNKEEPER_DATABASE_URL contains tables of another application. It was not changed; create a separate ' +
        'database for Innkeeper.',
    )
  }
  const row = await sql.get<{ value: string }>("select value from facts where name = 'schema'")
  return Number(row?.value ?? 0)
}

export async function refuseOld(sql: Sql): Promise<void> {
  const row = await sql.get<{ number: number; version: string }>(
    "select cast(current_setting('server_version_num') as integer) as number, current_setting('server_version') as version",
  )
  if (!row || row.number >= oldestVersion) return
  throw new DatabaseProblem(
    `The server of INNKEEPER_DATABASE_URL is PostgreSQL ${row.version}; version 15 or later is required. Update the server.`,
  )
}

/** Texts in any script must be stored exactly. */
async function refuseEncoding(sql: Reader): Promise<void> {
  const row = await sql.get<{ value: string }>("select current_setting('server_encoding') as value")
  if (!row || row.value === 'UTF8') return
  throw new DatabaseProblem(
    `The database of INNKEEPER_DATABASE_URL has the encoding ${row.value}; UTF8 is required. Create it with: create database … ` +
      "encoding 'UTF8' template template0.",
  )
}

/** No acknowledged write may be lost. */
export async function refuseUnsafe(sql: Sql): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const row = await sql.get<{ value: string }>('select current_setting(?) as value', setting)
    if (row?.value !== 'off') continue
    throw new DatabaseProblem(
      `Commits would not be safe on the server of INNKEEPER_DATABASE_URL: ${setting} is off. Set it to on in postgresql.conf ` +
        '(or with alter system), reload the server, and start again.',
    )
  }
}

/** A limit that a busy node exceeds would show as errors under load only. */
export async function refuseFewConnections(address: Address, needs: number): Promise<void> {
  const client = await connectOrExplain(address)
  try {
    const row = await sqlOn(client).get<Limits>(
      `select r.rolconnlimit as "ofRole", d.datconnlimit as "ofDatabase",
         cast(current_setting('max_connections') as integer) - cast(current_setting('superuser_reserved_connections') as integer)
           as "ofServer"
       from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`,
    )
    if (!row) return
    const limits: [limit: number, what: string][] = [
      [row.ofRole, 'its user is limited to'],
      [row.ofDatabase, 'the database is limited to'],
      [row.ofServer, 'the server has'],
    ]
    for (const [limit, what] of limits) {
      // -1 means no limit.
      if (limit < 0 || limit >= needs) continue
      throw new DatabaseProblem(
        `A node needs up to ${needs} connections to the server of INNKEEPER_DATABASE_URL, but ${what} ${limit}. Raise the limit, or ` +
          'lower INNKEEPER_DATABASE_POOL. See "Connections" in docs/scaling.md.',
      )
    }
  } finally {
    await client.end()
  }
}

type Limits = { ofRole: number; ofDatabase: number; ofServer: number }

function unreachable(error: unknown): DatabaseProblem {
  if (error instanceof DatabaseError) return refused(error)
  const { message, code } = error as NodeJS.ErrnoException
  return new DatabaseProblem(
    `The server of INNKEEPER_DATABASE_URL cannot be reached: ${code ?? message}. Check its host and port, and that it is running.`,
  )
}

/** The server's messages never contain the password. */
function refused(error: DatabaseError): DatabaseProblem {
  const advice = adviceFor[error.code ?? ''] ?? adviceFor[error.code?.slice(0, 2) ?? ''] ?? 'See the log of the server.'
  return new DatabaseProblem(`The server of INNKEEPER_DATABASE_URL refused: ${error.message}. ${advice}`)
}

const adviceFor: Record<string, string> = {
  '28': 'Check the user and the password in the URL.',
  '3D000': 'Create the database, or correct its name in the URL.',
  '42501': 'The user of the URL needs permission to create tables in this database; for example, make it the owner.',
  '53300': 'The server accepts no more connections: raise max_connections, or lower INNKEEPER_DATABASE_POOL.',
  '57P03': 'It is starting or stopping; try again in a moment.',
}
