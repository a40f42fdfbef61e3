import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { accessAs } from '../../actions/access.ts'
import { messagesInSlice } from '../../actions/messages/export/export-folder.ts'
import { renderPart } from '../../actions/messages/export/render-part.ts'
import type { SurveyedPart } from '../../actions/messages/export/survey-parts.ts'
import { openPartSink } from '../../adapters/fs/exports/export-folder.ts'
import { Refusal } from '../../domain/refusal.ts'
import { openMedia } from '../storage/open-media.ts'
import { openBriefStore, storeLocation } from '../storage/open-store.ts'
import type { ExportOrder, PartAnswer } from './export-renderers.ts'

// A thread that renders one part of an export after the other. It checks the reader's rights itself.
if (!parentPort) throw new Error('This file runs as a thread')
const port = parentPort
const { config, wish, channelId, userId, path } = workerData as ExportOrder
const store = await openBriefStore(storeLocation(config))
const { blobs } = await openMedia(config, 'any')
const clock = Date.now
const renew = () => accessAs({ store, clock }, channelId, { userId, subscriber: !wish.filter.own })
const { retentionCeilingDays } = config
const deps = { store, blobs, clock, retentionCeilingDays, pause: () => nextTurn(), examine: messagesInSlice }
const channel = await store.getChannel((await renew()).channel.channelNo)
const sink = openPartSink(path)

port.on('message', (part: SurveyedPart) => void render(part).then((answer) => port.postMessage(answer)))
port.postMessage({ kind: 'ready' } satisfies PartAnswer)

async function render(part: SurveyedPart): Promise<PartAnswer> {
  const tell = (messages: number) => port.postMessage({ kind: 'rendered', messages } satisfies PartAnswer)
  try {
    return { kind: 'done', entry: await renderPart(deps, { wish, channel, part, renew, sink, tell }) }
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', code: error.code, detail: error.detail }
    const { message, stack, code, syscall, path: at } = error as NodeJS.ErrnoException
    return { kind: 'failed', message, fields: { stack, code, syscall, path: at } }
  }
}
