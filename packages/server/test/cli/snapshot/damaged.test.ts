import assert from 'node:assert/strict'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, describe, test } from 'node:test'
import { readManifest, renderManifest } from '../../../src/domain/storage/snapshot-manifest.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'
import { filesBelow, fillData, findFault, restore, takeSnapshot } from '../../support/snapshots.ts'
import { isSoak } from '../../support/soak.ts'

describe('a damaged snapshot is reported by verify, and leaves nothing behind when it is restored', {
  concurrency: 2,
}, () => {
  const folder = newFolder()
  const sample = join(folder, 'sample')
  const sampleTar = join(folder, 'sample.tar')
  before(async () => {
    const dataDir = await fillData()
    await takeSnapshot(dataDir, sample)
    await takeSnapshot(dataDir, sampleTar)
  })
  /** A copy to damage. */
  const copyOf = (backup: string) => {
    const copy = join(newFolder(), backup === sample ? 'copy' : 'copy.tar')
    cpSync(backup, copy, { recursive: true })
    return copy
  }

  const media = () => filesBelow(sample).filter((name) => name.startsWith('media'))
  const cases: [what: string, damage: () => string, sentence: RegExp][] = [
    [
      'a byte of the database',
      () => flip(copyOf(sample), 'innkeeper.db', 5000),
      /^innkeeper\.db is damaged: its SHA-256 is/,
    ],
    ['a byte of a photo', () => flip(copyOf(sample), media()[0] ?? '', 3), /^media\/.+ is damaged: its SHA-256 is/],
    ['a byte of the manifest', () => flip(copyOf(sample), 'manifest.json', 100), /^manifest\.json is damaged/],
    ['a byte of the tar file', () => flip(copyOf(sampleTar), '', 520), /^media\/.+ is damaged: its SHA-256 is/],
    ['a header of the tar file', () => flip(copyOf(sampleTar), '', 5), /not an Innkeeper snapshot, or its first bytes/],
    ['the end of the tar file', () => flip(copyOf(sampleTar), '', -1), /copy\.tar does not end after manifest\.json/],
    [
      'a photo cut short',
      () => shorten(copyOf(sample), media()[0] ?? ''),
      /^media\/.+ has \d+ bytes; \d+ were expected/,
    ],
    ['a photo missing', () => without(copyOf(sample), media()[0] ?? ''), /^media\/.+ is missing; a file of \d+ bytes/],
    ['no database', () => without(copyOf(sample), 'innkeeper.db'), /^innkeeper\.db is missing/],
    ['no manifest, as after a partial copy', () => without(copyOf(sample), 'manifest.json'), /has no manifest\.json/],
    ['a tar file cut short', () => shorten(copyOf(sampleTar), ''), /cut off|does not end/],
    [
      'a folder with single snapshots in it',
      () => holding(copyOf(sample)),
      /isn't a snapshot, but contains monday\. Name one of them, such as \/.+\/monday\.$/m,
    ],
    ['an empty folder', () => newFolder(), /has no manifest\.json: it is not an Innkeeper snapshot/],
    ['an empty tar file', () => add(newFolder(), 'empty.tar', ''), /is cut off after the beginning/],
    [
      'something else called .tar',
      () => add(newFolder(), 'zip.tar', 'PK'.repeat(2000)),
      /is not an Innkeeper snapshot/,
    ],
    [
      'a file that does not belong there',
      () => withFile(copyOf(sample), 'diary.txt'),
      /^diary\.txt does not belong here/,
    ],
    [
      'a log beside the database',
      () => withFile(copyOf(sample), 'innkeeper.db-wal'),
      /^innkeeper\.db-wal does not belong/,
    ],
    ['a link', () => withLink(copyOf(sample)), /^media\/link does not belong here/],
    ['an invalid ledger', () => withFile(copyOf(sample), 'erasures.jsonl'), /^Line 1 of .+erasures\.jsonl/],
    ['a newer schema', () => rewrite(copyOf(sample), { schema: 99 }), /made by a newer Innkeeper.+schema 99.+Update/],
    ['a newer format', () => rewrite(copyOf(sample), { format: 2 }), /made by a newer Innkeeper.+format 2.+Update/],
    [
      'other counts',
      () => rewrite(copyOf(sample), { counts: { messages: 5 } }),
      /innkeeper\.db contains 4 messages; .+ says 5/,
    ],
    ['nothing there', () => join(newFolder(), 'nothing'), /does not exist, or cannot be reached/],
  ]
  for (const [what, damage, sentence] of cases) {
    test(what, async () => {
      const damaged = damage()
      const fault = await findFault(damaged)
      assert.match(fault ?? 'sound', sentence)
      const restored = join(newFolder(), 'new')
      await assert.rejects(restore(damaged, restored), { name: 'Refusal', message: fault })
      assert.ok(!existsSync(restored))
    })
  }

  test('control: an undamaged copy is sound', async () => {
    assert.equal(await findFault(copyOf(sample)), undefined)
    assert.equal(await findFault(copyOf(sampleTar)), undefined)
  })

  test('verify reports it on the command line too, as a sentence and as JSON, and exits with 1', async () => {
    const damaged = flip(copyOf(sample), 'innkeeper.db', 5000)
    const [plain, json] = await Promise.all([innkeeper(['verify', damaged]), innkeeper(['verify', damaged, '--json'])])
    assert.deepEqual([plain.code, plain.stdout], [1, ''])
    assert.match(plain.stderr, /^innkeeper\.db is damaged: its SHA-256 is [0-9a-f]{64}.+was expected\.\n$/)
    assert.deepEqual([json.code, json.stderr], [1, ''])
    assert.deepEqual(JSON.parse(json.stdout), { sound: false, difference: plain.stderr.trimEnd() })
  })

  test('every byte of a tar file counts, including those between the files', async () => {
    const bytes = readFileSync(sampleTar)
    const path = join(newFolder(), 'flipped.tar')
    // All headers and padding, but only a few bytes of the database, which is large.
    const database = bytes.indexOf('SQLite format 3')
    const size =
      readManifest(readFileSync(join(sample, 'manifest.json'), 'utf8'), { schema: 99 }).files[0]?.sizeBytes ?? 0
    const chosen = [...bytes.keys()].filter(
      (index) =>
        (index < database || index >= database + size || index % 20_011 === 0) && index % (isSoak ? 1 : 37) === 0,
    )
    assert.ok(chosen.length > 100)
    for (const index of chosen) {
      bytes.writeUInt8(bytes.readUInt8(index) ^ 0x20, index)
      writeFileSync(path, bytes)
      assert.ok(await findFault(path), `byte ${index}`)
      bytes.writeUInt8(bytes.readUInt8(index) ^ 0x20, index)
    }
    writeFileSync(path, bytes)
    assert.equal(await findFault(path), undefined)
  })
})

