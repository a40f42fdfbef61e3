import { type ChannelUsage, type QueryOf, type Routes, type Usage, usageLimits } from '@innkeeper/contract'
import { isDay } from '@innkeeper/contract/formats'
import type { ModelLimits } from '../../domain/assistant/answering/model-shares.ts'
import { weekdayOf } from '../../domain/assistant/week-clock.ts'
import { addDays, countDays, dayOf } from '../../domain/day.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UsageCounts, UsageRecord } from '../../ports/records.ts'
import type { Store } from '../../ports/store.ts'
import { type ChannelGrant, type Grant, reachOf } from '../access.ts'
import { countHours } from './hours.ts'

type Deps = {
  store: Store
  clock: Clock
  timezone: string
  retentionCeilingDays: number | null
  modelLimits: ModelLimits | null
}
type Query = QueryOf<Routes['getUsage']>
type Span = { from: string; to: string; length: number }

const none: UsageCounts = { messages: 0, mediaFiles: 0, mediaBytes: 0, autoReplies: 0, welcomes: 0 }

export async function getUsage(deps: Deps, grant: Grant, query: Query): Promise<Usage> {
  const { store, clock, timezone } = deps
  const { length, ...days } = spanOf(query, dayOf(clock(), timezone))
  const [together, apart, requests] = await Promise.all([
    store.listUsageOf(reachOf(grant), days),
    store.listUsageByChannelOf(reachOf(grant), days),
    store.listRequestsOf(grant.userId, days),
  ])
  const requestDays = new Map(requests.map(({ day, count }) => [day, count]))
  const daily = listDays({ ...days, length }, together).map((day) => {
    return { ...day, apiRequests: requestDays.get(day.date) ?? 0 }
  })
  const channels = apart.map(({ channelId, name, ...totals }) => ({ channelId, name, totals }))
  const apiRequests = daily.reduce((sum, day) => sum + day.apiRequests, 0)
  const model = await getModelUsage(deps, 'person', { channelNo: null, userId: grant.userId })
  return { ...days, totals: { ...sumOf(daily), apiRequests }, daily, channels, model }
}

export async function getChannelUsage(deps: Deps, grant: ChannelGrant, query: Query): Promise<ChannelUsage> {
  const { channelNo, timezone } = grant.channel
  const { length, ...days } = spanOf(query, dayOf(deps.clock(), timezone))
  const daily = listDays({ ...days, length }, await deps.store.listUsageIn(channelNo, days))
  const weekdays = Array.from({ length: 7 }, () => 0)
  for (const { date, messages } of daily) weekdays[weekdayOf(date)] = (weekdays[weekdayOf(date)] ?? 0) + messages
  const hours = await countHours(deps, grant, days)
  const model = await getModelUsage(deps, 'channel', { channelNo, userId: null })
  return { ...days, timezone, totals: sumOf(daily), daily, weekdays, ...hours, model }
}

async function getModelUsage(
  { store, clock, timezone, modelLimits }: Deps,
  whose: 'channel' | 'person',
  who: { channelNo: number | null; userId: string | null },
): Promise<Usage['model']> {
  if (!modelLimits) return null
  const tokens = await store.getModelTokens({ day: dayOf(clock(), timezone), ...who })
  return { tokensToday: tokens[whose], limitToday: modelLimits[whose] }
}

function spanOf(query: Query, today: string): Span {
  const to = query.to ?? today
  const from = query.from ?? addDays(to, -29)
  if (!isDay(from) || !isDay(to)) throw invalid('from and to must be in the years 0000 to 9999')
  const length = countDays(from, to)
  if (length < 1) throw invalid('from must not be after to')
  if (length > usageLimits.days) throw invalid(`from and to must be at most ${usageLimits.days} days apart`)
  return { from, to, length }
}

function listDays({ from, length }: Span, records: UsageRecord[]): ({ date: string } & UsageCounts)[] {
  const counted = new Map(records.map(({ day, ...counts }) => [day, counts]))
  return Array.from({ length }, (_, index) => {
    const date = addDays(from, index)
    return { date, ...(counted.get(date) ?? none) }
  })
}

function sumOf(days: UsageCounts[]): UsageCounts {
  const totals = { ...none }
  for (const day of days) {
    for (const name of Object.keys(totals) as (keyof UsageCounts)[]) totals[name] += day[name]
  }
  return totals
}
