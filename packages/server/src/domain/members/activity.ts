import { type MemberActivity, type MessageType, peopleLimits } from '@innkeeper/contract'
import { createWeekClock, weekdayOf } from '../assistant/week-clock.ts'
import { addDays } from '../day.ts'
import { toTimestamp } from '../timestamp.ts'

type Posted = { id: string; type: MessageType; at: number }

/** Counts what a person posted. Messages are added from the latest back. */
export type ActivityTally = {
  add(message: Posted): void
  /** `countedFrom`: when the earliest message that was looked at was sent; undefined if all were. */
  result(countedFrom: number | undefined): MemberActivity
}

export function createActivityTally(timezone: string, today: string): ActivityTally {
  const tell = createWeekClock(timezone)
  const types: MemberActivity['types'] = { text: 0, image: 0, video: 0, audio: 0, file: 0, location: 0, sticker: 0 }
  const weeks = new Map<string, number>()
  const months = new Map<string, number>()
  const hours = Array.from({ length: 24 }, () => 0)
  const firstWeek = addDays(mondayOf(today), -7 * (peopleLimits.activityWeeks - 1))
  let messages = 0
  let last: Posted | undefined
  let first: Posted | undefined
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  return {
    add(message) {
      const { date, weekday, hour } = tell(message.at)
      const monday = addDays(date, -weekday)
      messages += 1
      types[message.type] += 1
      hours[hour] = (hours[hour] ?? 0) + 1
      count(months, date.slice(0, 7))
      if (monday >= firstWeek) count(weeks, monday)
      last ??= message
      first = message
    },
    result(countedFrom) {
      const isComplete = countedFrom === undefined
      return {
        messages,
        types,
        firstMessage: isComplete ? refTo(first) : null,
        lastMessage: refTo(last),
        weeks: Array.from({ length: peopleLimits.activityWeeks }, (_, index) => {
          const from = addDays(firstWeek, 7 * index)
          return { from, messages: weeks.get(from) ?? 0 }
        }),
        months: [...months].map(([month, posted]) => ({ month, messages: posted })).reverse(),
        hours,
        isComplete,
        countedFrom: isComplete ? null : toTimestamp(countedFrom),
      }
    },
  }
}

function mondayOf(date: string): string {
  return addDays(date, -weekdayOf(date))
}

function refTo(message: Posted | undefined): { id: string; at: string } | null {
  return message ? { id: message.id, at: toTimestamp(message.at) } : null
}
