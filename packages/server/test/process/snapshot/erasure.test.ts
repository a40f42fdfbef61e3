import assert from 'node:assert/strict'
import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { reuseWritingThreads } from '../../../src/adapters/sql/writing-threads.ts'
import { startService } from '../../../src/app/start-service.ts'
import { readConfig } from '../../../src/config/config.ts'
import { subjectOf } from '../../../src/domain/storage/erasure.ts'
import { innkeeper, newFolder, serve } from '../../support/process/process.ts'
import { canaries, fillData, findFault, grep, restore, takeSnapshot } from '../../support/snapshots.ts'

reuseWritingThreads()

const { gone, kept } = canaries
const ofTheGone = [gone.userId, gone.text, 'canary-photo-of-the-gone']
const ofTheKept = [kept.userId, kept.text, 'canary-photo-of-the-kept']

describe('an erased person', { concurrency: 2 }, () => {
  let dataDir = ''
  const parent = newFolder()
  const backup = join(parent, 'before')
  const tar = join(parent, 'before.tar')
  const moved = join(parent, 'moved')
  before(async () => {
    dataDir = await fillData()
    await takeSnapshot(dataDir, backup)
    await takeSnapshot(dataDir, tar)
    await takeSnapshot(dataDir, join(parent, 'to-be-moved'))
    renameSync(join(parent, 'to-be-moved'), moved)
    const { code, stdout, stderr } = await innkeeper(['erase', '--user', gone.userId, '--yes', '--data', dataDir])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /The snapshot .+to-be-moved was not found\. If you ever restore it, add --erasures/)
  })

  test('is recorded in the data folder and with every reachable snapshot, without a name', async () => {
    for (const path of [join(dataDir, 'erasures.jsonl'), join(backup, 'erasures.jsonl'), `${tar}.erasures.jsonl`]) {
      const [line = '', ...more] = readFileSync(path, 'utf8').trimEnd().split('\n')
      assert.deepEqual(more, [], path)
      assert.equal(JSON.parse(line).subject, subjectOf(gone.userId))
      assert.ok(!line.includes(gone.userId))
    }
    assert.equal(readFileSync(join(moved, 'erasures.jsonl'), 'utf8'), '')
    assert.equal(await findFault(backup), undefined)
    assert.equal(await findFault(tar), undefined)
  })

  for (const [what, path] of [
    ['a folder', backup],
    ['a tar file', tar],
  ] as const) {
    test(`does not come back with an older snapshot in ${what}`, async () => {
      assert.ok(what === 'a tar file' || grep(path, ofTheGone).length > 0, 'the snapshot itself still contains them')
      const { restored, stdout } = await restoreByCommand(path)
      assert.equal((await (await serve(restored)).stop()).code, 0)
      assert.match(stdout, /^Erased again \(1 later erasure\): 2 messages, 1 media file\.$/m)
      assert.deepEqual(grep(restored, ofTheGone), [])
      assert.ok(grep(restored, ofTheKept).length > 0)
      assert.match(readFileSync(join(restored, 'erasures.jsonl'), 'utf8'), new RegExp(subjectOf(gone.userId)))
    })
  }

  test('does not come back with a snapshot that could not be reached, if the ledger is given', async () => {
    const newer = join(newFolder(), 'newer.tar')
    await takeSnapshot(dataDir, newer)
    for (const source of [dataDir, join(dataDir, 'erasures.jsonl'), backup, newer]) {
      const restored = join(newFolder(), 'new')
      await restore(moved, restored, source)
      assert.deepEqual(grep(restored, ofTheGone), [], source)
    }
    const { restored } = await restoreAndStart(moved, ['--erasures', newer, '--erasures', dataDir])
    assert.deepEqual(grep(restored, ofTheGone), [])
  })

  test('control: without a ledger they come back, and the command says that there is none', async () => {
    const copy = join(newFolder(), 'copy')
    cpSync(backup, copy, { recursive: true })
    rmSync(join(copy, 'erasures.jsonl'))
    const { restored, stderr } = await restoreAndStart(copy)
    assert.match(stderr, /^This snapshot has no removal list\./)
    assert.ok(grep(restored, ofTheGone).length > 0)
  })

  test('is not in a snapshot that is made afterwards', async () => {
    const later = join(newFolder(), 'later')
    await takeSnapshot(dataDir, later)
    assert.deepEqual(grep(later, ofTheGone), [])
    assert.equal(readFileSync(join(later, 'erasures.jsonl'), 'utf8').split('\n').length, 2)
  })

  for (const name of ['backup', 'backup.tar']) {
    test(`does not come back with a ${name} that was being made during the erasure`, async () => {
      const live = await fillData()
      const target = join(newFolder(), name)
      const erase = async () => {
        const { code, stderr } = await innkeeper(['erase', '--user', gone.userId, '--yes', '--data', live])
        assert.equal(code, 0, stderr)
      }
      assert.deepEqual((await takeSnapshot(live, target, { afterSnapshot: erase })).missing, [])
      assert.equal(await findFault(target), undefined)
      const restored = join(newFolder(), 'new')
      assert.equal((await restore(target, restored)).erased.messages, 1, 'the text; the photo was already left out')
      assert.deepEqual(grep(restored, ofTheGone), [])
      assert.ok(grep(restored, ofTheKept).length > 0)
    })
  }

  test('a truncated ledger is repaired by the next erasure and refused until then', async () => {
    const live = await fillData()
    const target = join(newFolder(), 'backup')
    await takeSnapshot(live, target)
    writeFileSync(join(live, 'erasures.jsonl'), '')
    appendFileSync(join(target, 'erasures.jsonl'), '{"kind":"person","subj')
    const refused = await innkeeper(['restore', target, '--data', join(newFolder(), 'new')])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^Line 1 of .+erasures\.jsonl is cut off\. Fix it, or remove the line/)
    assert.equal((await innkeeper(['erase', '--user', gone.userId, '--yes', '--data', live])).code, 0)
    assert.equal(await findFault(target), undefined)
    const { restored } = await restoreAndStart(target)
    assert.deepEqual(grep(restored, ofTheGone), [])
  })

  test('a path without a ledger is refused before anything is restored', async () => {
    for (const [path, sentence] of [
      [newFolder(), /No removal list found at /],
      [join(newFolder(), 'nowhere'), /does not exist, or cannot be reached/],
    ] as const) {
      const { code, stderr } = await innkeeper([
        'restore',
        backup,
        '--data',
        join(newFolder(), 'new'),
        '--erasures',
        path,
      ])
      assert.equal(code, 1)
      assert.match(stderr, sentence)
    }
  })
})

async function restoreByCommand(path: string, words: string[] = []) {
  const restored = join(newFolder(), 'new')
  const { code, stdout, stderr } = await innkeeper(['restore', path, '--data', restored, ...words])
  assert.equal(code, 0, stderr)
  return { restored, stdout, stderr }
}

/** Restores with the command, then starts and stops a service on the new folder, in this process. */
async function restoreAndStart(path: string, words: string[] = []) {
  const outcome = await restoreByCommand(path, words)
  const config = readConfig({ PORT: '0', INNKEEPER_LOG: 'silent', INNKEEPER_DATA: outcome.restored })
  await (await startService(config)).stop()
  return outcome
}
