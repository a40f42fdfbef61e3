import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBlobStore } from '../../../src/adapters/fs/blob-store.ts'
import { blobSuite } from './blob-suite.ts'

blobSuite('Files in a folder', async () => {
  const { blobs, files } = openFolder()
  return { blobs, count: async () => files().length }
})

test('media files are readable only by their owner', async () => {
  const { blobs, files } = openFolder()
  await blobs.put(
    (async function* () {
      yield Buffer.from('private')
    })(),
  )
  for (const path of files()) assert.equal(statSync(path).mode & 0o077, 0, path)
  assert.equal(files().length, 1)
})

function openFolder() {
  const root = mkdtempSync(join(tmpdir(), 'inn-blobs-'))
  after(() => rmSync(root, { recursive: true, force: true }))
  const files = () =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  return { blobs: openBlobStore(root), files }
}
