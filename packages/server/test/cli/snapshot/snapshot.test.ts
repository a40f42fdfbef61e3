import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { migrations } from '../../../src/adapters/sql/migrations.ts'
import { makeOlder, schemaOf } from '../../support/older-database.ts'
import { innkeeper, newFolder, withData } from '../../support/process/process.ts'
import {
  canaries,
  fillData,
  findFault,
  mediaOf,
  noon,
  restore,
  sha256Of,
  takeSnapshot,
} from '../../support/snapshots.ts'

describe('innkeeper snapshot, verify and restore', { concurrency: 2 }, () => {
  let dataDir = ''
  const folder = newFolder()
  const sample = join(folder, 'sample')
  const sampleTar = join(folder, 'sample.tar')
  before(async () => {
    dataDir = await fillData()
    await takeSnapshot(dataDir, sample)
    await takeSnapshot(dataDir, sampleTar)
  })
  for (const name of ['backup', 'backup.tar']) {
    test(`a ${name.endsWith('.tar') ? 'tar file' : 'folder'} is made, verified, and restored to the same messages and files`, async () => {
      const target = join(newFolder(), name)
      const made = await innkeeper(['backup', target, '--data', dataDir, '--json'])
      assert.deepEqual([made.code, made.stderr], [0, ''])
      const summary = JSON.parse(made.stdout)
      assert.deepEqual([summary.path, summary.files, summary.missing], [target, 7, []])
      assert.equal(summary.counts.messages, 4)
      assert.match(summary.backupId, /^[0-9a-f-]{36}$/)

      const verified = await innkeeper(['verify', target])
      assert.deepEqual([verified.code, verified.stderr], [0, ''])
      assert.match(
        verified.stdout,
        /is intact: 4 messages \(not counting unsent ones\) in 1 channel, \d+ photos? (and|or) other files?, \d+ previews?, \d+ profile pictures?, \d/,
      )

      const restored = join(newFolder(), 'new')
      const { code, stdout, stderr } = await innkeeper(['restore', target, '--data', restored])
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(
        stdout,
        /^Restored to .+new: 4 messages \(not counting unsent ones\) in 1 channel, \d+ photos? (and|or) other files?, /,
      )
      assert.deepEqual(mediaOf(restored), mediaOf(dataDir))
      assert.deepEqual(await countsOf(restored), await countsOf(dataDir))
      assert.deepEqual(readdirSync(restored).sort(), ['backups.jsonl', 'innkeeper.db', 'media', 'serve.lock'])
    })
  }

  test('a tar file can be unpacked with other programs, and is still a snapshot', async () => {
    const unpacked = newFolder()
    assert.equal(spawnSync('tar', ['xf', sampleTar, '-C', unpacked]).status, 0)
    assert.equal(await findFault(unpacked), undefined)
  })

  test('existing files are never overwritten', async () => {
    const taken = newFolder()
    writeFileSync(join(taken, 'diary.txt'), 'mine')
    for (const target of [taken, join(taken, 'diary.txt'), sampleTar]) {
      const { code, stderr } = await innkeeper(['backup', target, '--data', dataDir])
      assert.equal(code, 1)
      assert.match(stderr, /already exists and was left untouched/)
    }
    const { code, stderr } = await innkeeper(['restore', sample, '--data', taken])
    assert.equal(code, 1)
    assert.match(stderr, /is not empty and was left untouched/)
    assert.deepEqual(readdirSync(taken), ['diary.txt'])
    assert.equal(readFileSync(join(taken, 'diary.txt'), 'utf8'), 'mine')
  })

  const places: [what: string, target: (base: string) => string, sentence: RegExp][] = [
    ['in a folder that does not exist', (base) => join(base, 'nowhere', 'backup'), /Create it first/],
    ['inside the data folder', () => join(dataDir, 'backup'), /is inside the data folder and would be lost with it/],
    ['in a compressed file', (base) => join(base, 'backup.tar.gz'), /is the name of a compressed file/],
  ]
  for (const [what, target, sentence] of places) {
    test(`a snapshot ${what} is refused with the reason`, async () => {
      const { code, stderr } = await innkeeper(['backup', target(newFolder()), '--data', dataDir])
      assert.equal(code, 1)
      assert.match(stderr, sentence)
    })
  }

  test('an empty folder is accepted for a snapshot and for a restore', async () => {
    const [target, restored] = [newFolder(), newFolder()]
    assert.equal((await innkeeper(['backup', target, '--data', dataDir])).code, 0)
    assert.equal((await innkeeper(['restore', target, '--data', restored])).code, 0)
    assert.deepEqual(mediaOf(restored), mediaOf(dataDir))
  })

  test('without a database there is nothing to copy', async () => {
    const target = join(newFolder(), 'backup')
    const { code, stderr } = await innkeeper(['backup', target, '--data', newFolder()])
    assert.equal(code, 1)
    assert.match(stderr, /There is no database in .+ yet, so there is nothing to copy/)
    assert.ok(!existsSync(target))
  })

  test('a file that the service lost is named, and the rest is copied anyway', async () => {
    const broken = await fillData()
    const lost = mediaPathOf(broken, canaries.gone.photo)
    const damaged = mediaPathOf(broken, canaries.kept.photo)
    rmSync(lost)
    writeFileSync(damaged, 'other bytes')
    const target = join(newFolder(), 'backup.tar')
    const { code, stdout, stderr } = await innkeeper(['backup', target, '--data', broken, '--json'])
    assert.equal(code, 1)
    const reasons = new Map(
      JSON.parse(stdout).missing.map((file: { sha256: string; reason: string }) => [file.sha256, file.reason]),
    )
    assert.equal(reasons.get(sha256Of(canaries.gone.photo)), 'it is not in the data folder')
    assert.match(String(reasons.get(sha256Of(canaries.kept.photo))), /^it is damaged/)
    assert.equal(stderr.match(/^media\/.+ is not in the snapshot: it is .+\.$/gm)?.length, 2)
    assert.equal(await findFault(target), undefined)
    const restored = join(newFolder(), 'new')
    await restore(target, restored)
    assert.equal((await countsOf(restored)).messages, 4)
  })

  for (const name of ['backup', 'backup.tar']) {
    test(`a message that was unsent while the ${name} was made is not in it`, async () => {
      const live = await fillData()
      const target = join(newFolder(), name)
      const { missing, counts } = await takeSnapshot(live, target, { afterSnapshot: () => unsendPhoto(live) })
      assert.deepEqual(missing, [])
      assert.equal(counts.messages, 3)
      assert.equal(await findFault(target), undefined)
      const restored = join(newFolder(), 'new')
      await restore(target, restored)
      assert.deepEqual(mediaOf(restored), mediaOf(live))
      await withData(restored, async ({ store }) => {
        const [channel] = await store.listAllChannels()
        assert.equal(channel?.messages, 3)
      })
    })
  }

  test('a picture or preview that was replaced while the snapshot was made costs no message', async () => {
    const live = await fillData()
    const target = join(newFolder(), 'backup')
    const change = () =>
      withData(live, async ({ store, blobs }) => {
        const { userId, text } = canaries.gone
        const member = { at: noon, channelId: 'C1', userId, name: 'Other', picture: null }
        await store.write<'record-member'>({ kind: 'record-member', ...member })
        const { sha256 } = await blobs.put([Buffer.from('another preview')])
        const where = { channelId: 'C1', messageId: 'photo-gone' }
        await store.write<'store-preview'>({ kind: 'store-preview', at: noon, ...where, sha256 })
        for (const what of ['picture', 'preview']) await blobs.remove(sha256Of(Buffer.from(`${what} of ${text}`)))
      })
    const { missing, counts } = await takeSnapshot(live, target, { afterSnapshot: change })
    assert.deepEqual([missing, counts.messages, counts.mediaFiles], [[], 4, 2])
    assert.equal(await findFault(target), undefined)
  })

  test('a database of an older schema is copied as it is, and migrated when restored', async () => {
    const old = await fillData()
    makeOlder(old)
    const target = join(newFolder(), 'backup')
    const { schema, missing } = await takeSnapshot(old, target)
    assert.deepEqual([schema, missing], [2, []])
    assert.equal(schemaOf(old), 2)
    assert.equal(await findFault(target), undefined)
    const restored = join(newFolder(), 'new')
    await restore(target, restored)
    assert.equal(schemaOf(restored), migrations.length)
    assert.equal((await countsOf(restored)).messages, 4)
  })
})

function mediaPathOf(dataDir: string, bytes: Buffer): string {
  const sha256 = sha256Of(bytes)
  return join(dataDir, 'media', sha256.slice(0, 2), sha256.slice(2))
}

function countsOf(dataDir: string) {
  return withData(dataDir, ({ store }) => store.countRows())
}

/** Removes the message from the store and then its files from the disk, like the service does. */
async function unsendPhoto(dataDir: string): Promise<void> {
  await withData(dataDir, async ({ store, blobs }) => {
    const channel = { channelId: 'C1', type: 'group' } as const
    const event = { kind: 'message-unsent', eventId: 'unsend', at: noon + 1, channel, messageId: 'photo-gone' } as const
    await store.write<'receive-events'>({
      kind: 'receive-events',
      platform: 'test',
      unread: [],
      at: noon + 1,
      events: [event],
    })
    const released = await store.listReleasedFiles(10)
    assert.ok(released.length > 0)
    for (const { sha256 } of released) await blobs.remove(sha256)
  })
}
