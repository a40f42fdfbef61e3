/** The texts of one language: names, conversations, and an assistant's configuration. */
export type Language = {
  code: LanguageCode
  /** Time zones of its groups. Offsets are standard time, which is good enough for a daily rhythm. */
  zones: Zone[]
  /** Invented display names, at least as many as a channel has people. */
  names: string[]
  /** A group's name is one of each. The lists have different lengths, so that a pair is repeated late. */
  group: { firsts: string[]; seconds: string[]; join(first: string, second: string): string }
  /** Chosen once per conversation, so that it stays with the same day and place. */
  slots: Record<SlotName, string[]>
  /** Chosen again at each use. */
  fillers: Record<FillerName, string[]>
  /** Conversations, one line per message; `conversation.ts` says how lines are written. */
  topics: string[][]
  /** Conversations in which the speaker `a` has just joined. */
  greetings: string[][]
  /** Interjections of others. */
  asides: string[]
  /** What is appended to a message when it is edited. */
  afterthoughts: string[]
  /** Messages that are unsent, because they were meant for another chat. */
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
