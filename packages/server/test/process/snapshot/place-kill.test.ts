import assert from 'node:assert/strict'
import { utimesSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import { innkeeper, newFolder } from '../../support/process/process.ts'
import { openBucket, testKeys } from '../../support/process/s3.ts'
import { signalAt } from '../../support/process/signal-at.ts'
import { filesBelow, fillData } from '../../support/snapshots.ts'
import { isSoak } from '../../support/soak.ts'

const kills = isSoak ? 20 : 3
const seed = process.env.INNKEEPER_SEED ?? String(Date.now())
const random = createRandom(seed)

type KilledRun = { signal: NodeJS.Signals | null; code: number | null }
type TestPlace = {
  name: string
  env: Record<string, string>
  list(): Promise<string[]>
  /** Makes a snapshot, and kills it at a random moment. */
  killOnce(dataDir: string): Promise<KilledRun>
  /** As if the killed process had been silent for more than five minutes. */
  forgetLocks(): Promise<void>
}

const snapshot = (dataDir: string, options: Parameters<typeof innkeeper>[1]) =>
  innkeeper(['snapshot', '--data', dataDir], options)

async function inFolder(): Promise<TestPlace> {
  const name = newFolder()
  const env = { INNKEEPER_SNAPSHOT_FOLDER: name }
  const calls = { open: 45, rename: 14, mkdir: 30, stat: 45, rm: 8 } as const
  return {
    name,
    env,
    list: async () => filesBelow(name),
    killOnce(dataDir) {
      const call = random.pick(Object.keys(calls) as (keyof typeof calls)[])
      return snapshot(dataDir, { env: { ...env, ...signalAt('SIGKILL', call, random.between(1, calls[call])) } })
    },
    async forgetLocks() {
      const longAgo = Date.now() / 1000 - 301
      for (const file of await readdir(join(name, 'locks')).catch(() => []))
        utimesSync(join(name, 'locks', file), longAgo, longAgo)
    },
  }
}

async function inBucket(): Promise<TestPlace> {
  const bucket = await openBucket()
  const env = {
    INNKEEPER_SNAPSHOT_BUCKET: bucket.url,
    INNKEEPER_SNAPSHOT_ACCESS_KEY_ID: testKeys.accessKeyId,
    INNKEEPER_SNAPSHOT_SECRET_ACCESS_KEY: testKeys.secretAccessKey,
  }
  return {
    name: bucket.url,
    env,
    list: bucket.list,
    killOnce(dataDir) {
      let left = random.between(1, 30)
      const killAt = new Promise((resolve) => bucket.decide(() => void (--left === 0 && resolve(undefined))))
      return snapshot(dataDir, { env, killAt })
    },
    async forgetLocks() {
      // A bucket's clock can't be set, so they are released as by someone who may not delete them.
      for (const name of await bucket.list()) if (name.startsWith('locks/')) await bucket.write(name, '')
    },
  }
}

for (const [where, open] of [
  ['folder', inFolder],
  ['bucket', inBucket],
] as const) {
  describe(`a snapshot in a ${where} that is killed`, () => {
    let dataDir = ''
    before(async () => {
      dataDir = await fillData()
    })
    for (let kill = 0; kill < kills; kill++) {
      test(`at a random moment (${kill + 1}) is no obstacle: the next one is whole, and nothing is left over`, async (context) => {
        context.diagnostic(`INNKEEPER_SEED=${seed}`)
        const place = await open()
        let deaths = 0
        for (let attempt = 0; attempt < 3; attempt++) {
          const { signal } = await place.killOnce(dataDir)
          if (signal === 'SIGKILL') deaths++
          await place.forgetLocks()
        }
        context.diagnostic(`died ${deaths} times`)
        const { code, stdout, stderr } = await snapshot(dataDir, { env: place.env })
        assert.deepEqual([code, stderr], [0, ''], stdout)

        const names = await place.list()
        const ids = new Set(names.flatMap((name) => (name.startsWith('snapshots/') ? [name.split('/')[1] ?? ''] : [])))
        assert.ok(ids.size > 0)
        const perSnapshot = names.filter((name) => name.startsWith('snapshots/'))
        assert.equal(perSnapshot.length, ids.size * 3, perSnapshot.join(' '))
        assert.equal(names.filter((name) => name.startsWith('objects/')).length, 6, 'each file once')
        const others = names.filter((name) => /^(locks|unfinished)\//.test(name))
        assert.deepEqual(others, [])
        for (const id of ids) {
          const verified = await innkeeper(['verify', place.name, '--snapshot', id], { env: place.env })
          assert.equal(verified.code, 0, verified.stderr)
        }
        assert.deepEqual(
          (await readdir(dataDir)).filter((name) => name.startsWith('snapshotting')),
          [],
        )
      })
    }
  })
}
