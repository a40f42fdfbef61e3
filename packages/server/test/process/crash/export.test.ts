import assert from 'node:assert/strict'
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import { assertIntact, fillExported, namedFiles, readTree } from '../../support/exported-channel.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'
import { signalAt } from '../../support/process/signal-at.ts'
import { isSoak } from '../../support/soak.ts'

const channelId = 'C-killed'
const kills = isSoak ? 20 : 3

describe('an export that is killed', () => {
  const dataDir = newFolder()
  const parent = newFolder()
  let whole: Record<string, string> = {}
  const run = (out: string, env: Record<string, string> = {}, more: string[] = []) =>
    innkeeper(['export', channelId, '--format', 'jsonl,txt', '--out', out, ...more, '--data', dataDir], { env })

  before(async () => {
    await fillExported(dataDir, channelId)
    const out = join(parent, 'whole')
    assert.equal((await run(out)).code, 0)
    whole = readTree(out)
  })

  const seed = process.env.INNKEEPER_SEED ?? String(Date.now())
  const random = createRandom(seed)
  const calls = { open: 60, rename: 25, mkdir: 12, rm: 2 } as const
  for (let kill = 0; kill < kills; kill++) {
    test(`at a random moment (${kill + 1}) leaves only whole files, and the same command finishes it`, async (context) => {
      context.diagnostic(`INNKEEPER_SEED=${seed}`)
      const out = join(parent, `killed-${kill}`)
      const names = Object.keys(calls) as (keyof typeof calls)[]
      // It can die after its last name, too: just before the folder is synced.
      const isFinished = () =>
        existsSync(join(out, 'manifest.json')) && !existsSync(join(out, 'manifest.partial.jsonl'))
      let deaths = 0
      for (let attempt = 0; attempt < 2 && !isFinished(); attempt++) {
        const call = random.pick(names)
        const { signal, code } = await run(out, signalAt('SIGKILL', call, random.between(1, calls[call])))
        if (code === 0) break
        assert.equal(signal, 'SIGKILL')
        deaths++
        // It can die before it creates the folder.
        const named = existsSync(out) ? namedFiles(out) : {}
        for (const [path, text] of Object.entries(named)) assert.equal(text, whole[path], path)
      }
      context.diagnostic(`died ${deaths} times`)
      const { code, stderr } = await run(out, {}, isFinished() ? ['--since-last'] : [])
      assert.equal(code, 0, stderr)
      assert.deepEqual(readTree(out), whole)
      await assertIntact(out)
    })
  }

  test('while it records a month continues, also after a second time', async () => {
    const out = join(parent, 'torn')
    for (const renames of [3, 6]) {
      assert.equal((await run(out, signalAt('SIGKILL', 'rename', renames))).signal, 'SIGKILL')
      appendFileSync(join(out, 'manifest.partial.jsonl'), '{"part":{"month":"20')
    }
    assert.equal((await run(out)).code, 0)
    assert.deepEqual(readTree(out), whole)
  })

  test('is not taken for a finished one', async () => {
    const out = join(parent, 'unfinished')
    assert.equal((await run(out, signalAt('SIGKILL', 'rename', 4))).signal, 'SIGKILL')
    const { code, stderr } = await innkeeper(['verify', out])
    assert.equal(code, 1)
    assert.match(stderr, /is not finished\. Run the same command again, and it continues where it stopped\./)
  })
})
