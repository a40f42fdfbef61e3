/** The words of one language: names, things people say, and what an assistant in such a group is told. */
export type Language = {
  code: LanguageCode
  /** Where groups that speak it live. Offsets are those of standard time: good enough for a daily rhythm. */
  zones: Zone[]
  /** Display names, invented; at least as many as a channel has people. */
  names: string[]
  /** A group is called after one of each; the two lists differ in length, so that pairs come round late. */
  group: { firsts: string[]; seconds: string[]; join(first: string, second: string): string }
  /** Filled in once a conversation, so that it keeps talking about the same day and place. */
  slots: Record<SlotName, string[]>
  /** Filled in anew at each use. */
  fillers: Record<FillerName, string[]>
  /** Conversations, one line per message; `conversation.ts` says how lines are written. */
  topics: string[][]
  /** Conversations in which the speaker `a` has just joined. */
  greetings: string[][]
  /** What others throw in. */
  asides: string[]
  /** What is appended to a message when it is edited. */
  afterthoughts: string[]
  /** What is unsent again, because it was meant for another chat. */
  slips: string[]
  streets: string[]
  address(city: string, street: string, number: number): string
  /** Names of files, ending in .csv or .txt. */
  files: string[]
  /** Heading of a table of duties. */
  columns: [day: string, name: string, task: string]
  assistant: AssistantTexts
}

export type LanguageCode = 'en' | 'ja' | 'zh-TW' | 'th'
export type SlotName = 'day' | 'time' | 'place' | 'n' | 'food' | 'task' | 'item'
export type FillerName = 'yes' | 'no' | 'thanks'

export type Zone = { timezone: string; offsetMinutes: number; city: string; latitude: number; longitude: number }

export type AssistantTexts = {
  welcome: string
  groupRules: string
  rules: { keywords: string[]; question: string; answer: string }[]
}
