import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFileKeeper } from '../../src/actions/media/file-keeper.ts'
import type { BlobStore } from '../../src/ports/storage/blob-store.ts'

const sha256 = 'ab'.repeat(32)

describe('a file is kept as long as something refers to it', () => {
  test('of two who put the same bytes at once, the one who needs them has them', async () => {
    const { files, blobs, refer } = scene()
    await Promise.all([
      files.keep(bytes(), async () => {}),
      files.keep(bytes(), refer),
      files.keep(bytes(), async () => {}),
    ])
    assert.ok(await blobs.stat(sha256))
  })

  test('the control: where nobody needs them they go', async () => {
    const { files, blobs } = scene()
    await Promise.all([files.keep(bytes(), async () => {}), files.keep(bytes(), async () => {})])
    assert.equal(await blobs.stat(sha256), undefined)
  })

  test('who lets go of bytes that another is about to need does not take them away', async () => {
    const { files, blobs, refer } = scene()
    const kept = files.keep(bytes(), async () => {
      await Promise.resolve()
      await refer()
    })
    await Promise.all([kept, files.release(sha256), files.release(sha256)])
    assert.ok(await blobs.stat(sha256))
  })

  test('a record that fails is told, and does not stand in the way of the next', async () => {
    const { files, blobs, refer } = scene()
    await assert.rejects(
      files.keep(bytes(), () => Promise.reject(new Error('the disk is full'))),
      /the disk is full/,
    )
    await files.keep(bytes(), refer)
    assert.ok(await blobs.stat(sha256))
  })
})

/** One file, which is there or not, and a store that refers to it or not. */
function scene() {
  let isThere = false
  let isReferenced = false
  const blobs: BlobStore = {
    check: () => assert.fail('nobody asks here'),
    async put() {
      isThere = true
      return { sha256, sizeBytes: 1 }
    },
    open: () => assert.fail('nobody reads here'),
    pour: () => assert.fail('nobody reads here'),
    stat: async () => (isThere ? { sizeBytes: 1 } : undefined),
    async remove() {
      isThere = false
    },
    list: () => assert.fail('nobody looks around here'),
    dropUnfinished: () => assert.fail('nobody cleans up here'),
  }
  const store = { isBlobReferenced: async () => isReferenced }
  const refer = async () => {
    isReferenced = true
  }
  return { blobs, refer, files: createFileKeeper({ store, blobs }) }
}

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x')
}
