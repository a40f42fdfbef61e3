import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for something that a bot does asynchronously. */
export async function waitUntil(condition: () => boolean, timeoutMs = 30_000): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Still false after ${timeoutMs} ms: ${condition}`)
    await sleep(5)
  }
}
