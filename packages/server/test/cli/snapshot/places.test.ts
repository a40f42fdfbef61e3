import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { message } from '../../support/content/events.ts'
import { createKeyPair, decryptWithAge, decryptWithPassphrase } from '../../support/process/age.ts'
import { innkeeper, newFolder, withData } from '../../support/process/process.ts'
import { openBucket, testKeys } from '../../support/process/s3.ts'
import { canaries, filesBelow, fillData, grep, mediaOf, noon, sha256Of } from '../../support/snapshots.ts'

const passphrase = 'correct horse battery staple'

type TestPlace = { name: string; env: Record<string, string>; list(): Promise<string[]> }

async function inFolder(): Promise<TestPlace> {
  const folder = newFolder()
  return { name: folder, env: { INNKEEPER_SNAPSHOT_FOLDER: folder }, list: async () => filesBelow(folder) }
}

async function inBucket(): Promise<TestPlace> {
  const bucket = await openBucket()
  const env = {
    INNKEEPER_SNAPSHOT_BUCKET: bucket.url,
    INNKEEPER_SNAPSHOT_ACCESS_KEY_ID: testKeys.accessKeyId,
    INNKEEPER_SNAPSHOT_SECRET_ACCESS_KEY: testKeys.secretAccessKey,
  }
  return { name: bucket.url, env, list: bucket.list }
}

async function snapshotNow(dataDir: string, env: Record<string, string>) {
  const { code, stdout, stderr } = await innkeeper(['snapshot', '--json', '--data', dataDir], { env })
  assert.deepEqual([code, stderr], [0, ''], stdout)
  return JSON.parse(stdout)
}

/** Another photo in the group. */
async function addPhoto(dataDir: string, id: string, bytes: Buffer): Promise<void> {
  await withData(dataDir, async ({ store, blobs }) => {
    const events = [message('C1', noon, { id, from: canaries.kept.userId, content: { type: 'image' } })]
    await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
    const file = await blobs.put([bytes])
    await store.write<'store-media'>({ kind: 'store-media', at: noon, channelId: 'C1', messageId: id, ...file })
  })
}

const ways: [kind: string, env: (recipient: string) => Record<string, string>, how: (file: string) => string[]][] = [
  ['plain', () => ({}), () => []],
  [
    'encrypted for a public key',
    (recipient) => ({ INNKEEPER_SNAPSHOT_RECIPIENTS: recipient }),
    (file) => ['--identity', file],
  ],
  ['encrypted with a passphrase', () => ({ INNKEEPER_SNAPSHOT_PASSPHRASE: passphrase }), () => []],
]

