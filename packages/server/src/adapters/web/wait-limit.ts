import { PlatformSilence } from '../../domain/platforms/platform-errors.ts'

/**
 * A limit for each wait, not for the whole: a large file may take its time. It also applies until reading starts, so a body
 * that no one reads doesn't occupy a connection.
 */
export type WaitLimit = {
  /** Aborted with a `PlatformSilence` after too long a wait, and at the end. */
  signal: AbortSignal
  wait(): void
  pause(): void
  /** Releases the connection. */
  end(): void
}

export function createWaitLimit(reason: string, timeLimitMs: number): WaitLimit {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: controller.signal,
    wait() {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(new PlatformSilence(reason)), timeLimitMs)
    },
    pause() {
      clearTimeout(timer)
    },
    end() {
      clearTimeout(timer)
      controller.abort(new PlatformSilence('The download was cancelled'))
    },
  }
}
