import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { receiveEvents } from '../../../src/actions/messages/receive-events.ts'
import { message } from '../../support/content/events.ts'
import { assertIntact, exportedAt, fillExported, namedFiles, readTree } from '../../support/exported-channel.ts'
import { underFileLimit } from '../../support/process/file-limit.ts'
import { innkeeper, newFolder, withData } from '../../support/process/process.ts'
import { growDisk, mountSmallDisk, noSmallDisk } from '../../support/process/small-disk.ts'

const channelId = 'C-full'

/** `open` returns a folder without enough room, the program to run under, and how to make room. */
const disks: Record<string, () => { out: string; under: string[]; makeRoom(): void }> = {
  'a disk for small files only': () => ({
    out: join(newFolder(), 'out'),
    under: underFileLimit(6_000_000),
    makeRoom() {},
  }),
  // The first one is tested everywhere, so nothing is left out where no disk can be mounted.
  ...(noSmallDisk === false && {
    'a full disk': () => {
      const disk = mountSmallDisk('5m')
      return { out: join(disk, 'out'), under: [], makeRoom: () => growDisk(disk, '64m') }
    },
  }),
}

describe('an export to', () => {
  const dataDir = newFolder()
  let whole: Record<string, string> = {}
  const run = (out: string, under: string[] = [], threads = '1') => {
    const words = ['--format', 'jsonl,html', '--threads', threads, '--out', out, '--data', dataDir]
    return innkeeper(['export', channelId, ...words], { under })
  }

  before(async () => {
    await fillExported(dataDir, channelId)
    await withData(dataDir, async ({ store, blobs }) => {
      const film = message(channelId, exportedAt, { id: 'film', content: { type: 'video' } })
      await receiveEvents({ store, clock: () => exportedAt }, { platform: 'test', events: [film], unread: [] })
      const file = await blobs.put([randomBytes(7_000_000)])
      const where = { at: exportedAt, channelId, messageId: 'film' }
      await store.write<'store-media'>({ kind: 'store-media', ...where, ...file })
    })
    const out = join(newFolder(), 'whole')
    assert.equal((await run(out)).code, 0)
    whole = readTree(out)
  })

  const cases = Object.entries(disks).flatMap(([name, open]) => ['1', '2'].map((threads) => ({ name, open, threads })))
  for (const { name, open, threads } of cases) {
    test(`${name} (threads: ${threads}) says why it stopped, keeps whole months only, and continues when there is room`, async () => {
      const { out, under, makeRoom } = open()
      const { code, stdout, stderr } = await run(out, under, threads)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /^(There is not enough space for .+|.+ can't store a file of this size.+)/)
      assert.match(stderr, /Unfinished files were removed/)
      const kept = namedFiles(out)
      for (const [path, text] of Object.entries(kept)) assert.equal(text, whole[path], path)
      assert.ok(!('jsonl/2026-03.jsonl' in kept))
      // Beside it, the film of the month after may fill the disk first.
      if (threads === '1') assert.ok('jsonl/2026-02.jsonl' in kept)
      assert.ok(!Object.keys(readTree(out)).some((path) => path.endsWith('.partial')))
      makeRoom()
      const again = await run(out)
      assert.equal(again.code, 0, again.stderr)
      assert.deepEqual(readTree(out), whole)
      await assertIntact(out)
    })
  }
})
