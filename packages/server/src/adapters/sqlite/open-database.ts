import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createSecret } from '../../domain/accounts/token.ts'
import { DatabaseProblem, databasePath, mediaPath, unfinishedRestore } from '../../domain/storage/data-folder.ts'
import { keepInstance } from '../sql/instance.ts'
import { migrations } from '../sql/migrations.ts'
import { isIndexForeign, renewIndex } from '../sql/search/renew-index.ts'
import { type Connection, openConnection } from './connection.ts'

/** Marks a file as ours: the letters INNK. */
export const applicationId = 0x494e4e4b

/**
 * Checks the database without changing it. Throws a DatabaseProblem if it is damaged, not ours, or newer than this release.
 * `thorough` reads every page; otherwise only the header of the file is read.
 */
export function inspectDatabase(dataDir: string, { thorough }: { thorough: boolean }): 'absent' | 'sound' {
  refuseUnfinished(dataDir)
  const path = databasePath(dataDir)
  const hasLog = () => existsSync(`${path}-wal`)
  const isEmpty = () => !existsSync(path) || statSync(path).size === 0
  if (isEmpty()) {
    if (!hasLog() && !hasMedia(dataDir)) return 'absent'
    // A write-ahead log or media without a database are leftovers, so this isn't a new data folder. But a start that is running now
    // may have created the database a moment ago, before its log.
    if (isEmpty()) throw leftovers(dataDir)
  }
  // Without a log no one has it open, and the file alone can be read.
  const immutable = !hasLog()
  try {
    return examine(dataDir, { immutable, thorough })
  } catch (error) {
    // Another process has opened it meanwhile, so the file may have changed while we read it.
    if (!immutable || !hasLog()) throw error
    return examine(dataDir, { immutable: false, thorough })
  }
}

function examine(dataDir: string, options: { immutable: boolean; thorough: boolean }): 'absent' | 'sound' {
  const path = databasePath(dataDir)
  let connection: Connection | undefined
  try {
    connection = openConnection(path, { readOnly: true, immutable: options.immutable })
    if (isUnborn(connection)) {
      if (hasMedia(dataDir)) throw leftovers(dataDir)
      return 'absent'
    }
    refuseForeign(connection, path)
    if (options.thorough) refuseDamaged(connection, path)
    return 'sound'
  } catch (error) {
    if (error instanceof DatabaseProblem) throw error
    throw new DatabaseProblem(`${path} cannot be read: ${messageOf(error)}. ${restoreAdvice}`)
  } finally {
    connection?.close()
  }
}

/** Whether it is still empty: created by another start that is running now, or was interrupted. */
function isUnborn(connection: Connection): boolean {
  return (
    ['schema_version', 'user_version', 'application_id'].every((name) => connection.pragma(name) === 0) &&
    connection.pragma('page_count') === 1
  )
}

