import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Sql } from '../../../src/adapters/sql/sql.ts'
import { openMedia } from '../../../src/app/storage/open-media.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { BlobStore } from '../../../src/ports/storage/blob-store.ts'
import type { TestEnvironment } from '../test-environment.ts'

/**
 * Where any of these can be found in the stored data, as `file: what`. Bytes are found by runs of 24 bytes. Searches every byte
 * of an SQLite database, including free pages. On PostgreSQL it searches the rows, because its files aren't ours to scrub.
 */
export async function findRemains(environment: TestEnvironment, needles: (string | Uint8Array)[]): Promise<string[]> {
  const runs = needles.flatMap((needle) => (typeof needle === 'string' ? [Buffer.from(needle)] : runsOf(needle)))
  return (await readEverything(environment)).flatMap(([name, bytes]) => {
    const found = runs.find((run) => bytes.includes(run))
    return found ? [`${name}: ${found.toString('latin1')}`] : []
  })
}

/** The texts that can be found anywhere in the same data. */
export async function findWords(environment: TestEnvironment, texts: string[]): Promise<string[]> {
  const everything = await readEverything(environment)
  return texts.filter((text) => everything.some(([, bytes]) => bytes.includes(text)))
}

/** Tables with a row that contains any of these texts, as `table: row`. Reads committed data, even while a service runs. */
export async function findInRows(environment: TestEnvironment, needles: (string | Uint8Array)[]): Promise<string[]> {
  const texts = needles.filter((needle) => typeof needle === 'string')
  return (await environment.withSql(readTables)).flatMap(([name, bytes]) => {
    const row = bytes
      .toString()
      .split('\n')
      .find((one) => texts.some((text) => one.includes(text)))
    return row === undefined ? [] : [`${name}: ${row}`]
  })
}

/** Files in the media folder, complete or still incoming. */
export function listMediaFiles(dataDir: string): string[] {
  return filesBelow(join(dataDir, 'media'))
}

async function readEverything(environment: TestEnvironment): Promise<[name: string, bytes: Buffer][]> {
  const config = readConfig(environment.env)
  const inFolder = filesBelow(environment.dataDir).map((path): [string, Buffer] => [path, readFileSync(path)])
  const inTables = config.databaseUrl === null ? [] : await environment.withSql(readTables)
  if (config.mediaUrl === null) return [...inFolder, ...inTables]
  const { blobs, close } = await openMedia(config, 'any')
  try {
    return [...inFolder, ...inTables, ...(await readFiles(blobs))]
  } finally {
    close()
  }
}

async function readTables(sql: Sql): Promise<[string, Buffer][]> {
  const tables = await sql.all<{ name: string }>(
    sql.engine === 'sqlite'
      ? "select name from sqlite_master where type = 'table' and sql not like 'create virtual%'"
      : "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const read = async ({ name }: { name: string }): Promise<[string, Buffer]> => {
    const rows = await sql.lists(
      sql.engine === 'sqlite' ? `select * from "${name}"` : `select cast(one as text) from "${name}" as one`,
    )
    return [name, Buffer.from(rows.map((row) => row.join(' ').replaceAll('\n', ' ')).join('\n'))]
  }
  return await Promise.all(tables.map(read))
}

async function readFiles(blobs: BlobStore): Promise<[string, Buffer][]> {
  const files: [string, Buffer][] = []
  for await (const { sha256 } of blobs.list()) {
    const { sizeBytes = 0 } = (await blobs.stat(sha256)) ?? {}
    files.push([sha256, await buffer(blobs.open(sha256, { start: 0, end: sizeBytes - 1 }))])
  }
  return files
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

const runLength = 24

/** From the middle, because headers are alike in all files of a format. */
function runsOf(bytes: Uint8Array): Buffer[] {
  const buffer = Buffer.from(bytes)
  const starts = [0.25, 0.5, 0.75].map((share) => Math.floor(buffer.length * share))
  return starts.map((start) => buffer.subarray(start, start + runLength))
}
