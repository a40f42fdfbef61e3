import { dayOf } from '../../domain/day.ts'
import { looksForeign } from '../../domain/imports/alignment/figures.ts'
import type { Gap, LeftOutReason, LeftOutRules } from '../../domain/imports/alignment/history-side.ts'
import type { HistoryFormat, HistoryMessage } from '../../domain/imports/history.ts'
import {
  decidedChoices,
  type ImportChoices,
  keyOfPerson,
  type StoredChoices,
} from '../../domain/imports/import-choices.ts'
import {
  type ImportOutcome,
  type ImportPreview,
  mostSampleCharacters,
  mostSamples,
} from '../../domain/imports/import-preview.ts'
import { inferZone } from '../../domain/imports/infer-zone.ts'
import { spanOfUnsent, type UnsentPlace } from '../../domain/imports/unsent-meanwhile.ts'
import { expiredBefore, keptDays } from '../../domain/messages/retention.ts'
import { invalid } from '../../domain/refusal.ts'
import type { ImportedRow } from '../../ports/commands/imports.ts'
import type { HistoryOrder, HistorySlice } from '../../ports/history-reader.ts'
import type { BlobStore } from '../../ports/storage/blob-store.ts'
import type { Store } from '../../ports/store.ts'
import type { PackedFile, ZipReader } from '../../ports/uploaded-zip.ts'
import { type Compared, compareHistory } from './compare-history.ts'
import { askAboutPeople, decidePeople, findUndecided, mapPeople } from './decide-people.ts'
import { importedIdOf, toImportedRow } from './imported-row.ts'
import { type OrderedFile, openOrder } from './open-order.ts'
import { readLive } from './read-live.ts'
import { type HistorySurvey, surveyHistory } from './survey-history.ts'

export type ReadingDeps = {
  store: Pick<
    Store,
    'secret' | 'listImportsOf' | 'readForExport' | 'getChannel' | 'listMembers' | 'findAccountId' | 'readLeftOut'
  >
  blobs: Pick<BlobStore, 'open'>
  zips: ZipReader
  retentionCeilingDays: number | null
}

const hourMs = 3_600_000
/** No clock is further from ours. */
const longestOffsetMs = 15 * hourMs
/** Messages in one command. */
const mostInSlice = 500

/** Reads the file of an import, proposes what isn't decided yet, and tells what would come in. */
export async function previewImport(
  deps: ReadingDeps,
  order: HistoryOrder,
  tell: (share: number) => void,
): Promise<{ preview: ImportPreview; choices: StoredChoices }> {
  const chosen = decidedChoices(JSON.parse(order.choices))
  const { store } = deps
  const channel = await store.getChannel(order.channelNo)
  const file = await openOrder(deps, order, tell)
  const survey = await surveyHistory(await file.read(chosen))
  const span = { from: survey.first - longestOffsetMs, to: survey.last + longestOffsetMs }
  if (survey.messages > 0) {
    for await (const { live } of readLive(store, order.channelNo, span))
      for (const message of live) survey.votes.addLiveText(message)
  }
  const votes = survey.votes.votes()
  const inferred = inferZone(votes, [channel.settings.timezone])
  const zone = chosen.zone ?? inferred.zone
  const members = (await store.listMembers(order.channelNo, undefined)).map(({ userId, displayName }) => ({
    id: userId,
    name: displayName,
  }))
  const sourceIds = [...survey.people.values()].flatMap(({ person }) => person.userId ?? [])
  const gone = await store.readLeftOut(order.channelNo, order.channelId, sourceIds)
  const people = decidePeople(survey, {
    members,
    gone,
    chosen: chosen.people ?? [],
    ...(survey.hasInstants ? {} : { zone }),
  })
  const previewed = { zone, people: people.map(({ choice }) => choice) }
  const samples: ImportPreview['samples'] = { new: [], similar: [], here: [], leftOut: [] }
  const { outcome } = await compare(deps, { order, file, survey, chosen, previewed }, async (compared, imported) => {
    for (const { message, line, decision } of compared) {
      if (decision.kind === 'unsent-note') continue
      const isHere = decision.kind === 'matched' || imported.has(decision.index)
      const similarTo = decision.kind === 'new' ? decision.similarTo : undefined
      const what = isHere
        ? 'here'
        : decision.kind === 'left-out'
          ? 'leftOut'
          : similarTo === undefined
            ? 'new'
            : 'similar'
      const list = samples[what]
      if (list.length >= mostSamples) continue
      const sample = { line: message.line, at: line.at, name: message.person.name, text: shorten(line.text) }
      list.push(similarTo === undefined ? sample : { ...sample, similarTo: shorten(similarTo) })
    }
    return true
  })
  return {
    choices: { ...chosen, previewed },
    preview: {
      ...outcome,
      title: survey.head.title ?? null,
      zone: survey.hasInstants
        ? null
        : { zone, why: inferred.why, isSure: chosen.zone !== undefined || inferred.isSure },
      people,
      questions: [...survey.head.questions, ...askAboutPeople(people, gone)],
      samples,
      unreadLines: survey.unreadLines,
    },
  }
}

