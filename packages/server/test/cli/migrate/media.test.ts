import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { seedFolder, viewOf, withDatabase } from '../../support/migrating.ts'
import { innkeeper } from '../../support/process/process.ts'
import { openBucket } from '../../support/process/s3.ts'
import { canaries, fillData, sha256Of } from '../../support/snapshots.ts'

describe('innkeeper migrate --media', () => {
  test('copies the files into the bucket, once each, and the new service serves them from there', async () => {
    const { dataDir, chats: households } = await seedFolder({ messages: 120, media: 5 })
    const before = await viewOf({ INNKEEPER_DATA: dataDir }, households)
    const bucket = await openBucket()
    const { INNKEEPER_MEDIA_URL: media = '', ...keys } = bucket.env
    await withDatabase(async ({ url }) => {
      const words = ['migrate', '--to', url, '--media', media, '--data', dataDir]
      const first = await innkeeper([...words, '--json'], { env: keys })
      assert.deepEqual([first.code, first.stderr], [0, ''])
      const { state, files } = JSON.parse(first.stdout)
      assert.deepEqual([state, files.there, files.missing], ['finished', 0, []])
      assert.equal((await bucket.list()).length, files.copied)

      const again = await innkeeper(words, { env: keys })
      assert.equal(again.code, 0)
      assert.match(again.stdout, new RegExp(`0 files copied now, ${files.copied} already there`))
      assert.match(again.stdout, /INNKEEPER_MEDIA_URL=/)
      assert.equal((await innkeeper([...words, '--check'], { env: keys })).code, 0)

      // Proves that nothing is served from the old folder.
      rmSync(join(dataDir, 'media'), { recursive: true })
      const env = { INNKEEPER_DATA: dataDir, INNKEEPER_DATABASE_URL: url, ...bucket.env }
      assert.deepEqual(await viewOf(env, households), before)
    })
  })

  test('names lost or damaged files, and moves the rest anyway', async () => {
    const dataDir = await fillData()
    rmSync(pathOf(dataDir, canaries.gone.photo))
    writeFileSync(pathOf(dataDir, canaries.kept.photo), 'other bytes')
    const bucket = await openBucket()
    const { INNKEEPER_MEDIA_URL: media = '', ...keys } = bucket.env
    await withDatabase(async ({ url }) => {
      const words = ['migrate', '--to', url, '--media', media, '--data', dataDir]
      const { code, stdout, stderr } = await innkeeper(words, { env: keys })
      assert.equal(code, 1)
      assert.match(stdout, /4 files copied now.*The migration is finished/s)
      assert.match(stderr, new RegExp(`${sha256Of(canaries.gone.photo)} was not copied: it is not in the media store`))
      assert.match(stderr, new RegExp(`${sha256Of(canaries.kept.photo)} was not copied: it is damaged`))
      assert.equal((await bucket.list()).length, 4, 'no bytes under a wrong name')
    })
  })

  test('a bucket with the files of another Innkeeper is left alone', async () => {
    const dataDir = await fillData()
    const bucket = await openBucket()
    await bucket.write('innkeeper-instance', 'somebody-else')
    const { INNKEEPER_MEDIA_URL: media = '', ...keys } = bucket.env
    await withDatabase(async ({ url }) => {
      const words = ['migrate', '--to', url, '--media', media, '--data', dataDir]
      const { code, stderr } = await innkeeper(words, { env: keys })
      assert.equal(code, 1)
      assert.match(stderr, /^--media: s3:\/\/.+ contains the files of another Innkeeper/)
      assert.deepEqual(await bucket.list(), [])
    })
  })
})

function pathOf(dataDir: string, bytes: Buffer): string {
  const sha256 = sha256Of(bytes)
  return join(dataDir, 'media', sha256.slice(0, 2), sha256.slice(2))
}
