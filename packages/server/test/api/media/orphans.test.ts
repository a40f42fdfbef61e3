import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createFileKeeper } from '../../../src/actions/media/file-keeper.ts'
import { sweepOrphans } from '../../../src/actions/storage/housekeeping/sweep-files.ts'
import { openBlobStore } from '../../../src/adapters/fs/blob-store.ts'
import type { BlobStore } from '../../../src/ports/storage/blob-store.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

test('files that were not recorded before a crash are found and removed; new ones and those in use stay', async () => {
  const service = await startTestService()
  await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  await service.receive([message('C1', service.clock.now, { id: 'm1', content: { type: 'file', fileName: 'a.txt' } })])
  await service.storeMedia('C1', 'm1', Buffer.from('in use'))
  const orphan = await service.putFile(Buffer.from('left behind'))
  const young = await service.putFile(Buffer.from('just put'))
  const putAt = Date.now() + 3_600_000
  const blobs: BlobStore = {
    ...service.blobs,
    async *list() {
      for await (const file of service.blobs.list())
        yield { ...file, putAt: file.sha256 === orphan.sha256 ? putAt - 60_000 : putAt }
    },
  }
  const files = createFileKeeper({ store: service.store, blobs })
  // That of the service, which all nodes share. The machine's own may be wrong.
  const clock = () => putAt + 30_000
  await sweepOrphans({ store: service.store, files, blobs, clock }, new AbortController().signal)
  assert.equal(await blobs.stat(orphan.sha256), undefined)
  assert.ok(await blobs.stat(young.sha256))
  assert.equal((await Array.fromAsync(blobs.list())).length, 2)
})

test('unfinished files of a dead process are dropped at the next start; those of a live process are not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inn-incoming-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const blobs = openBlobStore(folder)
  const incoming = join(folder, 'incoming')
  // No process has an id beyond the kernel's limit, and process 1 is always alive.
  const [dead, alive, nameless] = ['4999999.one', '1.two', 'three']
  for (const name of [dead, alive, nameless]) writeFileSync(join(incoming, name), 'half')
  assert.equal(await blobs.dropUnfinished(), 2)
  assert.deepEqual(readdirSync(incoming), [alive])
})
