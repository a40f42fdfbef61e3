import type {
  HistoryHead,
  HistoryNoteKind,
  HistoryPerson,
  HistoryTime,
  UnreadReason,
} from '../../domain/imports/history.ts'
import { keyOfPerson } from '../../domain/imports/import-choices.ts'
import { mostPeople, mostUnreadLines } from '../../domain/imports/import-preview.ts'
import { OverlapVotes } from '../../domain/imports/inference/overlap-votes.ts'
import type { OpenHistory } from '../../domain/imports/text/read-text.ts'
import { invalid } from '../../domain/refusal.ts'

/** What a file contains, before it's compared. */
export type HistorySurvey = {
  head: HistoryHead
  votes: OverlapVotes
  people: Map<string, { person: HistoryPerson; messages: number }>
  /** On the file's clock, or instants if it has those. */
  first: number
  last: number
  hasInstants: boolean
  lines: number
  messages: number
  notes: Partial<Record<HistoryNoteKind, number>>
  unread: number
  unreadLines: { line: number; lines: number; reason: UnreadReason }[]
}

const clockOf = (at: HistoryTime) => ('instant' in at ? at.instant : at.wall)

/** Reads a whole file once. What is kept of it doesn't grow with it, except for the names of people. */
export async function surveyHistory({ head, items }: OpenHistory): Promise<HistorySurvey> {
  const survey: HistorySurvey = {
    head,
    votes: new OverlapVotes(),
    people: new Map(),
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
    hasInstants: false,
    lines: 0,
    messages: 0,
    notes: {},
    unread: 0,
    unreadLines: [],
  }
  for await (const item of items) {
    survey.lines += item.lines
    if (item.kind === 'note') survey.notes[item.what] = (survey.notes[item.what] ?? 0) + 1
    if (item.kind === 'unread') {
      survey.unread++
      const { line, lines, reason } = item
      if (survey.unreadLines.length < mostUnreadLines) survey.unreadLines.push({ line, lines, reason })
    }
    if (item.kind !== 'message') continue
    const wall = clockOf(item.at)
    survey.hasInstants ||= 'instant' in item.at
    survey.first = Math.min(survey.first, wall)
    survey.last = Math.max(survey.last, wall)
    survey.messages++
    notePerson(survey, item.person)
    if (item.content.type === 'text')
      survey.votes.addFileText({ text: item.content.text, wall, name: keyOfPerson(item.person) })
  }
  return survey
}

function notePerson({ people }: HistorySurvey, person: HistoryPerson): void {
  const key = keyOfPerson(person)
  const known = people.get(key)
  if (known) known.messages++
  else if (people.size >= mostPeople)
    throw invalid(`This file has messages of more than ${mostPeople} people. That’s more than a chat can have`)
  else people.set(key, { person, messages: 1 })
}
