import type { Welcome } from '@innkeeper/contract'

export const mostMessageLength = 5000

/** The fields of a welcome that can be edited. */
export type WelcomeDraft = Pick<Welcome, 'enabled' | 'message' | 'quietHours' | 'greetReturning'>

export function toWelcomeDraft({ enabled, message, quietHours, greetReturning }: Welcome): WelcomeDraft {
  return { enabled, message, quietHours: quietHours && { from: quietHours.from, to: quietHours.to }, greetReturning }
}

export type WelcomeProblem = { message?: 'tooLong'; from?: 'time'; to?: 'time' | 'sameTimes' }

/** What the service would reject, found before saving. */
export function findWelcomeProblems({ message, quietHours }: WelcomeDraft): WelcomeProblem {
  const { from = '', to = '' } = quietHours ?? {}
  const hours: WelcomeProblem = quietHours
    ? {
        ...(!isClockTime(from) && { from: 'time' }),
        ...(!isClockTime(to) ? { to: 'time' } : from === to && { to: 'sameTimes' }),
      }
    : {}
  return { ...(message.length > mostMessageLength && { message: 'tooLong' as const }), ...hours }
}

/** Quiet hours that end before they start continue into the next day. */
export function endsNextDay({ from, to }: { from: string; to: string }): boolean {
  return to < from
}

function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}