/** Flips one bit of a byte. A negative position counts from the end. */
function flip(backup: string, name: string, position: number): string {
  const bytes = readFileSync(join(backup, name))
  const index = position < 0 ? bytes.length + position : position
  bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index)
  writeFileSync(join(backup, name), bytes)
  return backup
}

function shorten(backup: string, name: string): string {
  const bytes = readFileSync(join(backup, name))
  writeFileSync(join(backup, name), bytes.subarray(0, bytes.length - 700))
  return backup
}

function without(backup: string, name: string): string {
  rmSync(join(backup, name))
  return backup
}

function withFile(backup: string, name: string): string {
  add(backup, name, 'not a line\n')
  return backup
}

function withLink(backup: string): string {
  symlinkSync('/etc/hostname', join(backup, 'media', 'link'))
  return backup
}

/** The folder that contains it. */
function holding(backup: string): string {
  renameSync(backup, join(dirname(backup), 'monday'))
  return dirname(backup)
}

function add(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** Writes a manifest with a correct checksum, like a program would. */
function rewrite(backup: string, change: object): string {
  const path = join(backup, 'manifest.json')
  const manifest = readManifest(readFileSync(path, 'utf8'), { schema: 99 })
  writeFileSync(path, renderManifest({ ...manifest, ...change }))
  return backup
}
