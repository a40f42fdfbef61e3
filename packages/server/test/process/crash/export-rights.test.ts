import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, test } from 'node:test'
import type { Store } from '../../../src/ports/store.ts'
import { eventually } from '../../support/eventually.ts'
import {
  assertIntact,
  callerOf,
  exportedAt,
  fillExported,
  namedFiles,
  readTree,
} from '../../support/exported-channel.ts'
import { innkeeper, newFolder, withData } from '../../support/process/process.ts'
import { signalAt } from '../../support/process/signal-at.ts'

const channelId = 'C-rights'
const by = { kind: 'operator' } as const

const endings: Record<string, { sentence: RegExp; end(store: Store): Promise<unknown> }> = {
  'is demoted to a guest': {
    sentence:
      /^U-owner is not a member of this channel, or is a guest, and can't read its backup \(Permission denied\)\./,
    async end(store) {
      const at = exportedAt
      await store.write<'hand-over-owner'>({ kind: 'hand-over-owner', by, at, channelId, userId: 'U-ken' })
      await store.write<'change-role'>({ kind: 'change-role', by, at, channelId, userId: 'U-owner', role: 'guest' })
    },
  },
  unsubscribes: {
    sentence: /^U-owner has no backup of this channel \(Not a subscriber\), so there is nothing they can read\./,
    async end(store) {
      const owner = await callerOf(store, 'U-owner')
      await store.write<'unsubscribe'>({ kind: 'unsubscribe', by: owner, at: exportedAt, channelId })
    },
  },
}

/** Waits until the export has paused itself. */
async function pausedProcess(out: string): Promise<number> {
  const pid = await eventually(
    () => Number(readIfThere(join(out, 'export.lock.partial'))),
    (one) => one > 0,
  )
  await eventually(
    () => /\) (\w)/.exec(readIfThere(`/proc/${pid}/stat`))?.[1],
    (state) => state === 'T',
  )
  return pid
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

describe('innkeeper export for someone who', () => {
  const parent = newFolder()
  let dataDir = ''
  let count = 0
  const command = (out: string) => ['export', channelId, '--as', 'U-owner', '--threads', '1', '--out', out]
  const run = (out: string, env: Record<string, string> = {}) =>
    innkeeper([...command(out), '--format', 'jsonl,txt', '--data', dataDir], { env })

  beforeEach(async () => {
    dataDir = newFolder()
    await fillExported(dataDir, channelId)
  })

  for (const [what, { sentence, end }] of Object.entries(endings)) {
    test(`${what} while it runs stops, and keeps what was finished`, async () => {
      const reference = join(parent, `whole-${++count}`)
      assert.equal((await run(reference)).code, 0)
      const whole = readTree(reference)
      const out = join(parent, `stopped-${count}`)
      const running = run(out, signalAt('SIGSTOP', 'rename', 4))
      const pid = await pausedProcess(out)
      const before = Object.keys(namedFiles(out)).length
      await withData(dataDir, ({ store }) => end(store))
      process.kill(pid, 'SIGCONT')
      const { code, stdout, stderr } = await running
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, sentence)
      assert.match(stderr, /Months that were finished are kept in /)
      const kept = namedFiles(out)
      for (const [path, text] of Object.entries(kept)) assert.equal(text, whole[path], path)
      assert.ok(before > 0 && !('manifest.json' in kept), 'control: it had begun and never finished')
      assert.ok(!('jsonl/2026-03.jsonl' in kept), 'later months were not begun')
      // The same command continues only for someone who may read.
      assert.match((await run(out)).stderr, sentence)
      assert.deepEqual(namedFiles(out), kept)
    })
  }

  test('control: keeps their rights finishes after the same pause', async () => {
    const out = join(parent, 'continued')
    const running = run(out, signalAt('SIGSTOP', 'rename', 4))
    process.kill(await pausedProcess(out), 'SIGCONT')
    assert.equal((await running).code, 0)
    await assertIntact(out)
  })
})
