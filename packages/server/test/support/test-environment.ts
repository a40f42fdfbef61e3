import { existsSync, readdirSync, readlinkSync, rmSync, truncateSync } from 'node:fs'
import { join, relative } from 'node:path'
import { connect, sqlOn } from '../../src/adapters/postgres/connections/client.ts'
import type { Engine, Sql } from '../../src/adapters/sql/sql.ts'
import { openConnection } from '../../src/adapters/sqlite/connection.ts'
import { databasePath, mediaPath } from '../../src/domain/storage/data-folder.ts'
import { newFastFolder } from './folder.ts'

// The storage of a test service: SQLite with a folder, or PostgreSQL with a bucket. The same tests run on both.
// `scripts/test-runner/folders.ts` decides which tests run on which.

/** The engine that the tests of this process run on. */
export const engine = readEngine()

// Loaded here and not with the first environment, because hooks belong to the suite or test that registers them.
const servers =
  engine === 'postgres'
    ? { ...(await import('./process/postgres.ts')), ...(await import('./process/s3.ts')) }
    : undefined

export type TestEnvironment = {
  dataDir: string
  /** The settings for this storage. */
  env: Record<string, string>
  /** Queries the database directly, for what the store's methods and commands can't do. */
  withSql<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Paths of all stored files. */
  listFiles(): Promise<string[]>
  /** Names of incomplete files. */
  listIncoming(): string[]
  /** Truncates a file to its first bytes. */
  cutFile(sha256: string, sizeBytes: number): Promise<void>
  /** How many files are being read. The service must run in this process. */
  countOpenFiles(): number
  remove(): Promise<void>
}

/** A new environment that nothing else uses. */
export async function openTestEnvironment(): Promise<TestEnvironment> {
  return servers ? await openServers(servers) : openFolder()
}

/** A text as it is read back. PostgreSQL can't store NUL characters, so we replace them with U+FFFD. */
export function kept(text: string): string {
  return engine === 'postgres' ? text.replaceAll('\0', '\ufffd') : text
}

function openFolder(): TestEnvironment {
  const dataDir = newFastFolder()
  const media = mediaPath(dataDir)
  return {
    dataDir,
    env: { INNKEEPER_DATA: dataDir },
    async withSql(work) {
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

/** A node also has a folder here, for incoming files and its own records. */
async function openServers({ openDatabase, openBucket }: NonNullable<typeof servers>): Promise<TestEnvironment> {
  const dataDir = newFastFolder()
  const [database, bucket] = await Promise.all([openDatabase(), openBucket()])
  let isRemoved = false
  return {
    dataDir,
    env: { INNKEEPER_DATA: dataDir, INNKEEPER_DATABASE_URL: database.url, ...bucket.env },
    async withSql(work) {
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
  // Until the first file comes in, it may not exist.
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
  throw new Error(`INNKEEPER_TEST_ENGINE is "${named}". Use sqlite or postgres.`)
}
