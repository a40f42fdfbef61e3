import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, describe, test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { innkeeper, newFolder, serve, withData } from '../../support/process/process.ts'
import { seedChannel } from '../seed-channel.ts'

// A damaged, foreign or too new database is never written to: the start says why and leaves every file unchanged.

type Base = 'stopped' | 'crashed'
type Case = { what: string; base: Base; spoil(dataDir: string): void; reason: RegExp }

const noon = Date.parse('2026-03-10T12:00:00Z')
const database = (dataDir: string) => join(dataDir, 'innkeeper.db')
const removeMedia = (dataDir: string) => rmSync(join(dataDir, 'media'), { recursive: true })

const cases: Case[] = [
  {
    what: 'the file was cut in half',
    base: 'stopped',
    spoil: (dataDir) => truncateSync(database(dataDir), statSync(database(dataDir)).size / 2),
    reason: /innkeeper\.db (is damaged|cannot be read): .+ not changed; restore a snapshot/,
  },
  {
    what: 'the file was cut to a few bytes',
    base: 'stopped',
    spoil: (dataDir) => truncateSync(database(dataDir), 50),
    reason: /innkeeper\.db is not an Innkeeper database\. It was not changed; restore a snapshot/,
  },
  {
    what: 'the head of the file is garbage',
    base: 'stopped',
    spoil: (dataDir) => overwrite(database(dataDir), 0, 100),
    reason: /innkeeper\.db cannot be read: file is not a database\. .+ not changed; restore a snapshot/,
  },
  {
    what: 'a page in the middle was overwritten after a clean stop',
    base: 'stopped',
    spoil: (dataDir) => overwritePages(database(dataDir)),
    reason: /innkeeper\.db (is damaged|cannot be read): .+ not changed; restore a snapshot/,
  },
  {
    what: 'a page in the middle was overwritten after a crash',
    base: 'crashed',
    spoil: (dataDir) => overwritePages(database(dataDir)),
    reason: /innkeeper\.db (is damaged|cannot be read): .+ not changed; restore a snapshot/,
  },
  {
    what: 'the file was cut in half after a crash',
    base: 'crashed',
    spoil: (dataDir) => truncateSync(database(dataDir), statSync(database(dataDir)).size / 2),
    reason: /innkeeper\.db (is damaged|cannot be read): .+ not changed; restore a snapshot/,
  },
  {
    what: "the file is another program's database",
    base: 'stopped',
    spoil(dataDir) {
      rmSync(database(dataDir))
      edit(database(dataDir), 'create table bookmarks (url text); insert into bookmarks values (1)')
    },
    reason: /innkeeper\.db is not an Innkeeper database\. It was not changed/,
  },
  {
    what: 'the database was written by a newer release',
    base: 'stopped',
    spoil: (dataDir) => edit(database(dataDir), `pragma user_version = ${schemaOf(database(dataDir)) + 1}`),
    reason: /written by a newer Innkeeper \(schema \d+, this release has \d+\)\. .+ update Innkeeper/,
  },
  {
    what: 'the file is empty, but there are media files',
    base: 'stopped',
    spoil: (dataDir) => truncateSync(database(dataDir), 0),
    reason: /innkeeper\.db is missing or empty, but .+ contains data of an earlier one\. Restore a snapshot/,
  },
  {
    what: 'the file is missing, but there are media files',
    base: 'stopped',
    spoil: (dataDir) => rmSync(database(dataDir)),
    reason: /innkeeper\.db is missing or empty, but .+ contains data of an earlier one\. Restore a snapshot/,
  },
  {
    what: 'the file is missing, but its write-ahead log is there',
    base: 'crashed',
    spoil(dataDir) {
      removeMedia(dataDir)
      rmSync(database(dataDir))
    },
    reason: /innkeeper\.db is missing or empty, but .+ contains data of an earlier one\. Restore a snapshot/,
  },
]

describe('a start on an existing data folder', { concurrency: 2 }, () => {
  const bases: Record<Base, string> = { stopped: newFolder(), crashed: newFolder() }

  // Created once and copied for each case: the same chat after a clean stop and after a crash.
  before(async () => {
    await withData(bases.stopped, async ({ store, blobs }) => {
      await seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
      const events = Array.from({ length: 2000 }, (_, index) => message('C1', noon + index, { from: 'U1' }))
      await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
      await blobs.put(
        (async function* () {
          yield Buffer.from('a picture')
        })(),
      )
    })
    assert.equal((await (await serve(bases.stopped)).stop()).code, 0)
    cpSync(bases.stopped, bases.crashed, { recursive: true, preserveTimestamps: true })
    await (await serve(bases.crashed)).stop('SIGKILL')
    assert.ok(statSync(`${database(bases.crashed)}-wal`).size > 0, 'the crash left something in the log')
  })

  for (const { what, base, spoil, reason } of cases) {
    test(`is refused with the reason, and changes nothing: ${what}`, async () => {
      const dataDir = copyOf(bases[base])
      spoil(dataDir)
      const found = hashFiles(dataDir)
      const { code, stdout, stderr } = await innkeeper(['serve', '--port', '0', '--data', dataDir])
      assert.equal(code, 1, stdout)
      assert.match(stderr, reason)
      assert.doesNotMatch(stderr, /^\s+at /m, 'a sentence, not a stack trace')
      assert.deepEqual(hashFiles(dataDir), found)
    })
  }

  for (const base of ['stopped', 'crashed'] as const) {
    test(`is not refused when nothing is wrong: ${base}`, async () => {
      const dataDir = copyOf(bases[base])
      const service = await serve(dataDir)
      const { stdout } = await innkeeper(['channels', 'list', '--json', '--data', dataDir])
      assert.equal(JSON.parse(stdout).channels[0].messages, 2000)
      assert.equal((await service.stop()).code, 0)
    })
  }
})

function copyOf(dataDir: string): string {
  const copy = newFolder()
  cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true })
  return copy
}

function overwrite(path: string, start: number, length: number): void {
  const bytes = readFileSync(path)
  bytes.fill(0xa7, start, start + length)
  writeFileSync(path, bytes)
}

/** Several pages in a row, so that at least one of them is in use. */
function overwritePages(path: string): void {
  const page = 4096
  overwrite(path, Math.floor(statSync(path).size / page / 2) * page, 5 * page)
}

function edit(path: string, text: string): void {
  const connection = new DatabaseSync(path)
  connection.exec(text)
  connection.close()
}

function schemaOf(path: string): number {
  const connection = new DatabaseSync(path)
  const row = connection.prepare('pragma user_version').get()
  connection.close()
  return Number(row?.user_version)
}

/** Every file with its hash. Each start creates the lock, and the log's index (-shm) has no data of its own. */
function hashFiles(dataDir: string): Record<string, string> {
  const names = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('serve.lock'))
    .map((entry) => join(entry.parentPath, entry.name))
  const hash = (path: string) =>
    path.endsWith('-shm') ? '' : createHash('sha256').update(readFileSync(path)).digest('hex')
  return Object.fromEntries(names.sort().map((path) => [path, hash(path)]))
}
