import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@innkeeper/contract'
import type { PartRenderers } from '../../actions/messages/export/export-folder.ts'
import type { SurveyedPart } from '../../actions/messages/export/survey-parts.ts'
import type { Config } from '../../config/config.ts'
import type { ExportPartEntry, ExportWish } from '../../domain/messages/export/manifest.ts'
import { Refusal } from '../../domain/refusal.ts'

/** Plain, because it crosses a thread. */
export type ExportOrder = { config: Config; wish: ExportWish; channelId: string; userId: string; path: string }

export type PartAnswer =
  | { kind: 'ready' }
  | { kind: 'rendered'; messages: number }
  | { kind: 'done'; entry: ExportPartEntry }
  | { kind: 'refused'; code: ErrorCode; detail: string }
  | { kind: 'failed'; message: string; fields: Record<string, string | undefined> }

type Asked = {
  part: SurveyedPart
  tell(messages: number): void
  resolve(entry: ExportPartEntry): void
  reject(error: unknown): void
}

/** Starting threads takes as long as rendering this many messages. JSON lines take far less than other formats. */
const worthIt = { lines: 2_000_000, others: 50_000 }
/** Of garbage in each thread, so that many threads don't need much memory together. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

/** A thread for each processor, if there is enough to render. `threads`: how many the operator wants; null: what is best. */
export function startExportRenderers(
  order: ExportOrder & { threads: number | null },
  load: { parts: number; messages: number },
): PartRenderers | undefined {
  const least = order.wish.formats.every((name) => name === 'jsonl') ? worthIt.lines : worthIt.others
  const wanted = order.threads ?? (load.messages < least ? 1 : availableParallelism())
  const count = Math.min(wanted, load.parts)
  if (count < 2) return undefined
  const waiting: Asked[] = []
  let failure: unknown
  const lanes = Array.from({ length: count }, () => openLane(order, waiting, fail))

  /** A thread that can't be started, or ended, ends the export. */
  function fail(error: unknown): void {
    failure ??= error
    for (const { reject } of waiting.splice(0)) reject(failure)
  }
  return {
    count,
    render(part, tell) {
      const { promise, resolve, reject } = Promise.withResolvers<ExportPartEntry>()
      if (failure !== undefined) reject(failure)
      else waiting.push({ part, tell, resolve, reject })
      for (const lane of lanes) lane.wake()
      return promise
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()))
    },
  }
}

function openLane(
  { config, wish, channelId, userId, path }: ExportOrder,
  waiting: Asked[],
  fail: (error: unknown) => void,
) {
  const workerData: ExportOrder = { config, wish, channelId, userId, path }
  const worker = new Worker(new URL('./export-thread.ts', import.meta.url), { workerData, resourceLimits })
  let isReady = false
  let current: Asked | undefined

  const wake = () => {
    if (!isReady || current) return
    current = waiting.shift()
    if (current) worker.postMessage(current.part)
  }
  const settle = (end: (asked: Asked) => void) => {
    const asked = current
    current = undefined
    if (asked) end(asked)
    wake()
  }
  worker.on('message', (answer: PartAnswer) => {
    if (answer.kind === 'rendered') return current?.tell(answer.messages)
    isReady = true
    settle(({ resolve, reject }) => (answer.kind === 'done' ? resolve(answer.entry) : reject(toError(answer))))
  })
  const end = (error: unknown) => {
    isReady = false
    settle(({ reject }) => reject(error))
    fail(error)
  }
  worker.on('error', end)
  worker.on('exit', (code) => end(new Error(`A thread of the export ended (${code})`)))
  return {
    wake,
    async close() {
      await worker.terminate()
    },
  }
}

function toError(answer: Exclude<PartAnswer, { kind: 'done' | 'rendered' }>): unknown {
  if (answer.kind === 'refused') return new Refusal(answer.code, answer.detail)
  if (answer.kind === 'failed') return Object.assign(new Error(answer.message), answer.fields)
  return new Error('A thread of the export answered out of turn')
}
