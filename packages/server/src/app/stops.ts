import type { Logger } from 'pino'

/** What must be closed or written when the service stops, the latest first. */
export type Stops = {
  add(stop: () => Promise<unknown> | unknown): void
  run(): Promise<void>
}

export function createStops(log: Pick<Logger, 'warn'>): Stops {
  const stops: (() => Promise<unknown> | unknown)[] = []
  return {
    add: (stop) => void stops.push(stop),
    async run() {
      for (const stop of stops.reverse()) {
        try {
          await stop()
        } catch (err) {
          // On a full disk, for example. The rest is closed all the same, or the process would never end.
          log.warn({ err }, 'failed to close a resource during shutdown')
        }
      }
    },
  }
}
