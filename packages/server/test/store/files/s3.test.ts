import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openSpool } from '../../../src/adapters/fs/spool.ts'
import { openS3Store } from '../../../src/adapters/s3/blob-store.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import type { BlobOwner } from '../../../src/ports/storage/blob-store.ts'
import { newFolder } from '../../support/process/process.ts'
import { type Asked, openBucket, type TestBucket, testKeys } from '../../support/process/s3.ts'
import { blobSuite } from './blob-suite.ts'

blobSuite('Files in a bucket', async () => {
  const bucket = await openBucket()
  const { blobs, folder } = openStore(bucket)
  return { blobs, count: async () => (await bucket.list()).length + spooled(folder) }
})

const mib = 1024 * 1024

describe('A bucket', () => {
  test('a large file is uploaded in parts, a small one in one piece, each with a checksum', async () => {
    const bucket = await openBucket()
    const { blobs } = openStore(bucket)
    const puts = async (bytes: Buffer) => {
      await blobs.check()
      const before = bucket.asked.length
      await blobs.put([bytes])
      return bucket.asked.slice(before).filter(({ method }) => method === 'PUT')
    }
    const parts = await puts(randomBytes(20 * mib))
    assert.deepEqual(parts.map(partNumber).toSorted(), [1, 2, 3])
    assert.ok(parts.every(({ headers }) => headers['content-md5']))
    const whole = await puts(randomBytes(mib))
    assert.deepEqual(whole.map(partNumber), [undefined])
    assert.ok(whole.every(({ headers }) => headers['content-md5']))
  })

  test('a file that is already there is not uploaded again', async () => {
    const bucket = await openBucket()
    const { blobs } = openStore(bucket)
    const bytes = randomBytes(1000)
    await blobs.put([bytes])
    const before = bucket.asked.length
    await blobs.put([bytes])
    assert.deepEqual(
      bucket.asked.slice(before).map(({ method }) => method),
      ['HEAD'],
    )
  })

  test('little of a 40 MB file is fetched while its reader pauses, and nothing more once the reader is gone', async () => {
    const bucket = await openBucket()
    const { blobs } = openStore(bucket)
    const { sha256 } = await blobs.put([randomBytes(40 * mib)])
    const before = bucket.passed().bytes
    let taken = 0
    const resting = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        taken += chunk.length
        // From here on it acknowledges nothing, like a reader that pauses.
        if (taken < mib) done()
      },
    })
    const pouring = blobs.pour(sha256, { start: 0, end: 40 * mib - 1 }, () => resting)
    await until(() => taken >= mib)
    const settled = async () => {
      const bytes = bucket.passed().bytes
      await pause(300)
      return bytes === bucket.passed().bytes
    }
    await until(settled)
    assert.ok(bucket.passed().bytes - before < 30 * mib, `${bucket.passed().bytes - before} bytes were fetched`)
    assert.ok(bucket.underWay() > 0)
    resting.destroy()
    assert.equal(await pouring, true)
    await until(() => bucket.underWay() === 0)
    assert.ok(bucket.passed().bytes - before < 30 * mib)
  })

  test('a download that breaks off is resumed where it stopped', async () => {
    const bucket = await openBucket()
    const { blobs } = openStore(bucket)
    const bytes = randomBytes(3 * mib)
    const { sha256 } = await blobs.put([bytes])
    let cuts = 0
    bucket.decide(({ method }) => (method === 'GET' && cuts++ < 2 ? { cutAfter: 500_000 } : undefined))
    assert.ok((await buffer(blobs.open(sha256, { start: 100, end: 3 * mib - 1 }))).equals(bytes.subarray(100)))
    assert.ok(cuts > 2)
    cuts = 0
    const poured: Buffer[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        poured.push(Buffer.from(chunk))
        done()
      },
    })
    assert.equal(await blobs.pour(sha256, { start: 0, end: 3 * mib - 1 }, () => sink), true)
    assert.ok(Buffer.concat(poured).equals(bytes))
  })

  test('requests to a bucket that is down fail as unavailable, leave nothing half-written, and work again later', async () => {
    const bucket = await openBucket()
    const { blobs, folder, findTrouble } = openStore(bucket)
    const bytes = randomBytes(1000)
    const { sha256 } = await blobs.put([bytes])
    const begin = () => assert.fail('there is no file to send')
    const ways: Record<string, () => Promise<unknown>> = {
      check: () => blobs.check(),
      put: () => blobs.put([randomBytes(10)]),
      stat: () => blobs.stat(sha256),
      open: () => buffer(blobs.open(sha256, { start: 0, end: 9 })),
      pour: () => blobs.pour(sha256, { start: 0, end: 9 }, begin),
      remove: () => blobs.remove(sha256),
      list: () => Array.fromAsync(blobs.list()),
    }
    assert.equal(findTrouble(), undefined)
    bucket.goDown()
    for (const [name, way] of Object.entries(ways)) await assert.rejects(way, isUnavailable, name)
    assert.ok(findTrouble())
    assert.equal(spooled(folder), 0)
    bucket.comeUp()
    assert.ok((await buffer(blobs.open(sha256, { start: 0, end: 999 }))).equals(bytes))
    await blobs.put([randomBytes(10)])
    assert.equal((await Array.fromAsync(blobs.list())).length, 2)
    assert.equal(findTrouble(), undefined)
  })

  test('requests to a bucket that never responds time out', async () => {
    const bucket = await openBucket()
    const { blobs } = openStore(bucket, { answerMs: 300 })
    const { sha256 } = await blobs.put([randomBytes(100)])
    bucket.fallSilent()
    await assert.rejects(blobs.stat(sha256), isUnavailable)
    await assert.rejects(buffer(blobs.open(sha256, { start: 0, end: 9 })), isUnavailable)
    await assert.rejects(blobs.put([randomBytes(10)]), isUnavailable)
    assert.equal(await openStore(bucket, { answerMs: 300 }).admit(), false)
    bucket.comeUp()
    assert.ok(await blobs.stat(sha256))
  })

  test('an upload that breaks off leaves nothing behind, and the next one is complete', async () => {
    const bucket = await openBucket()
    const { blobs, folder } = openStore(bucket)
    await blobs.check()
    const bytes = randomBytes(20 * mib)
    bucket.decide((asked) => (partNumber(asked) === 2 ? { status: 500 } : undefined))
    await assert.rejects(blobs.put([bytes]), isUnavailable)
    assert.deepEqual([await bucket.list(), spooled(folder)], [[], 0])
    assert.ok(bucket.asked.some(({ method, path }) => method === 'DELETE' && path.includes('uploadId=')))
    bucket.decide(() => undefined)
    assert.deepEqual(await blobs.put([bytes]), { sha256: sha256Of(bytes), sizeBytes: bytes.length })
  })

  test('damaged bytes are rejected, and an incomplete file does not count as stored', async () => {
    const bucket = await openBucket()
    const { blobs } = openStore(bucket)
    const bytes = randomBytes(1000)
    const { sha256 } = await blobs.put([bytes])
    const [key = ''] = await bucket.list()
    await bucket.write(key, 'half of it')
    await blobs.put([bytes])
    assert.deepEqual(await blobs.stat(sha256), { sizeBytes: 1000 }, 'the file with the wrong size was uploaded again')
    bucket.decide(({ method, path }) => (method === 'PUT' && path.includes('/media/') ? { status: 400 } : undefined))
    await assert.rejects(blobs.put([randomBytes(10)]), isUnavailable)
  })

  test('a listing of several pages is complete, and contains only media files', async () => {
    const bucket = await openBucket()
    const { blobs } = openStore(bucket)
    await blobs.check()
    const pageSize = 20
    const names = Array.from({ length: 2 * pageSize + 5 }, (_, index) => sha256Of(Buffer.from(String(index))))
    for (const name of names) await bucket.write(`media/${name.slice(0, 2)}/${name.slice(2)}`, 'x')
    await bucket.write('media/notes.txt', 'not ours')
    bucket.decide(({ path }) => (path.includes('list-type=2') ? { pageSize } : undefined))
    const before = bucket.asked.length
    const listed = await Array.fromAsync(blobs.list())
    const questions = bucket.asked.slice(before).filter(({ path }) => path.includes('list-type=2'))
    assert.equal(questions.length, 3)
    assert.deepEqual(listed.map(({ sha256 }) => sha256).toSorted(), names.toSorted())
    assert.ok(listed.every(({ putAt }) => Math.abs(putAt - Date.now()) < 600_000))
  })

  test('leftovers of a dead process are removed, locally and in the bucket; recent uploads stay', async () => {
    const bucket = await openBucket()
    const { blobs, folder } = openStore(bucket)
    await blobs.put([randomBytes(10)])
    // No process has this id.
    writeFileSync(join(folder, `4194999.${randomUUID()}`), 'half')
    const upload = (key: string, at: Date) =>
      `<Upload><Key>media/${key}</Key><UploadId>id-${key}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`
    const body =
      `<?xml version="1.0"?><ListMultipartUploadsResult>${upload('old', new Date(Date.now() - 25 * 3_600_000))}` +
      `${upload('young', new Date())}</ListMultipartUploadsResult>`
    bucket.decide(({ method, path }) => {
      if (method === 'GET' && /[?&]uploads/.test(path)) return { status: 200, body }
      return method === 'DELETE' ? { status: 204 } : undefined
    })
    assert.equal(await blobs.dropUnfinished(), 2)
    const given = bucket.asked.filter(({ path }) => path.includes('uploadId='))
    assert.deepEqual(
      given.map(({ path }) => new URL(path, 'http://x').searchParams.get('uploadId')),
      ['id-old'],
    )
    assert.equal(spooled(folder), 0)
    bucket.goDown()
    assert.equal(await blobs.dropUnfinished(), 0, 'a bucket that is down is not an error')
  })

  test('a local disk error before the upload is a temporary failure', async () => {
    const bucket = await openBucket()
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    const { blobs } = openStore(bucket, { at: join(file, 'incoming') })
    await assert.rejects(blobs.put([randomBytes(10)]), isUnavailable)
  })
})

