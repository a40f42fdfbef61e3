import type { DayState } from '@innkeeper/contract'

/** What decides about the state of a day. */
export type DayFacts = {
  /** The day, or what there has been of it. */
  from: number
  to: number
  /** When the bot was first seen in the chat. */
  botSince: number
  /** From when on gaps are noticed; undefined: not yet. */
  knownSince: number | undefined
  messages: number
  /** Something is known to be missing: a time without messages, an event that couldn't be read, or a lost file. */
  isMissing: boolean
  /** An imported chat history covers what is missing. */
  isClosed: boolean
}

/** What came later, such as by redelivery, doesn't make a day whole: no one knows whether everything came. */
export function decideDayState({ from, to, botSince, knownSince, messages, isMissing, isClosed }: DayFacts): DayState {
  if (isMissing) return isClosed ? 'closed' : 'partly'
  if (to <= botSince) return 'before-bot'
  if (knownSince === undefined || from < knownSince) return 'unknown'
  return messages === 0 ? 'empty' : 'whole'
}
