import type { HistoryChoices, HistoryHead, HistoryItem } from '../history.ts'
import type { TextLine } from './text-lines.ts'

/**
 * A format made of lines. A file is read twice, because its layout, the order of its dates and the names of people only show in the
 * whole of it. Neither time is more of it held in memory than a message.
 */
export type TextFormat = {
  survey(): TextSurvey
}

export type TextSurvey = {
  add(line: TextLine): void
  close(choices: HistoryChoices): TextReading
}

export type TextReading = {
  head: HistoryHead
  add(line: TextLine): readonly HistoryItem[]
  close(): readonly HistoryItem[]
}
