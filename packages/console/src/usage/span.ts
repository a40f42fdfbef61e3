import { usageLimits } from '@innkeeper/contract'
import { isDay } from '@innkeeper/contract/formats'

/** Days, both included. */
export type Span = { from: string; to: string }

/** The URL's parameters: a number of days up to today, or a first and a last day. */
export type SpanParams = { days?: string | undefined; from?: string | undefined; to?: string | undefined }

export const presets = ['7', '30', '90', '365'] as const
export type Preset = (typeof presets)[number]

/** Also what the service reports if it isn't asked for certain days. */
export const defaultPreset: Preset = '30'

/** `preset` is missing if days were chosen. */
export type ChosenSpan = Span & { preset?: Preset }

export const earliestDay = '2000-01-01'

/** Anyone can edit a URL: invalid values are dropped. */
export function readSpan(params: SpanParams, today: string): ChosenSpan {
  const [from, to] = [params.from, params.to].map((day) => (day && isDay(day) && day >= earliestDay ? day : undefined))
  if (from && to) return shorten(from <= to ? { from, to } : { from: to, to: from })
  const preset = presets.find((one) => one === params.days) ?? defaultPreset
  return { ...endingAt(today, Number(preset)), preset }
}

export const isTooLong = (span: Span): boolean => countDays(span) > usageLimits.days

export function countDays({ from, to }: Span): number {
  return Math.round((atNoon(to) - atNoon(from)) / dayMs) + 1
}

/** The same number of days, right before. */
export function spanBefore(span: Span): Span {
  return endingAt(addDays(span.from, -1), countDays(span))
}

export function addDays(day: string, days: number): string {
  return new Date(atNoon(day) + days * dayMs).toISOString().slice(0, 10)
}

const dayMs = 86_400_000

const atNoon = (day: string) => Date.parse(`${day}T12:00:00Z`)

const endingAt = (to: string, days: number): Span => ({ from: addDays(to, 1 - days), to })

const shorten = (span: Span): Span => (isTooLong(span) ? endingAt(span.to, usageLimits.days) : span)
