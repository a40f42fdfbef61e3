import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import {
  DatabaseProblem,
  databasePath,
  unfinishedRestore,
  unfinishedRollback,
} from '../../../domain/storage/data-folder.ts'
import { databaseName, ledgerName } from '../../../domain/storage/snapshot-manifest.ts'
import type { RollbackDraft, UpgradeCopy } from '../../../ports/storage/snapshot.ts'
import { migrations } from '../../sql/migrations.ts'
import { openConnection } from '../connection.ts'
import { inspectDatabase } from '../open-database.ts'
import { lockDataDir } from '../serve-lock.ts'

const folderOf = (dataDir: string) => join(dataDir, 'before-upgrade')

/** Copies contain messages, so there are only a few, and only for a while. */
const mostCopies = 2
const longestAgeMs = 30 * 24 * 3600 * 1000

/**
 * Copies the database if opening it would change its schema, so that one can go back to the older release. Returns the path of
 * the copy, or undefined if none was needed. Without media files: their names are hashes of their bytes, so no release rewrites
 * one. Throws a DatabaseProblem if the database can't be used or there is no room.
 */
export function copyBeforeUpgrade(
  dataDir: string,
  { steps = migrations.length, now = Date.now() } = {},
): string | undefined {
  // Folders of a restore are thrown away if it fails.
  if ([unfinishedRestore, unfinishedRollback].includes(basename(dataDir))) return undefined
  if (inspectDatabase(dataDir, { thorough: false }) === 'absent') return undefined
  const schema = readSchema(databasePath(dataDir))
  const folder = folderOf(dataDir)
  const path = join(folder, `schema-${schema}-${new Date(now).toISOString().replaceAll(':', '-')}.db`)
  const partial = `${path}.partial`
  try {
    if (schema < steps) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      copyTo(databasePath(dataDir), partial)
      renameSync(partial, path)
      sync(folder)
    }
    removeOldCopies(dataDir, now)
  } catch (error) {
    if (schema >= steps) throw error
    if (existsSync(partial)) rmSync(partial)
    throw new DatabaseProblem(
      `This version changes the database. Before that, it copies it to ${folder}, which failed: ${(error as Error).message}. ` +
        'Nothing was changed. Make room on this disk, and start again.',
    )
  }
  return schema < steps ? path : undefined
}

/** The newest first. */
export function listUpgradeCopies(dataDir: string): UpgradeCopy[] {
  const folder = folderOf(dataDir)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const [, schema, day, time] = /^schema-(\d+)-(.+)T(.+)\.db$/.exec(name) ?? []
      const at = Date.parse(`${day}T${time?.replaceAll('-', ':')}`)
      return schema === undefined || Number.isNaN(at) ? [] : [{ path: join(folder, name), schema: Number(schema), at }]
    })
    .toSorted((one, other) => other.at - one.at)
}

/**
 * Puts a copy into a folder inside the data folder, to be worked on there. `publish` makes it the database of the data folder,
 * and returns where the newer one is kept. No service can run meanwhile. Throws a DatabaseProblem if one does, or if the
 * database isn't newer than this release.
 */
export function openRollback(dataDir: string, { path }: UpgradeCopy): RollbackDraft {
  const lock = lockDataDir(dataDir)
  const workDir = join(dataDir, unfinishedRollback)
  const current = databasePath(dataDir)
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    rmSync(workDir, { recursive: true, force: true })
    lock.release()
  }
  try {
    rmSync(workDir, { recursive: true, force: true })
    mkdirSync(workDir, { mode: 0o700 })
    copyFileSync(path, join(workDir, databaseName))
  } catch (error) {
    end()
    throw error
  }
  return {
    dataDir: workDir,
    publish() {
      const kept = join(folderOf(dataDir), `newer-${new Date().toISOString().replaceAll(':', '-')}.db`)
      // Missing after a rollback that was interrupted right here.
      if (existsSync(current)) {
        const connection = openConnection(current)
        connection.exec('pragma wal_checkpoint(truncate)')
        connection.close()
        renameSync(current, kept)
      }
      for (const name of [databaseName, ledgerName]) {
        const made = join(workDir, name)
        if (existsSync(made)) {
          sync(made)
          renameSync(made, join(dataDir, name))
        }
      }
      sync(dataDir)
      end()
      return kept
    },
    abandon: end,
  }
}

/** Undefined if there is no database. */
export function findSchema(dataDir: string): number | undefined {
  const path = databasePath(dataDir)
  return existsSync(path) ? readSchema(path) : undefined
}

function readSchema(path: string): number {
  const connection = openConnection(path, { readOnly: true })
  const schema = Number(connection.pragma('user_version'))
  connection.close()
  return schema
}

/** Row by row, so the copy contains nothing that was deleted. */
function copyTo(from: string, to: string): void {
  const source = openConnection(from)
  try {
    source.exec(`vacuum into '${to.replaceAll("'", "''")}'`)
  } finally {
    source.close()
  }
  sync(to)
}

function removeOldCopies(dataDir: string, now: number): void {
  const isOld = ({ at }: UpgradeCopy, index: number) => index >= mostCopies || now - at > longestAgeMs
  for (const { path } of listUpgradeCopies(dataDir).filter(isOld)) rmSync(path, { force: true })
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
