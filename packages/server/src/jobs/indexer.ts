import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Store } from '../ports/store.ts'

export type IndexerOptions = { store: Store; log: Pick<Logger, 'warn'> }

/** Indexes messages soon after they arrive. Until then search finds them anyway, only more slowly. */
export type Indexer = {
  /** Ends the current work; the rest is indexed after the next start. */
  stop(): Promise<void>
}

const lookEveryMs = 250
/** On a server that several nodes share, indexing a few messages costs as much as indexing many. */
const lookOnServerEveryMs = 1_000
const tryAgainMs = 5_000
/** At this many writes, events are pouring in, and they are more urgent. */
const busyPerSecond = 200
/** While it yields to events: it continues at the first calm moment. */
const lookForCalmEveryMs = 50
/**
 * Then it continues until everything is indexed, which takes a fraction of the time in which as much arrives. So the index is
 * never behind by more than what arrived in these seconds and while it caught up: at 3,000 messages a second, about 20,000.
 */
const longestBehindMs = 5_000
/** Messages per commit, for which incoming events wait a few milliseconds. */
const sliceSize = 400
/** On a server, a node goes on for this long before it checks again whether there is something more urgent. */
const turnMs = 250
/** Pause between two commits while others write, so that they get as much time as the index. */
const breathMs = 10

export function startIndexer({ store, log }: IndexerOptions): Indexer {
  const stopping = new AbortController()
  const { signal } = stopping
  const restMs = store.nodes ? lookOnServerEveryMs : lookEveryMs
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  let writes = 0
  const endWatch = store.onCommit(() => {
    writes++
  })
  // No commit announces what the last run left.
  let behindSince: number | undefined = performance.now()
  let lookedAt = behindSince
  let after = 0
  let isMidway = false

  /** Returns how long to wait before the next run. */
  const look = async (): Promise<number> => {
    const now = performance.now()
    const isBusy = writes > 1 && (writes * 1000) / (now - lookedAt) > busyPerSecond
    if (writes > 0) behindSince ??= now
    writes = 0
    lookedAt = now
    if (behindSince === undefined) return restMs
    if (isBusy && now - behindSince < longestBehindMs) return lookForCalmEveryMs
    if (isMidway || (await store.hasUnindexed())) {
      isMidway = false
      let indexed = 0
      let more = false
      let isRoundOver = false
      const index = async () => {
        const command = { kind: 'index-messages', limit: sliceSize, after } as const
        ;({ indexed, more, after, isRoundOver } = await store.write<'index-messages'>(command))
        // One of them was our own.
        writes--
      }
      const indexInTurn = async () => {
        do await index()
        while (more && indexed > 0 && !isRoundOver && !isBusy && !signal.aborted && performance.now() - now < turnMs)
      }
      if (!store.nodes) await index()
      // Two nodes that index at once would wait for each other at every slice.
      else if (!(await store.nodes.unlessTaken('index', indexInTurn))) return restMs
      if (more && isRoundOver && store.nodes) {
        // What arrived meanwhile is indexed with what arrives until the next round.
        behindSince = performance.now()
        return restMs
      }
      isMidway = more
      // Nothing taken although there is more: others are writing to those channels.
      if (more) return indexed === 0 ? lookForCalmEveryMs : isBusy ? breathMs : 0
    }
    behindSince = undefined
    return restMs
  }
  const run = async () => {
    let isFailing = false
    for (let waitMs = 0; !signal.aborted; ) {
      await pause(waitMs)
      if (signal.aborted) return
      try {
        waitMs = await look()
        isFailing = false
      } catch (err) {
        // For example a full disk. Logged once; it is retried anyway.
        if (!isFailing && !signal.aborted) log.warn({ err }, 'failed to index messages; will retry')
        isFailing = true
        waitMs = tryAgainMs
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
