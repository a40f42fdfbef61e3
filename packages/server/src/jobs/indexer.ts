import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Store } from '../ports/store.ts'

export type IndexerOptions = { store: Store; log: Pick<Logger, 'warn'> }

/** Takes messages into the search index soon after they came. Until then they are found all the same, only more slowly. */
export type Indexer = {
  /** Ends what it is at; what is left is indexed after the next start. */
  stop(): Promise<void>
}

const lookEveryMs = 250
const tryAgainMs = 5_000
/** So many writes between two looks mean that events pour in, and they are more urgent. */
const manyWrites = 50
/** It gives way for four seconds, then it begins all the same. */
const mostPostponed = 16
/** In one commit, for which events that come in wait some milliseconds. */
const sliceSize = 400
/** Between two commits while others write: as much for them as for the index. */
const breathMs = 20

export function startIndexer({ store, log }: IndexerOptions): Indexer {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  // What the last run left is not announced by a commit.
  let writes = 1
  const endWatch = store.onCommit(() => {
    writes++
  })

  const indexAll = async () => {
    for (let more = await store.hasUnindexed(); more && !signal.aborted; ) {
      writes = 0
      const slice = await store.write<'index-messages'>({ kind: 'index-messages', limit: sliceSize })
      more = slice.more
      // One of them was this one.
      await pause(writes > 1 ? breathMs : 0)
    }
  }
  const run = async () => {
    let postponed = 0
    let isFailing = false
    for (; !signal.aborted; await pause(isFailing ? tryAgainMs : lookEveryMs)) {
      const seen = writes
      writes = 0
      if (seen === 0 && !isFailing) continue
      if (seen > manyWrites && postponed++ < mostPostponed) continue
      postponed = 0
      try {
        await indexAll()
        isFailing = false
      } catch (err) {
        // A full disk, say. Told once; it is tried again all the same.
        if (!isFailing && !signal.aborted) log.warn({ err }, 'messages could not be indexed; it is tried again')
        isFailing = true
      }
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      endWatch()
    },
  }
}
