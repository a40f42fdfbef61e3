import type { Usage } from '@innkeeper/contract'

type Counters = Usage['totals']
type Model = Usage['model']

/** The usage of several accounts together. What happened in a channel that two of them see counts for both, as each reports it. */
export function mergeUsage(usages: readonly Usage[]): Usage {
  const [first, ...others] = usages
  if (!first) throw new Error('Every browser has an account')
  return others.reduce(addUsage, first)
}

function addUsage(one: Usage, other: Usage): Usage {
  const known = new Set(one.channels.map(({ channelId }) => channelId))
  const channels = [...one.channels, ...other.channels.filter(({ channelId }) => !known.has(channelId))]
  const days = new Map(other.daily.map((day) => [day.date, day]))
  return {
    ...one,
    totals: addCounters(one.totals, other.totals),
    daily: one.daily.map((day) => ({ date: day.date, ...addCounters(day, days.get(day.date)) })),
    channels: channels.toSorted((a, b) => b.totals.messages - a.totals.messages),
    model: addModel(one.model, other.model),
  }
}

function addCounters(one: Counters, other: Counters | undefined): Counters {
  return {
    messages: one.messages + (other?.messages ?? 0),
    mediaFiles: one.mediaFiles + (other?.mediaFiles ?? 0),
    mediaBytes: one.mediaBytes + (other?.mediaBytes ?? 0),
    autoReplies: one.autoReplies + (other?.autoReplies ?? 0),
    welcomes: one.welcomes + (other?.welcomes ?? 0),
    apiRequests: one.apiRequests + (other?.apiRequests ?? 0),
  }
}

/** Each account has a share of its own. */
function addModel(one: Model, other: Model): Model {
  if (!one || !other) return one ?? other
  const limits = [one.limitToday, other.limitToday]
  const limitToday = limits.reduce((sum, limit) => (sum === null || limit === null ? null : sum + limit))
  return { tokensToday: one.tokensToday + other.tokensToday, limitToday }
}
