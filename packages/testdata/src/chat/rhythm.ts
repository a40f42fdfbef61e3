const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Relative number of messages in each hour of a local day: few at night, many at noon and in the evening. */
const weights = [4, 2, 1, 1, 1, 2, 8, 16, 20, 16, 16, 20, 32, 24, 16, 16, 20, 28, 36, 40, 40, 32, 20, 10]
const total = weights.reduce((sum, weight) => sum + weight, 0)
const weightBefore = weights.map((_, hour) => weights.slice(0, hour).reduce((sum, weight) => sum + weight, 0))

type Span = { endAt: number; days: number; messages: number; offsetMinutes: number }

export type Rhythm = {
  /** When the message with this number is due. Never decreases, and never passes the end. */
  dueAt(message: number): number
  /** The last messages are sent in the last minutes at any hour, so that a chat looks active when it is opened. */
  notBefore(message: number): number
}

const lastWords = 5
const lastWordsPaceMs = 90_000

/** Spreads `messages` over the days before `endAt` in a daily rhythm. */
export function createRhythm({ endAt, days, messages, offsetMinutes }: Span): Rhythm {
  const localStart = endAt - days * dayMs + offsetMinutes * 60_000
  const firstMidnight = localStart - (((localStart % dayMs) + dayMs) % dayMs)
  const saidBefore = shareOfDay(localStart - firstMidnight)
  const notBefore = (message: number) => {
    const followers = messages - 1 - message
    return followers < lastWords ? endAt - Math.max(followers, 0) * lastWordsPaceMs : Number.NEGATIVE_INFINITY
  }
  return {
    notBefore,
    dueAt(message) {
      const position = saidBefore + ((message + 0.5) / messages) * days
      const day = Math.floor(position)
      const local = firstMidnight + day * dayMs + timeOfDay(position - day)
      return Math.max(notBefore(message), Math.min(endAt, Math.floor(local) - offsetMinutes * 60_000))
    },
  }
}

/** The share of a day's messages before a time of day. */
function shareOfDay(ms: number): number {
  const hour = Math.floor(ms / hourMs)
  return ((weightBefore[hour] ?? 0) + (weights[hour] ?? 0) * (ms / hourMs - hour)) / total
}

/** The inverse: milliseconds after midnight at which this share is reached. */
function timeOfDay(share: number): number {
  const said = share * total
  let hour = 23
  while (hour > 0 && (weightBefore[hour] ?? 0) > said) hour--
  return (hour + (said - (weightBefore[hour] ?? 0)) / (weights[hour] ?? 1)) * hourMs
}
