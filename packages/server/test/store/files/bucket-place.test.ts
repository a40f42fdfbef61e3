import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBucketPlace } from '../../../src/adapters/s3/bucket-place.ts'
import { PlaceProblem } from '../../../src/domain/storage/data-folder.ts'
import { openBucket, type TestBucket, testKeys } from '../../support/process/s3.ts'

const megabyte = Buffer.alloc(1024 * 1024, 7)
/** Two parts. */
const fileMegabytes = 12
const name = `objects/ab/${'ab'.repeat(31)}`
const lock = 'locks/01234567-89ab-4cde-8f01-23456789abcd'

function openPlace({ location }: TestBucket, answerMs = 500) {
  const place = openBucketPlace({ location, keys: testKeys, patience: { askAfterMs: 50, answerMs } })
  after(() => place.close())
  return place
}

/** A file of several parts. */
async function* pieces(sideEffect: (megabytes: number) => unknown = () => {}) {
  for (let count = 0; count < fileMegabytes; count++) {
    await sideEffect(count)
    yield megabyte
  }
}

const noAnswer = (error: unknown) =>
  error instanceof PlaceProblem && /does not respond correctly \(Timeout\)/.test(error.message)

test('a bucket that falls silent in the middle of a file is given up as soon as it answers nothing else', async () => {
  const bucket = await openBucket()
  const place = openPlace(bucket)
  const fallSilent = (megabytes: number) => megabytes === 9 && bucket.fallSilent()
  await assert.rejects(place.put(name, pieces(fallSilent), { mostBytes: fileMegabytes * megabyte.length }), noAnswer)
  const asked = bucket.asked.length
  await assert.rejects(place.put(lock, [Buffer.from('locked')]), noAnswer)
  assert.equal(bucket.asked.length, asked, 'what is left to do does not wait for it')
  bucket.comeUp()
  const next = openPlace(bucket)
  await next.put(name, pieces(), { mostBytes: fileMegabytes * megabyte.length })
  assert.equal((await next.read(name))?.length, fileMegabytes * megabyte.length)
})

test('control: a bucket that takes long for a part, and answers other requests meanwhile, gets all the time it needs', async () => {
  const bucket = await openBucket()
  const patient = Promise.withResolvers<void>()
  let probes = 0
  bucket.decide(({ method, path }) => {
    if (method === 'GET' && path.includes('max-keys=1') && ++probes === 3) patient.resolve()
    return method === 'PUT' && path.includes('partNumber=1') ? { after: patient.promise } : undefined
  })
  // Longer than any answer takes on a busy machine.
  const place = openPlace(bucket, 60_000)
  await place.put(name, pieces(), { mostBytes: fileMegabytes * megabyte.length })
  assert.ok(probes >= 3)
  assert.equal((await place.read(name))?.length, fileMegabytes * megabyte.length)
})