/** Opens the database for writing, brings its schema up to date, and proves that commits reach the disk. */
export async function openForWriting(dataDir: string): Promise<Connection> {
  refuseAffectedLibrary()
  const connection = openConnection(databasePath(dataDir))
  try {
    await switchToLog(connection)
    // The log is checkpointed at 16 MB: less often than by default, because under load the same pages change again.
    connection.exec(`
      pragma synchronous = full;
      pragma secure_delete = on;
      pragma foreign_keys = on;
      pragma wal_autocheckpoint = 4000;
    `)
    migrate(connection)
    await keepIndexOurs(connection)
    await keepInstance(connection)
    await proveDurable(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** `isBrief`: for a thread that reads each page once. It needs no memory of its own for pages. */
export function openForReading(dataDir: string, { isBrief = false } = {}): Connection {
  const connection = openConnection(databasePath(dataDir), { readOnly: true })
  connection.exec(isBrief ? 'pragma cache_size = -8192' : 'pragma mmap_size = 2147418112; pragma cache_size = -65536')
  return connection
}

/** A restore creates this folder first, and removes it last. */
function refuseUnfinished(dataDir: string): void {
  if (!existsSync(join(dataDir, unfinishedRestore))) return
  throw new DatabaseProblem(
    `A restore into ${dataDir} was not finished. Run it again, or empty the folder; or choose another with --data.`,
  )
}

function leftovers(dataDir: string): DatabaseProblem {
  return new DatabaseProblem(
    `${databasePath(dataDir)} is missing or empty, but ${dataDir} contains data of an earlier one. Restore a snapshot of the ` +
      'database, or choose another data folder.',
  )
}

const restoreAdvice = 'It was not changed; restore a snapshot, or choose another data folder.'

function refuseForeign(connection: Connection, path: string): void {
  const version = Number(connection.pragma('user_version'))
  if (connection.pragma('application_id') !== applicationId) {
    throw new DatabaseProblem(`${path} is not an Innkeeper database. ${restoreAdvice}`)
  }
  if (version > migrations.length) {
    throw new DatabaseProblem(
      `${path} was written by a newer Innkeeper (schema ${version}, this release has ${migrations.length}). ` +
        'It was not changed; update Innkeeper. To go back to how it was before the upgrade, run ./innkeeper rollback.',
    )
  }
}

function refuseDamaged(connection: Connection, path: string): void {
  const verdict = connection.pragma('quick_check(1)')
  if (verdict === 'ok') return
  const finding = String(verdict).replace(/^\*\*\*.*\*\*\*\n/, '')
  throw new DatabaseProblem(`${path} is damaged: ${finding}. ${restoreAdvice}`)
}

/** Versions up to 3.51.2 can corrupt a database when the write-ahead log is reset. */
function refuseAffectedLibrary(): void {
  const [major = 0, minor = 0, patch = 0] = (process.versions.sqlite ?? '0').split('.').map(Number)
  if (major * 1e6 + minor * 1e3 + patch < 3_051_003) {
    throw new DatabaseProblem(
      `SQLite ${process.versions.sqlite} has a defect that can damage data; use the Node version that npm installs here.`,
    )
  }
}

/**
 * Processes that open a new file at the same time conflict here, and SQLite does not wait as it does elsewhere. So it is retried
 * for as long as SQLite would have waited.
 */
async function switchToLog(connection: Connection): Promise<void> {
  const triesUntil = Date.now() + 5000
  for (;;) {
    try {
      connection.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== busy || Date.now() > triesUntil) throw error
      await setTimeout(10)
    }
  }
}

/** SQLITE_BUSY: another connection has the lock. */
const busy = 5

/** Under an exclusive lock, and the version is read again inside it: two processes may start at once. */
function migrate(connection: Connection): void {
  if (Number(connection.pragma('user_version')) === migrations.length) return
  connection.exec('begin exclusive')
  try {
    const version = Number(connection.pragma('user_version'))
    for (const step of migrations.slice(version)) connection.exec(step)
    if (version === 0) {
      connection.exec(`insert into facts (name, value) values ('secret', '${createSecret()}')`)
    }
    connection.exec(`pragma application_id = ${applicationId}; pragma user_version = ${migrations.length}; commit`)
  } catch (error) {
    connection.exec('rollback')
    throw error
  }
}

/** For example after an update. Checked again inside the transaction: two processes may start at once. */
async function keepIndexOurs(connection: Connection): Promise<void> {
  if (!(await isIndexForeign(connection))) return
  connection.exec('begin immediate')
  try {
    if (await isIndexForeign(connection)) await renewIndex(connection)
    connection.exec('commit')
  } catch (error) {
    connection.exec('rollback')
    throw error
  }
}

/** Before the first write the setting always reads FULL: so write first, then check. */
async function proveDurable(connection: Connection): Promise<void> {
  await connection.run(
    `insert into facts (name, value) values ('opened_at', ?) on conflict (name) do update set value = excluded.value`,
    new Date().toISOString(),
  )
  const synchronous = connection.pragma('synchronous')
  const journal = connection.pragma('journal_mode')
  if (synchronous !== 2 || journal !== 'wal') {
    throw new DatabaseProblem(
      `Commits would not be safe on this disk: journal_mode is ${journal}, synchronous is ${synchronous}; wal and 2 (full) are required.`,
    )
  }
}

function hasMedia(dataDir: string): boolean {
  try {
    return readdirSync(mediaPath(dataDir)).some((name) => name !== 'incoming')
  } catch {
    return false
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
