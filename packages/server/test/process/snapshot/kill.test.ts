import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, describe, test } from 'node:test'
import { inspectDatabase } from '../../../src/adapters/sqlite/open-database.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'
import { signalAt } from '../../support/process/signal-at.ts'
import { fillData, findFault, mediaOf, restore, takeSnapshot } from '../../support/snapshots.ts'

// Each moment is named after the call that the process is about to make.
type Moment = [call: string, turn: number]

describe('a snapshot that is killed', { concurrency: 2 }, () => {
  let dataDir = ''
  before(async () => {
    dataDir = await fillData()
  })
  const moments: Record<string, Moment[]> = {
    backup: [
      ['mkdir', 2],
      ['open', 3],
      ['chmod', 1],
      ['writeFile', 1],
      ['rename', 1],
    ],
    'backup.tar': [
      ['open', 2],
      ['rename', 1],
    ],
  }
  for (const [name, list] of Object.entries(moments)) {
    for (const [call, turn] of list) {
      test(`leaves no ${name} if it dies before ${call} ${turn}, and the next run works`, async () => {
        const target = join(newFolder(), name)
        const env = signalAt('SIGKILL', call, turn)
        const { signal } = await innkeeper(['backup', target, '--data', dataDir], { env })
        assert.equal(signal, 'SIGKILL')
        assert.ok(!existsSync(target))
        assert.ok(
          readdirSync(dirname(target)).some((file) => file.includes('.partial.')),
          'it had started',
        )
        await takeSnapshot(dataDir, target)
        assert.equal(await findFault(target), undefined)
        assert.ok(!readdirSync(dirname(target)).some((file) => file.includes('.partial.')))
      })
    }
  }

  test('by Ctrl+C removes its unfinished files', async () => {
    const folder = newFolder()
    const env = signalAt('SIGINT', 'open', 3)
    const { signal } = await innkeeper(['backup', join(folder, 'backup'), '--data', dataDir], { env })
    assert.equal(signal, 'SIGINT')
    assert.deepEqual(readdirSync(folder), [])
  })
})

describe('a restore that is killed', { concurrency: 2 }, () => {
  let dataDir = ''
  const target = join(newFolder(), 'backup')
  before(async () => {
    dataDir = await fillData()
    await takeSnapshot(dataDir, target)
  })
  const moments: Moment[] = [
    ['mkdir', 3],
    ['open', 9],
    ['rename', 1],
    ['rename', 2],
    ['rename', 3],
  ]
  for (const [call, turn] of moments) {
    test(`before ${call} ${turn} leaves a folder on which the service does not start, and can be run again`, async () => {
      const restored = join(newFolder(), 'new')
      const env = signalAt('SIGKILL', call, turn)
      const { signal } = await innkeeper(['restore', target, '--data', restored], { env })
      assert.equal(signal, 'SIGKILL')
      assert.throws(
        () => inspectDatabase(restored, { thorough: false }),
        /A restore into .+ was not finished\. Run it again/,
      )
      await restore(target, restored)
      assert.equal(inspectDatabase(restored, { thorough: true }), 'sound')
      assert.deepEqual(mediaOf(restored), mediaOf(dataDir))
    })
  }

  test('keeps the service from starting, and the error says what to do', async () => {
    const restored = newFolder()
    await innkeeper(['restore', target, '--data', restored], { env: signalAt('SIGKILL', 'rename', 1) })
    const { code, stderr } = await innkeeper(['serve', '--port', '0', '--data', restored])
    assert.equal(code, 1)
    assert.match(stderr, /^A restore into .+ was not finished\. Run it again, or empty the folder/)
  })

  test('by Ctrl+C leaves the folder as it was', async () => {
    const restored = newFolder()
    const { signal } = await innkeeper(['restore', target, '--data', restored], { env: signalAt('SIGINT', 'open', 9) })
    assert.equal(signal, 'SIGINT')
    assert.deepEqual(readdirSync(restored), [])
  })

  test('is not confused with a folder that is in use', async () => {
    const used = newFolder()
    mkdirSync(join(used, 'restoring'))
    mkdirSync(join(used, 'diary'))
    await assert.rejects(restore(target, used), /is not empty and was left untouched/)
    assert.deepEqual(readdirSync(used).sort(), ['diary', 'restoring'])
  })
})
