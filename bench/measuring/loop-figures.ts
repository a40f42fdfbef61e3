import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Delays of the event loop of a service since the last call, in milliseconds. It has loaded `scale/loop-delay.ts`. */
export async function takeFigures(pid: number, file: string): Promise<{ p50: number; p99: number; max: number }> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < 300; tries++) {
    await pause(100)
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      // Not written yet.
    }
  }
  throw new Error('The service did not report the delay of its event loop')
}
