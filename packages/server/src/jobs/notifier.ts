import { setTimeout as sleep } from 'node:timers/promises'
import { type NotifyDeps, noteFindings, notifyBrowsers } from '../actions/notifications/notify-browsers.ts'
import type { Store } from '../ports/store.ts'
import { untilLost } from './until-lost.ts'

export type NotifierOptions = NotifyDeps & { store: Pick<Store, 'nodes'> }

/** Notifies browsers of new messages and of what needs an operator. Nothing waits for it. */
export type Notifier = { stop(): Promise<void> }

const lookEveryMs = 1_000
const tryAgainMs = 10_000
/** Counts the whole store, as the service status page does while someone looks at it. */
const findEveryMs = 5 * 60_000

export function startNotifier(options: NotifierOptions): Notifier {
  const { store, clock, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let foundAt = Number.NEGATIVE_INFINITY

  const round = async (signal: AbortSignal) => {
    const now = clock()
    if (now - foundAt >= findEveryMs) {
      await noteFindings(options)
      foundAt = now
    }
    await notifyBrowsers(options, signal)
  }
  const run = async () => {
    let isFailing = false
    for (let waitMs = lookEveryMs; !signal.aborted; ) {
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      try {
        // Two nodes would send everything twice.
        if (store.nodes) await store.nodes.unlessTaken('notifications', (turn) => round(untilLost(signal, turn)))
        else await round(signal)
        isFailing = false
        waitMs = lookEveryMs
      } catch (err) {
        if (!isFailing && !signal.aborted) log.warn({ err }, 'failed to look for notifications; will retry')
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
    },
  }
}
