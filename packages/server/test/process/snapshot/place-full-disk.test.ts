import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { underFileLimit } from '../../support/process/file-limit.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'
import { growDisk, mountSmallDisk, noSmallDisk } from '../../support/process/small-disk.ts'
import { filesBelow, fillData } from '../../support/snapshots.ts'

type FullDisk = { place: string; under: string[]; makeRoom(): void }

const disks: Record<string, () => FullDisk> = {
  'a disk for small files only': () => ({ place: newFolder(), under: underFileLimit(6_000_000), makeRoom() {} }),
  // The first one is tested everywhere, so nothing is left out where no disk can be mounted.
  ...(noSmallDisk === false && {
    'a full disk': () => {
      const disk = mountSmallDisk('5m')
      const place = join(disk, 'place')
      mkdirSync(place)
      return { place, under: [], makeRoom: () => growDisk(disk, '64m') }
    },
  }),
}

describe('a snapshot to', () => {
  let dataDir = ''
  before(async () => {
    dataDir = await fillData(newFolder(), randomBytes(7_000_000))
  })
  const run = (place: string, under: string[] = []) =>
    innkeeper(['snapshot', '--data', dataDir], { under, env: { INNKEEPER_SNAPSHOT_FOLDER: place } })

  for (const [name, open] of Object.entries(disks)) {
    test(`${name} says why there is none, and with room the next one is whole, with nothing left over`, async () => {
      const { place, under, makeRoom } = open()
      const { code, stdout } = await run(place, under)
      assert.equal(code, 1)
      assert.match(
        stdout,
        /no snapshot was made\. The disk of .+ (is full\. Free some space|can't store a file of this size)/,
      )
      const left = filesBelow(place)
      assert.ok(!left.some((file) => /^(snapshots|locks|unfinished)\//.test(file)), left.join(' '))
      assert.deepEqual(
        filesBelow(dataDir).filter((file) => file.startsWith('snapshotting')),
        [],
      )
      makeRoom()
      const again = await run(place)
      assert.deepEqual([again.code, again.stderr], [0, ''], again.stdout)
      const files = filesBelow(place)
      assert.equal(files.filter((file) => file.startsWith('objects/')).length, 7)
      assert.equal(files.filter((file) => file.startsWith('snapshots/')).length, 3)
      assert.ok(!files.some((file) => /^(locks|unfinished)\//.test(file)), files.join(' '))
      const verified = await innkeeper(['verify', place])
      assert.equal(verified.code, 0, verified.stderr)
    })
  }
})