describe('Bucket ownership', () => {
  test('a location belongs to its first store, also below a prefix, and no other store can write or sweep there', async () => {
    const bucket = await openBucket()
    const mine = openStore(bucket, { owner: { instance: 'mine' } })
    assert.equal(await mine.admit(), true)
    assert.equal(await bucket.read('innkeeper-instance'), 'mine')
    assert.equal(
      await openStore(bucket, { owner: { instance: 'mine' } }).admit(),
      true,
      'a second node, or the next start',
    )
    for (const owner of [{ instance: 'yours' }, 'nobody'] as const) {
      const yours = openStore(bucket, { owner })
      await assert.rejects(yours.admit(), /INNKEEPER_MEDIA_URL: .* contains the files of another Innkeeper/)
      await assert.rejects(yours.blobs.put([randomBytes(10)]), isUnavailable)
      await assert.rejects(Array.fromAsync(yours.blobs.list()), isUnavailable)
    }
    const apart = { ...bucket, location: { ...bucket.location, prefix: 'yours/' } }
    const beside = openStore(apart, { owner: { instance: 'yours' } })
    assert.equal(await beside.admit(), true)
    const { sha256 } = await beside.blobs.put([randomBytes(10)])
    assert.deepEqual(await bucket.list(), [`yours/media/${sha256.slice(0, 2)}/${sha256.slice(2)}`])
    assert.deepEqual(await Array.fromAsync(mine.blobs.list()), [])
  })

  test('a store being created leaves no owner mark, and reading needs none', async () => {
    const bucket = await openBucket()
    const { admit, blobs } = openStore(bucket, { owner: 'nobody' })
    assert.equal(await admit(), true)
    const { sha256 } = await blobs.put([Buffer.from('restored')])
    assert.equal(await openStore(bucket, { owner: { instance: 'mine' } }).admit(), true)
    const reader = openStore(bucket, { owner: 'any' }).blobs
    assert.equal(String(await buffer(reader.open(sha256, { start: 0, end: 7 }))), 'restored')
  })

  test('a location that another store has taken over is not swept', async () => {
    const bucket = await openBucket()
    const { blobs } = openStore(bucket, { owner: { instance: 'mine' } })
    await blobs.put([randomBytes(10)])
    assert.equal((await Array.fromAsync(blobs.list())).length, 1)
    await bucket.write('innkeeper-instance', 'yours')
    await assert.rejects(Array.fromAsync(blobs.list()), isUnavailable)
  })

  test('a bucket that is down at startup is claimed once it is up, before anything is stored', async () => {
    const bucket = await openBucket()
    bucket.goDown()
    const { admit, blobs, findTrouble } = openStore(bucket, { owner: { instance: 'mine' } })
    assert.equal(await admit(), false)
    assert.ok(findTrouble())
    bucket.comeUp()
    await blobs.put([randomBytes(10)])
    assert.equal(await bucket.read('innkeeper-instance'), 'mine')
  })
})

