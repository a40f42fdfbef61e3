import { readFileSync } from 'node:fs'
import { median } from '../measuring/figures.ts'

/** What is measured for the ordinary groups. */
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

/** `failed`: refused or timed out. */
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

/** Without pages of files, which the system can drop at any time. */
export function residentMib(pid: number): number {
  const [, kib] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}

/**
 * The peak of a process's anonymous memory from now on, in MiB, sampled four times a second. Mapped files do not count, because
 * the system can reclaim them at any time.
 */
export function watchMemory(pid: number): { stop(): number } {
  let mostMib = 0
  const sample = () => {
    try {
      mostMib = Math.max(mostMib, residentMib(pid))
    } catch {
      // It has just ended, or the system has no /proc: then `stop` returns NaN.
    }
  }
  const timer = setInterval(sample, 250)
  return {
    stop() {
      clearInterval(timer)
      sample()
      return mostMib > 0 ? mostMib : Number.NaN
    },
  }
}
