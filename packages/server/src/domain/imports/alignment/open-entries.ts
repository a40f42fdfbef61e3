import { comparableText, withoutEmoji } from '../comparable.ts'
import {
  type ComparedContent,
  type FileLine,
  type Gap,
  type LineDecision,
  type LiveMessage,
  minuteOf,
  type OwnSend,
  type UnsentNote,
} from './history-side.ts'

/** A line of the file while it's being decided. */
export type OpenLine = {
  line: FileLine
  minute: number
  /** The latest minute so far in the file. Blocks are cut by it. */
  runningMinute: number
  /** One for each thing that it may be. */
  keys: readonly string[]
  decision?: LineDecision
  /** The time of the live message that it matched, if the match keeps the order of both sides. */
  anchor?: number
  /** Live messages were near, so the line could have been found. */
  isNearLive: boolean
}

export type OpenNote = { note: UnsentNote; minute: number; runningMinute: number; decision?: LineDecision }

export type OpenEntry = OpenLine | OpenNote

export const isLine = (entry: OpenEntry): entry is OpenLine => 'line' in entry

/** A live message that may still match a line. */
export type OpenLive = {
  message: LiveMessage
  minute: number
  /** One for each wording. */
  keys: readonly string[]
  isMatched: boolean
}

export type OpenGap = { gap: Gap; minute: number; isUsed: boolean }

export type OpenSend = { send: OwnSend; minute: number; text: string }

/** Who said what. Two messages with the same key in neighbouring minutes may be the same message. */
function matchKey(person: string, { kind, text }: ComparedContent): string {
  return kind === 'text' ? `${person}\n${kind}\n${comparableText(text)}` : `${person}\n${kind}`
}

export function keyWithoutEmoji(key: string): string {
  if (!key.includes('(')) return key
  const textAt = key.indexOf('\n', key.indexOf('\n') + 1) + 1
  return key.slice(0, textAt) + withoutEmoji(key.slice(textAt))
}

export function openLine(line: FileLine, runningMinute: number): OpenLine {
  const { person, alternatives = [] } = line
  return {
    line,
    minute: minuteOf(line.at),
    runningMinute,
    keys: [matchKey(person, line), ...alternatives.map((content) => matchKey(person, content))],
    isNearLive: false,
  }
}

export const openNote = (note: UnsentNote, runningMinute: number): OpenNote => ({
  note,
  minute: minuteOf(note.at),
  runningMinute,
})

export function openLive(message: LiveMessage): OpenLive {
  const { person, kind, wordings } = message
  const keys =
    kind === 'text' && wordings.length > 1
      ? [...new Set(wordings.map((text) => matchKey(person, { kind, text })))]
      : [matchKey(person, { kind, text: wordings[0] ?? '' })]
  return { message, minute: minuteOf(message.at), keys, isMatched: false }
}

export function matchLine(open: OpenLine, candidate: OpenLive, by: 'id' | 'order' | 'content'): void {
  candidate.isMatched = true
  open.decision = { index: open.line.index, kind: 'matched', messageId: candidate.message.id, by }
}

export const openGap = (gap: Gap): OpenGap => ({ gap, minute: minuteOf(gap.at), isUsed: false })

export const openSend = (send: OwnSend): OpenSend => ({
  send,
  minute: minuteOf(send.at),
  text: comparableText(send.text),
})
