import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { createHistoryReader, refusedBy } from '../../actions/imports/history-reader.ts'
import { uploadedZips } from '../../adapters/zip/open-uploaded-zip.ts'
import { withoutData } from '../../domain/error-without-data.ts'
import type { HistorySlice, UnreadPlace } from '../../ports/history-reader.ts'
import { openMedia } from '../storage/open-media.ts'
import { openBriefStore, storeLocation } from '../storage/open-store.ts'
import type { HistoryAnswer, HistoryThreadOrder } from './history-reader.ts'

// A thread that reads the file of one import and compares it with its channel.
if (!parentPort) throw new Error('This file runs as a thread')
const port = parentPort
const { config, task } = workerData as HistoryThreadOrder
const never = new AbortController().signal

const answer = await work().catch((error: unknown): HistoryAnswer => ({ kind: 'failed', ...withoutData(error) }))
port.postMessage(answer)

async function work(): Promise<HistoryAnswer> {
  const store = await openBriefStore(storeLocation(config))
  const { blobs } = await openMedia(config, 'any')
  const { retentionCeilingDays } = config
  const reader = createHistoryReader({ store, blobs, zips: uploadedZips, retentionCeilingDays })
  switch (task.kind) {
    case 'preview':
      return { kind: 'previewed', result: await reader.preview(task.order, never, tell) }
    case 'compare':
      return { kind: 'compared', result: await reader.compare(task.order, take, never) }
    case 'list-unread':
      return { kind: 'listed', result: await listUnread(reader.listUnread(task.order)) }
  }
}

async function listUnread(slices: AsyncIterable<UnreadPlace[]>): Promise<{ refused: string } | undefined> {
  try {
    for await (const places of slices) await ask({ kind: 'unread', places })
    return undefined
  } catch (error) {
    return refusedBy(error)
  }
}

function tell(share: number): void {
  port.postMessage({ kind: 'reading', share } satisfies HistoryAnswer)
}

function take(slice: HistorySlice): Promise<boolean> {
  return ask({ kind: 'slice', slice })
}

/** Resolves when it's done with, to whether more is wanted. */
async function ask(answer: HistoryAnswer): Promise<boolean> {
  const answered = once(port, 'message')
  port.postMessage(answer)
  const [goesOn] = (await answered) as [boolean]
  return goesOn
}
