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
          // On a full disk, for example. The rest is closed anyway, or the process would never exit.
          log.warn({ err }, 'failed to close a resource during shutdown')
        }
      }
    },
  }
}
