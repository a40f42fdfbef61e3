import type { SingleBar } from 'cli-progress'
import type { ReportProgress } from '../ports/storage/snapshot.ts'

/** Shows a progress bar for each step on a terminal; silent elsewhere. */
export async function withProgress<T>(work: (tell: ReportProgress) => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return await work(() => {})
  const { Presets, SingleBar } = await import('cli-progress')
  let bar: SingleBar | undefined
  let shown = ''
  const tell: ReportProgress = ({ what, done, total }) => {
    if (what !== shown) {
      bar?.stop()
      shown = what
      const format = `${what.padEnd(9)} {bar} {percentage} %  {eta_formatted} left`
      bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, fps: 5 }, Presets.shades_classic)
      bar.start(total, 0)
    }
    bar?.update(done)
  }
  try {
    return await work(tell)
  } finally {
    bar?.stop()
  }
}
