import { existsSync, readdirSync, readlinkSync, rmSync, truncateSync } from 'node:fs'
import { join, relative } from 'node:path'
import { connect, sqlOn } from '../../src/adapters/postgres/connections/client.ts'
import type { Engine, Sql } from '../../src/adapters/sql/sql.ts'
import { openConnection } from '../../src/adapters/sqlite/connection.ts'
import { databasePath, mediaPath } from '../../src/domain/storage/data-folder.ts'
import { newFastFolder } from './folder.ts'

// Where an inn of the tests keeps its things. The same tests run on both: embedded with files, and on PostgreSQL with a bucket.
// The test runner runs whatever reaches this file by its imports once on each.

/** What the tests of this process run on. */
export const engine = readEngine()

// Loaded here and not with the first place, because hooks belong to where they are set up.
const servers =
  engine === 'postgres'
    ? { ...(await import('./process/postgres.ts')), ...(await import('./process/s3.ts')) }
    : undefined

export type TestEnvironment = {
  dataDir: string
  /** The settings that lead there. */
  env: Record<string, string>
  /** Speaks to the database itself, for what no question of the store tells and no command brings about. */
  lookInside<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Everything that lies where files lie, by its path. */
  listFiles(): Promise<string[]>
  /** Names of files that are not whole yet. */
  listIncoming(): string[]
  /** Leaves no more than its first bytes of a file. */
  cutFile(sha256: string, sizeBytes: number): Promise<void>
  /** How many files are being read at this moment. The service must run in this process. */
  countOpenFiles(): number
  remove(): Promise<void>
}

/** A place that is nobody else's. */
export async function openTestEnvironment(): Promise<TestEnvironment> {
  return servers ? await openServers(servers) : openFolder()
}

/** What comes back of a text. PostgreSQL keeps no character of number zero; what stands for the unreadable takes its place. */
export function kept(text: string): string {
  return engine === 'postgres' ? text.replaceAll('\0', '\ufffd') : text
}

function openFolder(): TestEnvironment {
  const dataDir = newFastFolder()
  const media = mediaPath(dataDir)
  return {
    dataDir,
    env: { INNKEEPER_DATA: dataDir },
    async lookInside(work) {
      const connection = openConnection(databasePath(dataDir))
      try {
        return await work(connection)
      } finally {
        connection.close()
      }
    },
    listFiles: async () => pathsBelow(dataDir, 'media'),
    listIncoming: () => pathsBelow(dataDir, 'media/incoming'),
    async cutFile(sha256, sizeBytes) {
      truncateSync(join(media, sha256.slice(0, 2), sha256.slice(2)), sizeBytes)
    },
    countOpenFiles() {
      const opened = readdirSync('/proc/self/fd').map((one) => {
        try {
          return readlinkSync(`/proc/self/fd/${one}`)
        } catch {
          return ''
        }
      })
      return opened.filter((path) => path.startsWith(media)).length
    },
    async remove() {
      removeFolder(dataDir)
    },
  }
}

/** A node has a folder here, too, for files on their way and what it notes for itself. */
async function openServers({ openDatabase, openBucket }: NonNullable<typeof servers>): Promise<TestEnvironment> {
  const dataDir = newFastFolder()
  const [database, bucket] = await Promise.all([openDatabase(), openBucket()])
  let isRemoved = false
  return {
    dataDir,
    env: { INNKEEPER_DATA: dataDir, INNKEEPER_DATABASE_URL: database.url, ...bucket.env },
    async lookInside(work) {
      const client = await connect({ url: database.url })
      try {
        return await work(sqlOn(client))
      } finally {
        await client.end()
      }
    },
    listFiles: async () => [...(await bucket.list()), ...pathsBelow(dataDir, 'media')],
    listIncoming: () => pathsBelow(dataDir, 'media/incoming'),
    async cutFile(sha256, sizeBytes) {
      const key = `media/${sha256.slice(0, 2)}/${sha256.slice(2)}`
      await bucket.write(key, (await bucket.read(key)).slice(0, sizeBytes))
    },
    countOpenFiles: () => bucket.underWay(),
    async remove() {
      removeFolder(dataDir)
      if (!isRemoved) await database.drop()
      isRemoved = true
    },
  }
}

function pathsBelow(root: string, folder: string): string[] {
  const path = join(root, folder)
  // Where nothing has come yet, there may be none.
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((one) => one.isFile()).map(({ parentPath, name }) => relative(root, join(parentPath, name)))
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

function readEngine(): Engine {
  const { INNKEEPER_TEST_ENGINE: named = 'sqlite' } = process.env
  if (named === 'sqlite' || named === 'postgres') return named
  throw new Error(`INNKEEPER_TEST_ENGINE is "${named}"; allowed is sqlite or postgres.`)
}
