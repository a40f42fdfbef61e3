import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// The bench loads this into a service before its own code, to measure the event loop's delay. On SIGUSR2 the figures since the
// last time are written to the file in BENCH_DELAY_FILE.

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
