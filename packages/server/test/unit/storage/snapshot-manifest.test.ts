import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  findDifference,
  findSnapshotId,
  isSnapshotPath,
  type Manifest,
  mediaFilePath,
  readManifest,
  renderManifest,
} from '../../../src/domain/storage/snapshot-manifest.ts'

const sha256 = 'ab'.repeat(32)
const manifest: Manifest = {
  format: 1,
  program: '0.1.0',
  schema: 3,
  begunAt: '2026-03-10T12:00:00.000Z',
  finishedAt: '2026-03-10T12:00:01.000Z',
  counts: { messages: 2 },
  missing: [{ sha256: 'cd'.repeat(32), reason: 'it is not in the data folder' }],
  files: [
    { path: 'innkeeper.db', sizeBytes: 4096, sha256: 'ef'.repeat(32) },
    { path: mediaFilePath(sha256), sizeBytes: 5, sha256 },
  ],
  backupId: '0b8c5a52-8e5f-4f0e-9a34-0d5c4f7f9d10',
}
const text = renderManifest(manifest)
const read = (one: string) => readManifest(one, { schema: 3 })

describe('the manifest of a snapshot', () => {
  test('reads back as it was written, with one file per line', () => {
    assert.deepEqual(read(text), manifest)
    assert.equal(text.split('\n').filter((line) => line.startsWith('{"path":')).length, 2)
  })

  test('is refused when any of its bytes is changed', () => {
    for (let index = 0; index < text.length; index++) {
      const flipped = text.slice(0, index) + String.fromCharCode(text.charCodeAt(index) ^ 1) + text.slice(index + 1)
      assert.throws(() => read(flipped), /manifest\.json is (damaged|incomplete)/, `byte ${index}`)
    }
  })

  test('is refused when it is cut off anywhere', () => {
    for (let length = 0; length < text.length; length++) {
      assert.throws(() => read(text.slice(0, length)), /manifest\.json is incomplete/, `${length} bytes`)
    }
  })

  test('of a newer format or schema is refused with the reason', () => {
    for (const newer of [{ format: 2 }, { schema: 4 }]) {
      assert.throws(
        () => read(renderManifest({ ...manifest, ...newer })),
        /made by a newer Innkeeper, 0\.1\.0 .* Update the program\./,
      )
    }
  })

  test('that leads out of the folder, or gives a file another name, is refused even with a valid checksum', () => {
    const evil = [
      '../evil',
      '/etc/evil',
      'media/../../evil',
      'media/ab/evil',
      'serve.lock',
      mediaFilePath('12'.repeat(32)),
    ]
    for (const path of evil) {
      const files = [...manifest.files, { path, sizeBytes: 1, sha256 }]
      assert.throws(() => read(renderManifest({ ...manifest, files })), /does not describe a snapshot/, path)
    }
    assert.throws(() => read(renderManifest({ ...manifest, files: [] })), /does not describe a snapshot/)
  })

  test('has an id that is found from the end of a large file, and of a tar file', () => {
    assert.equal(findSnapshotId(text.slice(-300)), manifest.backupId)
    assert.equal(findSnapshotId(text + '\0'.repeat(1500)), manifest.backupId)
    assert.equal(findSnapshotId(text.slice(0, -1)), undefined)
  })

  test('names the first file that is missing, has a different size, or does not belong there', () => {
    const found = () =>
      new Map([['manifest.json', 1], ...manifest.files.map(({ path, sizeBytes }) => [path, sizeBytes] as const)])
    const media = mediaFilePath(sha256)
    assert.equal(findDifference(manifest, found()), undefined)
    const missing = found()
    missing.delete(media)
    assert.equal(findDifference(manifest, missing), `${media} is missing; a file of 5 bytes was expected.`)
    assert.equal(findDifference(manifest, found().set(media, 4)), `${media} has 4 bytes; 5 were expected.`)
    const foreign = mediaFilePath('00'.repeat(32))
    assert.match(
      findDifference(manifest, found().set(foreign, 1)) ?? '',
      new RegExp(`^${foreign} does not belong here`),
    )
  })

  test('accepts only the file names of a snapshot', () => {
    for (const path of ['innkeeper.db', 'manifest.json', mediaFilePath(sha256)]) assert.ok(isSnapshotPath(path), path)
    const others = [
      '',
      '.',
      'innkeeper.db-wal',
      'Innkeeper.db',
      'media',
      `media/ab/${'A'.repeat(62)}`,
      `${mediaFilePath(sha256)}\n`,
    ]
    for (const path of others) assert.ok(!isSnapshotPath(path), path)
  })
})
