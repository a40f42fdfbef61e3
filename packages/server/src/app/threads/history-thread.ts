import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { createHistoryReader } from '../../actions/imports/history-reader.ts'
import { uploadedZips } from '../../adapters/zip/open-uploaded-zip.ts'
import { withoutData } from '../../domain/error-without-data.ts'
import type { HistorySlice } from '../../ports/history-reader.ts'
import { openMedia } from '../storage/open-media.ts'
import { openBriefStore, storeLocation } from '../storage/open-store.ts'
import type { HistoryAnswer, HistoryThreadOrder } from './history-reader.ts'

// A thread that reads the file of one import and compares it with its channel.
if (!parentPort) throw new Error('This file runs as a thread')
const port = parentPort
const { config, order } = workerData as HistoryThreadOrder
const { after, ...plain } = order
const never = new AbortController().signal

const answer = await work().catch((error: unknown): HistoryAnswer => ({ kind: 'failed', ...withoutData(error) }))
port.postMessage(answer)

async function work(): Promise<HistoryAnswer> {
  const store = await openBriefStore(storeLocation(config))
  const { blobs } = await openMedia(config, 'any')
  const { retentionCeilingDays } = config
  const reader = createHistoryReader({ store, blobs, zips: uploadedZips, retentionCeilingDays })
  if (after === undefined) return { kind: 'previewed', result: await reader.preview(plain, never) }
  return { kind: 'compared', result: await reader.compare({ ...plain, after }, take, never) }
}

async function take(slice: HistorySlice): Promise<boolean> {
  const answered = once(port, 'message')
  port.postMessage({ kind: 'slice', slice } satisfies HistoryAnswer)
  const [goesOn] = (await answered) as [boolean]
  return goesOn
}
