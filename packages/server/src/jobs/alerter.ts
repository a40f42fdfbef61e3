import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Store } from '../ports/store.ts'
import { untilLost } from './until-lost.ts'

/** Looks for problems and tells operators about them. Nothing waits for it, and what it does doesn't wait for each other. */
export type Alerter = { stop(): Promise<void> }

/** `isShared`: only one node does it at a time. */
export type AlertTask = {
  name: string
  everyMs: number
  isShared: boolean
  isNeeded(): boolean
  run(signal: AbortSignal): Promise<void>
}

type Deps = { store: Pick<Store, 'nodes'>; log: Pick<Logger, 'warn'> }

export function startAlerter({ store, log }: Deps, tasks: readonly AlertTask[]): Alerter {
  const stopping = new AbortController()
  const { signal } = stopping
  const repeat = async ({ name, everyMs, isShared, isNeeded, run }: AlertTask) => {
    for (let isFailing = false; !signal.aborted; ) {
      try {
        // Two nodes would tell everything twice.
        if (isNeeded() && isShared && store.nodes)
          await store.nodes.unlessTaken(name, (turn) => run(untilLost(signal, turn)))
        else if (isNeeded()) await run(signal)
        isFailing = false
      } catch (err) {
        if (!isFailing && !signal.aborted) log.warn({ err, task: name }, 'failed to look after alerts; will retry')
        isFailing = true
      }
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const running = tasks.map(repeat)
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