describe('An unusable bucket is reported in a sentence', () => {
  const table: [name: string, fault: (asked: Asked) => { status: number; code: string } | undefined, words: RegExp][] =
    [
      [
        'a wrong key',
        () => ({ status: 403, code: 'InvalidAccessKeyId' }),
        /^INNKEEPER_S3_ACCESS_KEY_ID, INNKEEPER_S3_SECRET_ACCESS_KEY: .* rejects these keys \(InvalidAccessKeyId\)/,
      ],
      [
        'a wrong secret',
        () => ({ status: 403, code: 'SignatureDoesNotMatch' }),
        /^INNKEEPER_S3_ACCESS_KEY_ID, .* rejects these keys \(SignatureDoesNotMatch\)/,
      ],
      [
        'no permission to write',
        ({ method }) => (method === 'PUT' ? { status: 403, code: 'AccessDenied' } : undefined),
        /^INNKEEPER_MEDIA_URL: these keys are not allowed to write to s3:.* \(AccessDenied\)/,
      ],
      [
        'no permission to read',
        ({ method, path }) =>
          method === 'GET' && path.includes('innkeeper-check') ? { status: 403, code: 'AccessDenied' } : undefined,
        /not allowed to read from/,
      ],
      [
        'no permission to list',
        ({ path }) => (path.includes('list-type') ? { status: 403, code: 'AccessDenied' } : undefined),
        /not allowed to list/,
      ],
      [
        'no permission to delete',
        ({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined),
        /not allowed to delete from/,
      ],
      [
        'another region',
        () => ({ status: 301, code: 'PermanentRedirect' }),
        /is in another region \(PermanentRedirect\)\. Add the region of the bucket with region=/,
      ],
    ]
  for (const [name, fault, words] of table) {
    test(name, async () => {
      const bucket = await openBucket()
      bucket.decide(fault)
      await assert.rejects(openStore(bucket).admit(), (error: Error) => {
        assert.match(error.message, words)
        assert.doesNotMatch(error.message, /canary/)
        return true
      })
    })
  }

  test('a bucket or a host that does not exist', async () => {
    const bucket = await openBucket()
    const missing = { ...bucket, location: { ...bucket.location, bucket: 'no-such-bucket' } }
    await assert.rejects(
      openStore(missing).admit(),
      /^Error: INNKEEPER_MEDIA_URL: the bucket no-such-bucket does not exist/,
    )
    const nowhere = { ...bucket, location: { ...bucket.location, endpoint: 'http://nowhere.invalid' } }
    await assert.rejects(openStore(nowhere).admit(), /^Error: INNKEEPER_MEDIA_URL: .* at http:\/\/nowhere\.invalid/)
  })

  test('the check leaves nothing behind', async () => {
    const bucket = await openBucket()
    await openStore(bucket).admit()
    assert.deepEqual(await bucket.list(), [])
  })
})

function openStore(
  { location }: Pick<TestBucket, 'location'>,
  options: { owner?: BlobOwner; at?: string; answerMs?: number } = {},
) {
  const { owner = { instance: randomUUID() }, at: folder = join(newFolder(), 'incoming'), ...limits } = options
  const store = openS3Store({ location, keys: testKeys, owner, spool: openSpool(folder), ...limits })
  after(() => store.close())
  return { ...store, folder }
}

function spooled(folder: string): number {
  return existsSync(folder) ? readdirSync(folder).length : 0
}

function partNumber({ path }: Asked): number | undefined {
  const number = new URL(path, 'http://x').searchParams.get('partNumber')
  return number === null ? undefined : Number(number)
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'unavailable'
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const last = Date.now() + 30_000
  while (!(await holds())) {
    assert.ok(Date.now() < last, 'the condition never became true')
    await pause(20)
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
