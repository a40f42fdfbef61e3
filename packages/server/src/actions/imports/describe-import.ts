import type { ChannelImport, ImportDetail, ImportPerson, ImportPreview } from '@innkeeper/contract'
import { keyOfPerson, type PersonChoice, type StoredChoices } from '../../domain/imports/import-choices.ts'
import type {
  ImportOutcome,
  PreviewedPerson,
  Sample,
  ImportPreview as StoredPreview,
} from '../../domain/imports/import-preview.ts'
import type { FileZone } from '../../domain/imports/infer-zone.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { ImportRecord } from '../../ports/importing.ts'

type ClosedGap = ImportPreview['closes'][number]

function progressOf({ state, reached, sizeBytes }: ImportRecord, figures: ImportOutcome | undefined) {
  const total = state === 'reading' ? sizeBytes : state === 'writing' ? figures?.lines : undefined
  return total === undefined ? null : { done: Math.min(reached, total), total }
}

/** An import as it's listed. */
export function toChannelImport(record: ImportRecord): ChannelImport {
  const { importNo, state, reason, fileName, sizeBytes, at, actor, endedAt } = record
  const figures = outcomeOf(record)
  return {
    number: importNo,
    state,
    reason,
    fileName,
    fileSize: sizeBytes,
    createdAt: toTimestamp(at),
    createdBy: actor,
    endedAt: toTimestampOrNull(endedAt),
    progress: progressOf(record, figures),
    figures: figures ? toFigures(figures) : null,
  }
}

/** `closes`: gaps in the ledger that the file covers. */
export function toImportDetail(record: ImportRecord, closes: readonly ClosedGap[]): ImportDetail {
  const preview: StoredPreview | null = JSON.parse(record.preview ?? 'null')
  const choices: StoredChoices | null = JSON.parse(record.choices ?? 'null')
  return {
    ...toChannelImport(record),
    choices: choices && toChoices(choices),
    preview: preview && toPreview(preview, choices ?? {}, closes),
    days: daysOf(outcomeOf(record)).map(({ day, new: added, matched, imported, leftOut }) => ({
      date: day,
      new: added - imported,
      here: matched + imported,
      leftOut: Object.values(leftOut).reduce((sum, count) => sum + count, 0),
    })),
  }
}

/** The figures of its file: those of the preview, and in the end those of what was written. */
export function outcomeOf({ outcome, preview }: Pick<ImportRecord, 'outcome' | 'preview'>): ImportOutcome | undefined {
  const text = outcome ?? preview
  return text === null ? undefined : JSON.parse(text)
}

function daysOf(outcome: ImportOutcome | undefined): ImportOutcome['days'] {
  return outcome?.days.toSorted((one, other) => (one.day < other.day ? -1 : 1)) ?? []
}

function toFigures(outcome: ImportOutcome): NonNullable<ChannelImport['figures']> {
  const { format, lines, new: added, similar = 0, here, leftOut, notes, unread } = outcome
  const days = daysOf(outcome)
  return {
    format,
    lines,
    firstDay: days[0]?.day ?? null,
    lastDay: days.at(-1)?.day ?? null,
    new: added,
    similar,
    here,
    leftOut: entriesOf(leftOut).map(([reason, messages]) => ({ reason, messages })),
    notes: entriesOf(notes).map(([what, times]) => ({ what, times })),
    unread,
  }
}

const entriesOf = <K extends string>(counts: Partial<Record<K, number>>) => Object.entries(counts) as [K, number][]

function toChoices({ zone, dateOrder, chat, anyway, people }: StoredChoices): NonNullable<ImportDetail['choices']> {
  return {
    timezone: timezoneOf(zone),
    dateOrder: dateOrder ?? null,
    chat: chat ?? null,
    anyway: anyway ?? false,
    people: (people ?? []).map(toPersonChoice),
  }
}

const timezoneOf = (zone: FileZone | undefined) => (zone && 'timezone' in zone ? zone.timezone : null)

function toPersonChoice(choice: PersonChoice): Pick<ImportPerson, 'name' | 'sourceId' | 'is' | 'memberId'> {
  const { name, userId, is } = choice
  return { name, sourceId: userId ?? null, is, memberId: choice.is === 'member' ? choice.memberId : null }
}

function toPreview(preview: StoredPreview, choices: StoredChoices, closes: readonly ClosedGap[]): ImportPreview {
  const { title, zone, people, questions, samples, unreadLines } = preview
  const chosen = new Set(choices.people?.map(keyOfPerson))
  return {
    title,
    zone: zone && {
      timezone: timezoneOf(zone.zone),
      offsets: 'spans' in zone.zone ? zone.zone.spans.map(toOffset) : [],
      isChosen: choices.zone !== undefined,
      isSure: zone.isSure,
      why: zone.why,
    },
    people: people.map((person) => toPerson(person, chosen)),
    questions: questions.map((question) =>
      question.ask === 'chat' ? { ...question, chats: [...question.chats] } : question,
    ),
    samples: {
      new: samples.new.map(toSample),
      similar: (samples.similar ?? []).map(toSample),
      here: samples.here.map(toSample),
      leftOut: samples.leftOut.map(toSample),
    },
    unreadLines: [...unreadLines],
    closes: [...closes],
  }
}

function toPerson(person: PreviewedPerson, chosen: ReadonlySet<string>): ImportPerson {
  const { choice, messages, why, isSure, mayBeGone = false } = person
  return { ...toPersonChoice(choice), messages, isChosen: chosen.has(keyOfPerson(choice)), isSure, mayBeGone, why }
}

const toSample = ({ line, at, name, text, similarTo }: Sample) => ({
  line,
  at: toTimestamp(at),
  name,
  text,
  similarTo: similarTo ?? null,
})

/** A clock without a time zone. */
const toOffset = ({ fromWall, offsetMinutes }: { fromWall: number; offsetMinutes: number }) => ({
  from: toTimestamp(fromWall).slice(0, -1),
  minutes: offsetMinutes,
})