describe('snapshot places', { concurrency: 2 }, () => {
  for (const [where, open] of [
    ['folder', inFolder],
    ['bucket', inBucket],
  ] as const) {
    for (const [kind, envFor, how] of ways) {
      test(`in a ${where}, ${kind}: a second snapshot shares the files of the first, and both are restored to what was there`, async () => {
        const { recipient, identityFile } = await createKeyPair()
        const dataDir = await fillData()
        const place = await open()
        const env = { ...place.env, ...envFor(recipient) }
        const first = await snapshotNow(dataDir, env)
        assert.deepEqual([first.files, first.sharedFiles], [6, 0])
        const before = mediaOf(dataDir)
        const photo = Buffer.from('a photo of the next day '.repeat(50))
        await addPhoto(dataDir, 'next-day', photo)
        const second = await snapshotNow(dataDir, env)
        assert.deepEqual([second.files, second.sharedFiles], [1, 6])
        assert.deepEqual([second.mediaFiles, second.previews], [first.mediaFiles + 1, first.previews])

        const keys = how(identityFile)
        for (const [id, media] of [
          [first.snapshotId, before],
          ['latest', mediaOf(dataDir)],
        ] as const) {
          const verified = await innkeeper(['verify', place.name, '--snapshot', id, ...keys], { env })
          assert.deepEqual([verified.code, verified.stderr], [0, ''])
          assert.match(verified.stdout, /is intact: \d messages/)
          const restored = join(newFolder(), 'new')
          const { code, stderr } = await innkeeper(
            ['restore', place.name, '--snapshot', id, '--data', restored, ...keys],
            { env },
          )
          assert.deepEqual([code, stderr], [0, ''])
          assert.deepEqual(mediaOf(restored), media)
        }
        const kinds = new Set((await place.list()).map((name) => name.split('/')[0]))
        assert.ok(!kinds.has('locks') && !kinds.has('unfinished'), [...kinds].join())
      })
    }
  }

  test('the program age decrypts the database and the files with the private key', async () => {
    const { recipient, identityFile } = await createKeyPair()
    const dataDir = await fillData()
    const { name: folder, env } = await inFolder()
    const { snapshotId } = await snapshotNow(dataDir, { ...env, INNKEEPER_SNAPSHOT_RECIPIENTS: recipient })
    const database = decryptWithAge(join(folder, 'snapshots', snapshotId, 'innkeeper.db.gz.age'), identityFile)
    assert.equal(gunzipSync(database).subarray(0, 15).toString(), 'SQLite format 3')
    const objects = filesBelow(join(folder, 'objects')).map((name) => join(folder, 'objects', name))
    const hashes = objects.map((path) => sha256Of(decryptWithAge(path, identityFile)))
    assert.ok(hashes.includes(sha256Of(canaries.kept.photo)))
    assert.equal(new Set(hashes).size, 6)
  })

  test('the program age opens a place with a passphrase, and not with another one', async () => {
    const dataDir = await fillData()
    const { name: folder, env } = await inFolder()
    const { snapshotId } = await snapshotNow(dataDir, { ...env, INNKEEPER_SNAPSHOT_PASSPHRASE: passphrase })
    const identityFile = join(folder, 'keys', filesBelow(join(folder, 'keys'))[0] ?? '')
    const database = join(folder, 'snapshots', snapshotId, 'innkeeper.db.gz.age')
    const opened = decryptWithPassphrase(database, { identityFile, passphrase })
    assert.ok(opened, 'age opens it')
    assert.equal(gunzipSync(opened).subarray(0, 15).toString(), 'SQLite format 3')
    const objects = filesBelow(join(folder, 'objects')).map((name) => join(folder, 'objects', name))
    const hashes = objects.map((path) =>
      sha256Of(decryptWithPassphrase(path, { identityFile, passphrase }) ?? Buffer.of()),
    )
    assert.ok(hashes.includes(sha256Of(canaries.kept.photo)))
    assert.equal(decryptWithPassphrase(database, { identityFile, passphrase: `${passphrase}!` }), undefined)
  })

  test('an encrypted place contains no text, no file and no hash of a file', async () => {
    const dataDir = await fillData()
    const { kept, gone } = canaries
    const names = [kept, gone].map(({ photo }) => sha256Of(photo).slice(2))
    const words = [kept.text, gone.text, 'canary-photo', kept.userId, ...names]
    const plain = await inFolder()
    await snapshotNow(dataDir, plain.env)
    assert.notDeepEqual(grep(plain.name, words), [], 'unencrypted, they are found')
    const sealed = await inFolder()
    await snapshotNow(dataDir, { ...sealed.env, INNKEEPER_SNAPSHOT_PASSPHRASE: passphrase })
    assert.deepEqual(grep(sealed.name, words), [])
    const paths = filesBelow(sealed.name).join(' ').replaceAll('/', '')
    assert.ok(names.every((name) => !paths.includes(name)))
  })

  test('without the key, stored bytes are still compared, and a wrong key or passphrase is refused with the reason', async () => {
    const [mine, other] = [await createKeyPair(), await createKeyPair()]
    const dataDir = await fillData()
    const { name, env } = await inFolder()
    await snapshotNow(dataDir, { ...env, INNKEEPER_SNAPSHOT_RECIPIENTS: mine.recipient })
    const compared = await innkeeper(['verify', name])
    assert.equal(compared.code, 0)
    assert.match(compared.stdout, /all 8 encrypted files are as they were written/)
    const refusals: [words: string[], sentence: RegExp][] = [
      [[], /is encrypted for age1.+Add --identity/],
      [['--identity', other.identityFile], /the identity belongs to another key/],
      [['--identity', join(name, 'nowhere')], /cannot be read \(ENOENT\)/],
    ]
    for (const [words, sentence] of refusals) {
      const target = join(newFolder(), 'new')
      const { code, stderr } = await innkeeper(['restore', name, '--data', target, ...words])
      assert.equal(code, 1)
      assert.match(stderr, sentence)
      assert.throws(() => statSync(target))
    }
    const secret = await inFolder()
    await snapshotNow(dataDir, { ...secret.env, INNKEEPER_SNAPSHOT_PASSPHRASE: passphrase })
    const wrong = { INNKEEPER_SNAPSHOT_PASSPHRASE: 'not the passphrase at all' }
    const { code, stderr } = await innkeeper(['restore', secret.name, '--data', join(newFolder(), 'new')], {
      env: wrong,
    })
    assert.equal(code, 1)
    assert.match(stderr, /The passphrase is not the one/)
  })

  test('after the passphrase was changed, older snapshots open with the older one', async () => {
    const dataDir = await fillData()
    const { name, env } = await inFolder()
    const first = await snapshotNow(dataDir, { ...env, INNKEEPER_SNAPSHOT_PASSPHRASE: passphrase })
    const changed = 'another passphrase of mine'
    const second = await snapshotNow(dataDir, { ...env, INNKEEPER_SNAPSHOT_PASSPHRASE: changed })
    assert.equal(second.sharedFiles, 0, 'nothing is shared that the new passphrase could not open')
    for (const [id, words] of [
      [first.snapshotId, passphrase],
      [second.snapshotId, changed],
    ]) {
      const options = { env: { INNKEEPER_SNAPSHOT_PASSPHRASE: words } }
      assert.equal((await innkeeper(['verify', name, '--snapshot', id], options)).code, 0)
    }
  })

  test('a flipped byte is named, and the next snapshot repairs a file that a check found', async () => {
    const dataDir = await fillData()
    const { name, env } = await inFolder()
    const { snapshotId } = await snapshotNow(dataDir, env)
    const object = join('objects', filesBelow(join(name, 'objects'))[0] ?? '')
    const bytes = readFileSync(join(name, object))
    bytes[7] = (bytes[7] ?? 0) ^ 1
    writeFileSync(join(name, object), bytes)
    for (const words of [
      ['verify', name],
      ['restore', name, '--data', join(newFolder(), 'new')],
    ]) {
      const { code, stderr } = await innkeeper(words)
      assert.equal(code, 1)
      assert.match(stderr, new RegExp(`${object.replaceAll('/', '.')} is damaged: its SHA-256 is`))
    }
    const index = join(name, 'snapshots', snapshotId, 'index.txt.gz')
    writeFileSync(index, readFileSync(index).subarray(0, -9))
    const { stderr } = await innkeeper(['verify', name])
    assert.match(stderr, /index\.txt\.gz is damaged/)
  })

  test('places that cannot be used are refused with what to do', async () => {
    const dataDir = await fillData()
    const missing = join(newFolder(), 'disk')
    const down = await openBucket()
    down.goDown()
    const bucketEnv = { INNKEEPER_SNAPSHOT_ACCESS_KEY_ID: 'a', INNKEEPER_SNAPSHOT_SECRET_ACCESS_KEY: 'b' }
    const cases: [env: Record<string, string>, reason: RegExp][] = [
      [{ INNKEEPER_SNAPSHOT_FOLDER: missing }, /does not exist. Mount its disk/],
      [{ INNKEEPER_SNAPSHOT_BUCKET: down.url, ...bucketEnv }, /does not respond correctly/],
    ]
    for (const [env, reason] of cases) {
      const { code, stdout } = await innkeeper(['snapshot', '--data', dataDir], { env })
      assert.equal(code, 1)
      assert.match(stdout, /no snapshot was made/)
      assert.match(stdout, reason)
      assert.deepEqual(
        readdirSync(dataDir).filter((name) => name.startsWith('snapshotting')),
        [],
      )
    }
    const { code, stderr } = await innkeeper(['snapshot', '--data', dataDir])
    assert.equal(code, 1)
    assert.match(stderr, /There is no place for snapshots\. Say where to write it, such as \.\/innkeeper snapshot /)
  })

  test('of two writers at once the second is refused, until the first has been silent for five minutes', async () => {
    const dataDir = await fillData()
    const { name, env } = await inFolder()
    const first = await snapshotNow(dataDir, env)
    const lock = join(name, 'locks', '01234567-89ab-4cde-8f01-23456789abcd')
    mkdirSync(join(name, 'locks'), { recursive: true })
    // As a process that was killed leaves them.
    writeFileSync(lock, 'locked')
    mkdirSync(join(name, 'unfinished'), { recursive: true })
    writeFileSync(join(name, 'unfinished', '1.1'), 'half a file')
    const { code, stdout } = await innkeeper(['snapshot', '--data', dataDir], { env })
    assert.equal(code, 1)
    assert.match(stdout, /Another snapshot is being written/)
    const longAgo = Date.now() / 1000 - 301
    utimesSync(lock, longAgo, longAgo)
    const second = await snapshotNow(dataDir, env)
    assert.deepEqual(filesBelow(join(name, 'locks')), [])
    assert.deepEqual(filesBelow(join(name, 'unfinished')), [])
    const ids = new Set(filesBelow(join(name, 'snapshots')).map((path) => path.split('/')[0]))
    assert.deepEqual([...ids].sort(), [first.snapshotId, second.snapshotId].sort())
  })

  test('a disk that was unmounted is noticed, and nothing is written to the empty folder under it', async () => {
    const dataDir = await fillData()
    const { name, env } = await inFolder()
    await snapshotNow(dataDir, env)
    rmSync(name, { recursive: true })
    mkdirSync(name)
    const { code, stdout } = await innkeeper(['snapshot', '--data', dataDir], { env })
    assert.equal(code, 1)
    assert.match(stdout, /contained snapshots before and no longer does/)
    assert.deepEqual(readdirSync(name), [])
    assert.equal((await innkeeper(['snapshot', '--new-place', '--data', dataDir], { env })).code, 0)
  })

  test('what was erased later is recorded in the place, and a restore removes it again', async () => {
    const { recipient, identityFile } = await createKeyPair()
    const dataDir = await fillData()
    const { name, env: place } = await inFolder()
    const env = { ...place, INNKEEPER_SNAPSHOT_RECIPIENTS: recipient }
    const first = await snapshotNow(dataDir, env)
    assert.equal((await innkeeper(['erase', '--user', canaries.gone.userId, '--yes', '--data', dataDir])).code, 0)
    await snapshotNow(dataDir, env)
    const restored = join(newFolder(), 'new')
    const words = ['restore', name, '--snapshot', first.snapshotId, '--identity', identityFile, '--data', restored]
    const { code, stdout, stderr } = await innkeeper(words)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /Erased again \(1 later erasure\)/)
    assert.deepEqual(grep(restored, [canaries.gone.text]), [])
    assert.deepEqual(grep(name, [canaries.gone.userId]), [], 'the ledger in the place contains only hashes')
  })
})
