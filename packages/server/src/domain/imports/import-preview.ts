import type { DayFigures } from './alignment/figures.ts'
import type { LeftOutReason } from './alignment/history-side.ts'
import type { HistoryFormat, HistoryNoteKind, HistoryQuestion, UnreadReason } from './history.ts'
import type { PersonChoice } from './import-choices.ts'
import type { InferredPerson } from './infer-people.ts'
import type { FileZone, InferredZone } from './infer-zone.ts'

/** What is kept of a finished import: figures, and neither names nor texts. */
export type ImportOutcome = {
  format: HistoryFormat
  lines: number
  /** Of its messages, in milliseconds. */
  firstAt: number | null
  lastAt: number | null
  new: number
  /** Of these, how many may be another wording of a live message. */
  similar: number
  /** Live, or from another import. */
  here: number
  leftOut: Partial<Record<LeftOutReason, number>>
  notes: Partial<Record<HistoryNoteKind, number>>
  unread: number
  /** `imported`: of those that are new among live messages, how many other imports had added. */
  days: readonly ({ day: string; imported: number } & DayFigures)[]
}

export type ImportPreview = ImportOutcome & {
  title: string | null
  /** Null: the file has instants. */
  zone: (Pick<InferredZone, 'why' | 'isSure'> & { zone: FileZone }) | null
  people: readonly PreviewedPerson[]
  questions: readonly (HistoryQuestion | PeopleQuestion)[]
  samples: Record<'new' | 'similar' | 'here' | 'leftOut', Sample[]>
  unreadLines: readonly { line: number; lines: number; reason: UnreadReason }[]
}

/** `mayBeGone`: only left out because it may be someone who was erased or turned off saving. */
export type PreviewedPerson = Pick<InferredPerson, 'why' | 'isSure'> & {
  choice: PersonChoice
  messages: number
  mayBeGone: boolean
}

/** Who these people are. `because`: why it must be asked. */
export type PeopleQuestion = { ask: 'people'; people: number; because: ('erased' | 'private')[] }

/** `similarTo`: the text of the live message that it may be. */
export type Sample = { line: number; at: number; name: string; text: string; similarTo?: string }

/** So that a preview stays small, however large the file is. */
export const mostSamples = 5
export const mostUnreadLines = 100
export const mostPeople = 2_000
export const mostSampleCharacters = 200
