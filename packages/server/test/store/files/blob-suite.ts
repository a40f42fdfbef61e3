import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import type { BlobStore } from '../../../src/ports/storage/blob-store.ts'

/** `count` returns how many files are in the store, including half-written ones. */
export type OpenBlobs = () => Promise<{ blobs: BlobStore; count(): Promise<number> }>

/** What every blob store guarantees. Each implementation runs all of these tests. */
export function blobSuite(name: string, open: OpenBlobs): void {
  describe(name, () => {
    test('a stored file is complete and named by the hash of its bytes', async () => {
      const { blobs } = await open()
      for (const bytes of [Buffer.from('hello'), randomBytes(1), randomBytes(100_000)]) {
        const stored = await blobs.put(chunks(bytes, 1000))
        assert.deepEqual(stored, { sha256: sha256(bytes), sizeBytes: bytes.length })
        assert.deepEqual(await blobs.stat(stored.sha256), { sizeBytes: bytes.length })
        assert.deepEqual(await read(blobs, stored.sha256, 0, bytes.length - 1), bytes)
      }
    })

    test('a file of 20 MB is stored byte for byte', async () => {
      const { blobs } = await open()
      const block = randomBytes(1024 * 1024)
      const hash = createHash('sha256')
      const { sha256: name, sizeBytes } = await blobs.put(
        (async function* () {
          for (let index = 0; index < 20; index++) {
            block.writeUInt32LE(index)
            hash.update(block)
            yield Buffer.from(block)
          }
        })(),
      )
      assert.equal(sizeBytes, 20 * 1024 * 1024)
      assert.equal(name, hash.digest('hex'))
      const again = createHash('sha256')
      for await (const chunk of blobs.open(name, { start: 0, end: sizeBytes - 1 })) again.update(chunk)
      assert.equal(again.digest('hex'), name)
    })

    test('an empty file can be stored', async () => {
      const { blobs } = await open()
      const { sha256: name, sizeBytes } = await blobs.put(chunks(Buffer.alloc(0), 1))
      assert.equal(sizeBytes, 0)
      assert.deepEqual(await blobs.stat(name), { sizeBytes: 0 })
    })

    test('a range returns the bytes from its start to its end, both included', async () => {
      const { blobs } = await open()
      const bytes = randomBytes(10_000)
      const { sha256: name } = await blobs.put(chunks(bytes, 777))
      for (const [start, end] of [
        [0, 0],
        [0, 9_999],
        [1, 1],
        [5_000, 7_499],
        [9_999, 9_999],
      ] as const) {
        assert.deepEqual(await read(blobs, name, start, end), bytes.subarray(start, end + 1), `${start}–${end}`)
      }
    })

    test('a file, or part of it, is written to a stream unchanged', async () => {
      const { blobs } = await open()
      const bytes = randomBytes(5_000_000)
      const { sha256: name } = await blobs.put(chunks(bytes, 100_000))
      for (const [start, end] of [
        [0, 4_999_999],
        [0, 0],
        [4_999_999, 4_999_999],
        [2_097_151, 2_097_152],
        [2_097_152, 4_194_303],
        [7, 4_000_000],
      ] as const) {
        const sink = slowStream()
        assert.equal(await blobs.pour(name, { start, end }, () => sink), true)
        assert.ok(sink.writableEnded)
        assert.ok(sink.taken().equals(bytes.subarray(start, end + 1)), `${start}–${end}`)
      }
    })

    test('slow readers at the same time each get their own bytes', async () => {
      const { blobs } = await open()
      const files = Array.from({ length: 6 }, (_, index) => Buffer.alloc(5_000_000 + index, randomBytes(9973 + index)))
      const names: string[] = []
      for (const bytes of files) names.push((await blobs.put(chunks(bytes, 1_000_000))).sha256)
      // Each file has a quick and a slow reader, so that buffers are reused all the time.
      const sinks = [...files, ...files].map((_, index) => slowStream(index % 4))
      await Promise.all(
        sinks.map((sink, index) => {
          const end = (files[index % files.length]?.length ?? 0) - 1
          return blobs.pour(names[index % files.length] ?? '', { start: 0, end }, () => sink)
        }),
      )
      for (const [index, sink] of sinks.entries()) {
        assert.equal(sha256(sink.taken()), names[index % files.length], `reader ${index}`)
      }
    })

    test('writing to a stream stops when the reader goes away, and never starts for a missing file', async () => {
      const { blobs } = await open()
      const { sha256: name } = await blobs.put(chunks(randomBytes(3_000_000), 1_000_000))
      const broken = new Writable({
        write() {
          // Closes in the middle of a write, which is therefore never acknowledged.
          this.destroy()
        },
      })
      assert.equal(await blobs.pour(name, { start: 0, end: 2_999_999 }, () => broken), true)
      const begin = () => assert.fail('there is no file to send')
      assert.equal(await blobs.pour(sha256(Buffer.from('never stored')), { start: 0, end: 9 }, begin), false)
      await assert.rejects(async () => blobs.pour('../../etc/passwd', { start: 0, end: 9 }, begin), /must be a SHA-256/)
    })

    test('writing to a stream fails when the file is shorter than requested', async () => {
      const { blobs } = await open()
      const { sha256: name } = await blobs.put(chunks(randomBytes(1000), 1000))
      await assert.rejects(
        async () => blobs.pour(name, { start: 0, end: 1000 }, () => slowStream()),
        /has 1000 bytes; at least 1001/,
      )
    })

    test('the same bytes are stored once, even when stored again or at the same time', async () => {
      const { blobs, count } = await open()
      const bytes = randomBytes(5_000)
      const stored = await blobs.put(chunks(bytes, 5_000))
      const more = await Promise.all(Array.from({ length: 5 }, () => blobs.put(chunks(bytes, 100))))
      for (const one of more) assert.deepEqual(one, stored)
      assert.equal(await count(), 1)
      await blobs.put(chunks(randomBytes(5_000), 100))
      assert.equal(await count(), 2, 'different bytes are a different file')
    })

    test('a source that fails leaves nothing behind, and its own error is thrown', async () => {
      const { blobs, count } = await open()
      const bytes = randomBytes(300_000)
      const failing = (async function* () {
        yield* chunks(bytes, 64 * 1024)
        throw new Error('the line went dead')
      })()
      await assert.rejects(blobs.put(failing), /the line went dead/)
      assert.equal(await blobs.stat(sha256(bytes)), undefined)
      assert.equal(await count(), 0)
    })

    test('a removed file is gone, and can be stored again', async () => {
      const { blobs, count } = await open()
      const bytes = randomBytes(1_000)
      const { sha256: name } = await blobs.put(chunks(bytes, 100))
      await blobs.remove(name)
      assert.deepEqual([await blobs.stat(name), await count()], [undefined, 0])
      await blobs.remove(name)
      await blobs.put(chunks(bytes, 100))
      assert.deepEqual(await read(blobs, name, 0, 999), bytes)
      await assert.rejects(blobs.remove('../../etc/passwd'), /must be a SHA-256/)
    })

    test('a missing file is distinguished from an invalid name', async () => {
      const { blobs } = await open()
      const absent = sha256(Buffer.from('never stored'))
      assert.equal(await blobs.stat(absent), undefined)
      await assert.rejects(read(blobs, absent, 0, 0))
      for (const name of ['', '..', '../../etc/passwd', absent.toUpperCase(), `${absent}/x`, `${absent.slice(1)}/`]) {
        await assert.rejects(async () => blobs.stat(name), /must be a SHA-256/, name)
        await assert.rejects(async () => read(blobs, name, 0, 0), /must be a SHA-256/, name)
      }
    })
  })
}

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

/** A writable that waits this many turns of the event loop before it copies each chunk. */
function slowStream(turns = 0): Writable & { taken(): Buffer } {
  const parts: Buffer[] = []
  const sink = new Writable({
    highWaterMark: 1,
    async write(chunk: Buffer, _encoding, done) {
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      parts.push(Buffer.from(chunk))
      done()
    },
  })
  return Object.assign(sink, { taken: () => Buffer.concat(parts) })
}

async function read(blobs: BlobStore, name: string, start: number, end: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of blobs.open(name, { start, end })) parts.push(chunk)
  return Buffer.concat(parts)
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
