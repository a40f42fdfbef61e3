import type { HappeningWord, MessageType } from '@innkeeper/contract'
import type { OutageReason } from '../outage-reasons.ts'

/** The words of exports for people. Names, times and zones stand in braces. */
export type ExportWords = {
  bot: string
  /** Instead of a name that isn't known. */
  someone: string
  unsent: string
  edited: string
  /** The message is from a chat history. */
  imported: string
  inReplyTo: string
  /** The message it replies to isn't in the same part. */
  inReplyToEarlier: string
  types: Record<Exclude<MessageType, 'text'>, string>
  happening: Record<HappeningWord, string>
  missing: string
  /** Like `missing`, if only some of them are. */
  mayMiss: string
  /** `since`: like `mayMiss`, if it goes on. */
  outage: { since: string; why: Record<OutageReason, string>; recovered: string; covered: string }
  timesIn: string
  noMessages: string
  transcript: {
    title: string
    period: string
    zone: string
    messages: string
    files: string
    line: string
    time: string
    who: string
    what: string
    fileList: string
    notIncluded: string
    earlier: string
  }
}