const shorten = (text: string) => [...text.slice(0, 2 * mostSampleCharacters)].slice(0, mostSampleCharacters).join('')

/** Compares the file again and passes on what is missing. Undefined if `take` stopped it. */
export async function writeImport(
  deps: ReadingDeps,
  order: HistoryOrder & { after: number },
  take: (slice: HistorySlice) => Promise<boolean>,
): Promise<ImportOutcome | undefined> {
  const stored: StoredChoices = JSON.parse(order.choices)
  const chosen = decidedChoices(stored)
  const { previewed = chosen } = stored
  const file = await openOrder(deps, order)
  const survey = await surveyHistory(await file.read(chosen))
  const { secret } = deps.store
  const { channelId } = order
  const { format } = survey.head
  let messages: ImportedRow[] = []
  let reached = order.after
  let known: UnsentPlace[] = []
  const noteGaps = (gaps: readonly Gap[]) => {
    for (const { at, seq = 0 } of gaps) known.push([at, seq])
  }
  const pass = async (packed?: PackedFile) => {
    const { from, to } = spanOfUnsent(messages)
    // Lines hardly go back in time, so what is long past isn't needed any more.
    if (messages.length > 0) known = known.filter(([time]) => time >= from - hourMs)
    const gaps = known.filter(([time]) => time >= from && time <= to)
    const slice = { messages, gaps, reached, ...(packed === undefined ? {} : { file: packed }) }
    messages = []
    return await take(slice)
  }
  const { outcome, isWhole } = await compare(
    deps,
    { order, file, survey, chosen, previewed, noteGaps },
    async (compared) => {
      for (const { message, line, decision } of compared) {
        if (message.line <= order.after) continue
        // A record with several files is several messages. It's done when the next one comes.
        if (message.lines > 0) reached = Math.max(reached, message.line - 1)
        if (decision.kind !== 'new') continue
        const { time, ordinal, similarTo } = decision
        const isSimilar = similarTo !== undefined
        messages.push(toImportedRow({ secret, channelId, format, message, line, time, ordinal, isSimilar }))
        const packed = hasFile(message) ? file.find(message) : undefined
        if ((packed || messages.length >= mostInSlice) && !(await pass(packed))) return false
      }
      return true
    },
  )
  if (!isWhole || !(await pass())) return undefined
  return outcome
}

const hasFile = ({ content: { type } }: HistoryMessage) => type !== 'text' && type !== 'location' && type !== 'sticker'

type Comparison = {
  order: HistoryOrder
  file: OrderedFile
  survey: HistorySurvey
  chosen: ImportChoices
  /** With what was proposed where nothing was chosen. */
  previewed: Pick<ImportChoices, 'zone' | 'people'>
  noteGaps?: (gaps: readonly Gap[]) => void
}

