import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Loaded into a service by the bench, before its own code: how late its event loop is. On SIGUSR2 what was measured since the last
// time goes to the file that BENCH_DELAY_FILE names.

const file = process.env.BENCH_DELAY_FILE
if (isMainThread && file !== undefined) {
  const histogram = monitorEventLoopDelay({ resolution: 5 })
  histogram.enable()
  process.on('SIGUSR2', () => {
    const toMs = (nanoseconds: number) => nanoseconds / 1e6
    const figures = {
      p50: toMs(histogram.percentile(50)),
      p99: toMs(histogram.percentile(99)),
      max: toMs(histogram.max),
    }
    histogram.reset()
    writeFileSync(`${file}.new`, JSON.stringify(figures))
    renameSync(`${file}.new`, file)
  })
}
