import { readFileSync } from 'node:fs'
import { median } from '../measuring/figures.ts'

/** What is measured of the ordinary groups. */
export const measures = [
  'webhook',
  'keyword answer',
  'pattern answer',
  'AI answer',
  'message page',
  'timeline',
  'channel list',
  'search',
  'media file',
  'live stream opens',
  'live event',
] as const

export type Measure = (typeof measures)[number]

/** `failed`: refused, or not there when nobody waited any longer. */
type Sample = { tookMs: number[]; failed: number }

export type Samples = {
  took(measure: Measure, ms: number): void
  failed(measure: Measure): void
  of(measure: Measure): Sample
}

export function createSamples(): Samples {
  const all = new Map<Measure, Sample>(measures.map((measure) => [measure, { tookMs: [], failed: 0 }]))
  const of = (measure: Measure) => all.get(measure) ?? { tookMs: [], failed: 0 }
  return {
    took: (measure, ms) => void of(measure).tookMs.push(ms),
    failed(measure) {
      of(measure).failed++
    },
    of,
  }
}

export type Figures = { count: number; failed: number; p50: number; p99: number }

/** Percentiles of each round, and their medians over the rounds. */
export function figuresOf(rounds: Samples[], measure: Measure): Figures {
  const samples = rounds.map((round) => round.of(measure))
  const overRounds = (share: number) =>
    median(samples.filter(({ tookMs }) => tookMs.length > 0).map(({ tookMs }) => percentile(tookMs, share)))
  return {
    count: samples.reduce((sum, { tookMs }) => sum + tookMs.length, 0),
    failed: samples.reduce((sum, { failed }) => sum + failed, 0),
    p50: overRounds(0.5),
    p99: overRounds(0.99),
  }
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * The most memory of its own that a process holds from now on, in MiB, looked at four times a second. Pages of files that are mapped
 * into it do not count: the system takes them back whenever it wants.
 */
export function watchMemory(pid: number): { stop(): number } {
  let mostMib = 0
  const look = () => {
    try {
      const [, kib] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      mostMib = Math.max(mostMib, Number(kib) / 1024)
    } catch {
      // It has just ended, or this is another system: `stop` says that nothing is known.
    }
  }
  const timer = setInterval(look, 250)
  return {
    stop() {
      clearInterval(timer)
      return mostMib > 0 ? mostMib : Number.NaN
    },
  }
}
