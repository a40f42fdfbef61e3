import { setImmediate } from 'node:timers/promises'
import type {
  AssistantFile,
  AssistantVersion,
  AssistantVersionPage,
  BodyOf,
  ImportReport,
  QueryOf,
  Routes,
} from '@innkeeper/contract'
import { validateAssistantFile } from '@innkeeper/contract/validate'
import { readRulesCsv, writeRulesCsv } from '../domain/assistant-csv.ts'
import { type ImportWish, mostTold, toAssistantFile } from '../domain/assistant-file.ts'
import { type AssistantState, rewind } from '../domain/assistant-state.ts'
import { findBrokenText } from '../domain/broken-text.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { toTimestamp } from '../domain/timestamp.ts'
import type { Clock } from '../ports/clock.ts'
import type { Authority } from '../ports/commands.ts'
import type { AssistantVersionRecord, Store } from '../ports/store.ts'
import type { ChannelGrant } from './access.ts'
import { nextCursor, readCursor, standardPageSize } from './list-page.ts'

type Deps = { store: Store; clock: Clock; hasModel: boolean }

export async function exportAssistant({ store }: Pick<Deps, 'store'>, channelNo: number): Promise<AssistantFile> {
  return toAssistantFile((await store.getAssistantState(channelNo)).state)
}

export async function exportRules({ store }: Pick<Deps, 'store'>, channelNo: number): Promise<string> {
  const { state } = await store.getAssistantState(channelNo)
  let table = ''
  for (const part of writeRulesCsv(state.rules)) {
    table += part
    await setImmediate()
  }
  return table
}

export async function importAssistant(
  deps: Deps,
  grant: ChannelGrant,
  { assistant, csv, mode = 'replace', dryRun = false }: BodyOf<Routes['importAssistant']>,
): Promise<ImportReport> {
  if ((assistant === undefined) === (csv === undefined)) throw invalid('Give either assistant or csv')
  const wish = assistant
    ? { file: assistant, origin: { kind: 'json', root: 'assistant.' } as const }
    : tableOf(csv ?? '')
  return await importFile(deps, { by: grant.authority, channelId: grant.channelId }, { ...wish, mode }, dryRun)
}

/** For the operator, whom no gate stands before, too. */
export async function importFile(
  { store, clock, hasModel }: Deps,
  into: { by: Authority; channelId: string },
  wish: ImportWish,
  dryRun: boolean,
): Promise<ImportReport> {
  return await store.write<'import-assistant'>({
    kind: 'import-assistant',
    at: clock(),
    ...into,
    wish,
    dryRun,
    hasModel,
  })
}

/** A file as the operator has it. Throws a refusal that names the place of what is wrong. */
export function readAssistantFile(text: string, kind: 'json' | 'csv'): Pick<ImportWish, 'file' | 'origin'> {
  if (kind === 'csv') return tableOf(text)
  const file = parseJson(text)
  const problem = validateAssistantFile(file) ?? findBrokenText(file)
  if (problem) throw invalid(problem)
  return { file: file as AssistantFile, origin: { kind: 'json', root: '' } }
}

function tableOf(csv: string): Pick<ImportWish, 'file' | 'origin'> {
  const { drafts, lines } = readRulesCsv(csv)
  return { file: { format: 'innkeeper-assistant/1', rules: drafts }, origin: { kind: 'csv', lines } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid(`The file is not valid JSON: ${(error as Error).message}`)
  }
}

/** In a list, so many changes of each version are told. */
const fewChanges = 20

export async function listAssistantVersions(
  { store }: Deps,
  grant: ChannelGrant,
  query: QueryOf<Routes['listAssistantVersions']>,
): Promise<AssistantVersionPage> {
  const list = { list: 'assistant-versions', channelId: grant.channelId, secret: store.secret }
  const { after } = readCursor(query.cursor, {}, list)
  const limit = query.limit ?? standardPageSize
  const found = await store.listAssistantVersions(grant.channel.channelNo, {
    before: after && Number(after[0]),
    limit: limit + 1,
    changes: fewChanges,
  })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    versions: page.map((record) => ({ ...headOf(record), changeCount: record.changeCount })),
    nextCursor: nextCursor(last && [last.version], {}, list),
  }
}

export async function getAssistantVersion(
  { store }: Deps,
  grant: ChannelGrant,
  text: string,
): Promise<AssistantVersion> {
  const { channelNo } = grant.channel
  const record = await getVersion(store, channelNo, text)
  const state = await findStateIn(store, channelNo, record.version)
  return { ...headOf(record), assistant: toAssistantFile(state) }
}

export async function restoreAssistantVersion(
  { store, clock, hasModel }: Deps,
  grant: ChannelGrant,
  text: string,
  { dryRun = false }: BodyOf<Routes['restoreAssistantVersion']>,
): Promise<ImportReport> {
  const { version } = await getVersion(store, grant.channel.channelNo, text)
  return await store.write<'restore-assistant'>({
    kind: 'restore-assistant',
    by: grant.authority,
    at: clock(),
    channelId: grant.channelId,
    version,
    // Outside the transaction, because it may be long; what a version was does not change meanwhile.
    state: await findStateIn(store, grant.channel.channelNo, version),
    dryRun,
    hasModel,
  })
}

async function getVersion(store: Store, channelNo: number, text: string): Promise<AssistantVersionRecord> {
  const version = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
  const record = await store.findAssistantVersion(channelNo, version, mostTold)
  if (!record) throw new Refusal('version-not-found')
  return record
}

function headOf({ version, at, by, changes }: AssistantVersionRecord) {
  return { version, at: toTimestamp(at), by, changes }
}

/** Others get their turn after so many. */
const editsAtOnce = 2000

/** As it is now, with all that came later taken back. */
async function findStateIn(store: Store, channelNo: number, version: number): Promise<AssistantState> {
  const now = await store.getAssistantState(channelNo)
  const { undo, state } = rewind(now.state)
  let before: { version: number; ordinal: number } | undefined = { version: now.version + 1, ordinal: 0 }
  while (before) {
    const edits = await store.listAssistantEdits(channelNo, { above: version, before, limit: editsAtOnce })
    for (const edit of edits) undo(edit)
    before = edits.length < editsAtOnce ? undefined : edits.at(-1)
    if (before) await setImmediate()
  }
  return state()
}
