import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { innkeeper, newFolder } from '../../support/process/process.ts'
import { mountSmallDisk, noSmallDisk } from '../../support/process/small-disk.ts'
import { fillData, takeSnapshot } from '../../support/snapshots.ts'

describe('on a full disk', { skip: noSmallDisk, concurrency: 2 }, () => {
  let dataDir = ''
  const backup = join(newFolder(), 'backup')
  before(async () => {
    dataDir = await fillData(newFolder(), randomBytes(3_000_000))
    await takeSnapshot(dataDir, backup)
  })

  for (const name of ['backup', 'backup.tar']) {
    for (const [what, size] of [
      ['the database', '100k'],
      ['a photo', '2m'],
    ] as const) {
      test(`a ${name} without enough space for ${what} is removed, and the command says why`, async () => {
        const disk = mountSmallDisk(size)
        const { code, stdout, stderr } = await innkeeper(['backup', join(disk, name), '--data', dataDir])
        assert.deepEqual([code, stdout], [1, ''])
        assert.match(
          stderr,
          /^There is not enough space for .+backup.*\. Unfinished files were removed\. Free some space/,
        )
        assert.deepEqual(readdirSync(disk), [])
      })
    }
  }

  test('a restore leaves the folder empty and says why', async () => {
    const disk = mountSmallDisk('2m')
    const { code, stderr } = await innkeeper(['restore', backup, '--data', disk])
    assert.equal(code, 1)
    assert.match(stderr, /^There is not enough space for /)
    assert.deepEqual(readdirSync(disk), [])
  })
})
