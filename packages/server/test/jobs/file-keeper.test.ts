import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFileKeeper } from '../../src/actions/media/file-keeper.ts'
import type { BlobStore } from '../../src/ports/storage/blob-store.ts'

const sha256 = 'ab'.repeat(32)

describe('a file is kept as long as something refers to it', () => {
  test('when the same bytes are stored at once, the caller that refers to them keeps them', async () => {
    const { files, blobs, refer } = setUp()
    await Promise.all([
      files.keep(bytes(), async () => {}),
      files.keep(bytes(), refer),
      files.keep(bytes(), async () => {}),
    ])
    assert.ok(await blobs.stat(sha256))
  })

  test('control: without a reference the bytes are removed', async () => {
    const { files, blobs } = setUp()
    await Promise.all([files.keep(bytes(), async () => {}), files.keep(bytes(), async () => {})])
    assert.equal(await blobs.stat(sha256), undefined)
  })

  test('releasing bytes does not remove them while another caller is about to refer to them', async () => {
    const { files, blobs, refer } = setUp()
    const kept = files.keep(bytes(), async () => {
      await Promise.resolve()
      await refer()
    })
    await Promise.all([kept, files.release(sha256), files.release(sha256)])
    assert.ok(await blobs.stat(sha256))
  })

  test('a failed record is reported, and does not block the next one', async () => {
    const { files, blobs, refer } = setUp()
    await assert.rejects(
      files.keep(bytes(), () => Promise.reject(new Error('the disk is full'))),
      /the disk is full/,
    )
    await files.keep(bytes(), refer)
    assert.ok(await blobs.stat(sha256))
  })
})

/** One file that exists or not, and a store that refers to it or not. */
function setUp() {
  let isThere = false
  let isReferenced = false
  const blobs: BlobStore = {
    check: () => assert.fail('not used in this test'),
    async put() {
      isThere = true
      return { sha256, sizeBytes: 1 }
    },
    open: () => assert.fail('not used in this test'),
    pour: () => assert.fail('not used in this test'),
    stat: async () => (isThere ? { sizeBytes: 1 } : undefined),
    async remove() {
      isThere = false
    },
    list: () => assert.fail('not used in this test'),
    dropUnfinished: () => assert.fail('not used in this test'),
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
