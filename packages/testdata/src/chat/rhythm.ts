const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How much is said in each hour of a local day: nights are quiet, noon and the evening are not. */
const weights = [4, 2, 1, 1, 1, 2, 8, 16, 20, 16, 16, 20, 32, 24, 16, 16, 20, 28, 36, 40, 40, 32, 20, 10]
const total = weights.reduce((sum, weight) => sum + weight, 0)
const weightBefore = weights.map((_, hour) => weights.slice(0, hour).reduce((sum, weight) => sum + weight, 0))

type Span = { endAt: number; days: number; messages: number; offsetMinutes: number }

export type Rhythm = {
  /** When the message of this number is due. Never falls, never passes the end. */
  dueAt(message: number): number
  /** A chat is seldom silent when one looks: its last words fall in the last minutes, whatever the hour. */
  notBefore(message: number): number
}

const lastWords = 5
const lastWordsPaceMs = 90_000

/** Lets `messages` of them fill the days before `endAt` in a daily rhythm. */
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

/** The share of a day's messages that is said before a time of day. */
function shareOfDay(ms: number): number {
  const hour = Math.floor(ms / hourMs)
  return ((weightBefore[hour] ?? 0) + (weights[hour] ?? 0) * (ms / hourMs - hour)) / total
}

/** The other way round: milliseconds after midnight at which this share has been said. */
function timeOfDay(share: number): number {
  const said = share * total
  let hour = 23
  while (hour > 0 && (weightBefore[hour] ?? 0) > said) hour--
  return (hour + (said - (weightBefore[hour] ?? 0)) / (weights[hour] ?? 1)) * hourMs
}
