import assert from 'node:assert/strict'
import { createHistoryReader } from '../../src/actions/imports/history-reader.ts'
import { createFileKeeper } from '../../src/actions/media/file-keeper.ts'
import { uploadedZips } from '../../src/adapters/zip/open-uploaded-zip.ts'
import { openMedia } from '../../src/app/storage/open-media.ts'
import { readConfig } from '../../src/config/config.ts'
import type { ImportPreview } from '../../src/domain/imports/import-preview.ts'
import type { WorkerOptions } from '../../src/jobs/worker.ts'
import type { IncomingEvent } from '../../src/ports/connector.ts'
import type { Store } from '../../src/ports/store.ts'
import { message } from '../support/content/events.ts'
import { numberOf, shown } from '../support/imports/shown-messages.ts'
import type { JobHarness } from './job-harness.ts'

const operator = { kind: 'operator' } as const

/** What owners do with chat histories, in channels of Mika and Kenji. */
export async function importMoves(harness: JobHarness) {
  const { store } = harness
  const { blobs } = await openMedia(readConfig(harness.environment.env), store)
  const files = createFileKeeper({ store, blobs })
  let channels = 0

  /** Runs all jobs, in a service that stops afterwards. */
  const workAll = async (options: Partial<WorkerOptions> = {}) => {
    const worker = harness.start(options)
    await harness.allDone()
    await worker.stop()
  }
  const newChannel = async () => {
    const channelId = `C-imports-${++channels}`
    await harness.channel(channelId, { owner: 'U-mika', members: ['U-kenji'], subscribers: ['U-mika'] })
    return channelId
  }
  const text = (channelId: string, at: number, from: string, words: string, id = words): IncomingEvent =>
    message(channelId, at, { id, from, content: { type: 'text', text: words } })
  const upload = async (channelId: string, bytes: string | Buffer, choices: object = {}) => {
    let importNo = 0
    await files.keep([Buffer.from(bytes)], async ({ sha256, sizeBytes }) => {
      const file = { fileName: 'history.txt', sha256, sizeBytes, choices: JSON.stringify(choices) }
      const opened = await store.write<'open-history'>({
        kind: 'open-history',
        by: operator,
        at: harness.clock.now,
        channelId,
        ...file,
      })
      importNo = opened.importNo
    })
    return importNo
  }
  const steer = (channelId: string, importNo: number, wish: 'commit' | 'undo') =>
    store.write<'steer-history'>({
      kind: 'steer-history',
      by: operator,
      at: harness.clock.now,
      channelId,
      importNo,
      wish,
    })
  const find = async (channelId: string, importNo: number) => {
    const found = await store.findImport(await numberOf(store, channelId), importNo)
    assert.ok(found)
    return found
  }
  const previewOf = async (channelId: string, importNo: number): Promise<ImportPreview> =>
    JSON.parse((await find(channelId, importNo)).preview ?? '{}')
  const textsOf = async (channelId: string) => (await shown(store, channelId)).map((one) => one.text)
  /** Uploads and commits, and leaves the writing to do. */
  const merge = async (channelId: string, bytes: string | Buffer, choices: object) => {
    const importNo = await upload(channelId, bytes, choices)
    await workAll()
    assert.equal((await find(channelId, importNo)).reason, null)
    await steer(channelId, importNo, 'commit')
    return importNo
  }
  const undo = async (channelId: string, importNo: number) => {
    await steer(channelId, importNo, 'undo')
    await workAll()
    assert.equal((await find(channelId, importNo)).state, 'undone')
  }
  /** A worker that writes a number of times and then is dead, and another one that takes over when the lease has expired. */
  const dieAfter = async (kind: 'add-imported' | 'remove-imported', times = 1) => {
    const died = Promise.withResolvers<void>()
    let written = 0
    const write = (async (command) => {
      if (written >= times) throw new Error('this process is dead')
      const result = await store.write(command)
      if (command.kind === kind && ++written === times) died.resolve()
      return result
    }) as Store['write']
    const mortal = harness.start({ store: { ...store, write } })
    await died.promise
    await mortal.stop()
    harness.clock.now += 3_600_000
    await workAll()
  }
  /** As in a service, but in this thread. */
  const reader = () => createHistoryReader({ store, blobs, zips: uploadedZips, retentionCeilingDays: null })
  return { blobs, reader, workAll, newChannel, text, upload, steer, find, previewOf, textsOf, merge, undo, dieAfter }
}