async function compare(
  deps: ReadingDeps,
  { order, file, survey, chosen, previewed, noteGaps }: Comparison,
  take: (compared: Compared[], imported: ReadonlySet<number>) => Promise<boolean>,
): Promise<{ outcome: ImportOutcome; isWhole: boolean }> {
  const { store } = deps
  const { channelNo, channelId } = order
  const { format } = survey.head
  const { settings, platform } = await store.getChannel(channelNo)
  const choices = previewed.people ?? []
  const { personOf, excluded, known } = mapPeople(choices, { secret: store.secret, channelId, format })
  const found = Array.from(survey.people.values(), ({ person }) => person)
  const ids = new Set([...known, ...found.flatMap((person) => [personOf(person), person.userId ?? []].flat())])
  const gone = await store.readLeftOut(channelNo, channelId, [...ids])
  const { erasedUntil, privateSince } = gone
  // Someone may have been the first to turn off saving since the preview.
  const decided = new Map(choices.map((choice) => [keyOfPerson(choice), choice]))
  const everyone = found.map((person) => decided.get(keyOfPerson(person)) ?? ({ ...person, is: 'outsider' } as const))
  const undecided = findUndecided(everyone, { chosen: chosen.people ?? [], gone })
  const ownId = await store.findAccountId(platform)
  const rules: LeftOutRules = {
    known,
    excluded,
    undecided: new Set(found.filter((person) => undecided.has(keyOfPerson(person))).map(personOf)),
    erasedUntil,
    privateSince,
    expiredBefore: expiredBefore(order.at, keptDays(settings.retentionDays, deps.retentionCeilingDays)),
    ...(ownId === undefined ? {} : { ownId }),
  }
  const outcome: ImportOutcome = {
    format,
    lines: survey.lines,
    firstAt: null,
    lastAt: null,
    new: 0,
    similar: 0,
    here: 0,
    leftOut: {},
    notes: survey.notes,
    unread: survey.unread,
    days: [],
  }
  const { items } = await file.read(chosen)
  const zone = previewed.zone ?? { timezone: settings.timezone }
  const comparing = compareHistory({
    store,
    channelNo,
    items,
    confirmed: { zone, personOf },
    ...(noteGaps === undefined ? {} : { noteGaps }),
    options: { rules, dayOf: (ms) => dayOf(ms, settings.timezone) },
  })
  const importedDays = new Map<string, number>()
  for (;;) {
    const step = await comparing.next()
    if (step.done) {
      const { agreement, days } = step.value
      if (looksForeign(agreement) && !chosen.anyway) throw invalid(foreign(agreement))
      outcome.days = [...days].map(([day, figures]) => ({ day, ...figures, imported: importedDays.get(day) ?? 0 }))
      return { outcome, isWhole: true }
    }
    const imported = await listImported(store, order, format, step.value)
    for (const { line, decision } of step.value) {
      outcome.firstAt = Math.min(outcome.firstAt ?? line.at, line.at)
      outcome.lastAt = Math.max(outcome.lastAt ?? line.at, line.at)
      if (imported.has(decision.index)) {
        outcome.here++
        const day = dayOf(line.at, settings.timezone)
        importedDays.set(day, (importedDays.get(day) ?? 0) + 1)
      } else if (decision.kind === 'new') {
        outcome.new++
        if (decision.similarTo !== undefined) outcome.similar++
      } else if (decision.kind === 'matched') outcome.here++
      else if (decision.kind === 'left-out') countLeftOut(outcome.leftOut, decision.why)
    }
    if (!(await take(step.value, imported))) return { outcome, isWhole: false }
  }
}

/** Of what is missing among live messages, the places in the file of what other imports have added. */
async function listImported(
  store: Pick<Store, 'secret' | 'listImportsOf'>,
  { channelNo, channelId, importNo }: HistoryOrder,
  format: HistoryFormat,
  compared: readonly Compared[],
): Promise<Set<number>> {
  const indexes = new Map<string, number>()
  for (const { message, line, decision } of compared) {
    if (decision.kind !== 'new') continue
    const { ordinal, index } = decision
    indexes.set(importedIdOf({ secret: store.secret, channelId, format, message, line, ordinal }), index)
  }
  const vouched = await store.listImportsOf(channelNo, [...indexes.keys()], importNo)
  return new Set([...vouched.keys()].flatMap((id) => indexes.get(id) ?? []))
}

function countLeftOut(counts: Partial<Record<LeftOutReason, number>>, why: LeftOutReason): void {
  counts[why] = (counts[why] ?? 0) + 1
}

function foreign({ compared, matched }: { compared: number; matched: number }): string {
  return (
    `Of ${compared} messages that should be here already, only ${matched} are. This may be the history of another chat, or its ` +
    'time zone or its people may be wrong'
  )
}
