import { type AssistantState, describeEdit, type KeptEdit } from '../../../domain/assistant/rules/assistant-state.ts'
import type { AssistantVersionRecord, EditPosition } from '../../../ports/records.ts'
import { loadChannel } from '../channels/channel-reads.ts'
import { type Defaults, given, type Reader } from '../sql.ts'
import { loadKeptRules } from './rule-reads.ts'

type VersionRow = { version: number; at: number; actor: string; changes: number; label: string | null }
export type EditRow = {
  version: number
  ordinal: number
  part: KeptEdit['part']
  rule_id: string | null
  question: string | null
  before: string | null
  after: string | null
}

export const editColumns = 'version, ordinal, part, rule_id, question, before, after'

/** Shows whether versions were added or thinned in the meantime. */
type Mark = { version: number; thinnings: number }

const mostTries = 5

/** With its version. PostgreSQL runs each query by itself, so a change in between makes it read again. */
export async function getAssistantState(
  sql: Reader,
  defaults: Defaults,
  channelNo: number,
): Promise<Mark & { state: AssistantState }> {
  for (let tries = 1; ; tries++) {
    const mark = await getMark(sql, channelNo)
    const state = await loadState(sql, defaults, channelNo)
    const { version } = await getMark(sql, channelNo)
    if (version === mark.version || tries === mostTries) return { ...mark, state }
  }
}

export async function countThinnings(sql: Reader, channelNo: number): Promise<number> {
  return (await getMark(sql, channelNo)).thinnings
}

async function getMark(sql: Reader, channelNo: number): Promise<Mark> {
  const row = await sql.get<Mark>('select version, thinnings from assistants where channel = ?', channelNo)
  return row ?? { version: 0, thinnings: 0 }
}

async function loadState(sql: Reader, defaults: Defaults, channelNo: number): Promise<AssistantState> {
  const { assistant, welcome, groupRules } = await loadChannel(sql, defaults, channelNo)
  const { updatedAt: _at, updatedBy: _by, ...greeting } = welcome
  const { updatedAt: _rulesAt, updatedBy: _rulesBy, ...rules } = groupRules
  return {
    config: { enabled: assistant.enabled, qa: assistant.qa },
    welcome: greeting,
    groupRules: rules,
    rules: await loadKeptRules(sql, channelNo, 'in-slices'),
  }
}

export async function listAssistantVersions(
  sql: Reader,
  channelNo: number,
  page: { before: number | undefined; limit: number; changes: number },
): Promise<AssistantVersionRecord[]> {
  const rows = await sql.all<VersionRow>(
    `select version, at, actor, changes, label from assistant_versions where channel = ? and version < ? and is_thinned = 0
     order by version desc limit ${given}`,
    channelNo,
    page.before ?? Number.MAX_SAFE_INTEGER,
    page.limit,
  )
  const records: AssistantVersionRecord[] = []
  for (const row of rows) records.push(await withChanges(sql, channelNo, row, page.changes))
  return records
}

export async function findAssistantVersion(
  sql: Reader,
  channelNo: number,
  version: number,
  changes: number,
): Promise<AssistantVersionRecord | undefined> {
  const row = await sql.get<VersionRow>(
    `select version, at, actor, changes, label from assistant_versions
     where channel = ? and version = ? and is_thinned = 0`,
    channelNo,
    version,
  )
  return row && withChanges(sql, channelNo, row, changes)
}

/** Those of later versions than `above`, newest first. */
export async function listAssistantEdits(
  sql: Reader,
  channelNo: number,
  page: { above: number; before: EditPosition; limit: number },
): Promise<(KeptEdit & EditPosition)[]> {
  const rows = await sql.all<EditRow>(
    `select ${editColumns} from assistant_changes c
     where channel = ? and version > ? and (version, ordinal) < (?, ?)
       and exists (select 1 from assistant_versions v where v.channel = c.channel and v.version = c.version)
     order by version desc, ordinal desc limit ${given}`,
    channelNo,
    page.above,
    page.before.version,
    page.before.ordinal,
    page.limit,
  )
  return rows.map((row) => ({ ...toEdit(row), version: row.version, ordinal: row.ordinal }))
}

export async function hasOpenImports(sql: Reader): Promise<boolean> {
  return (await sql.get('select 1 from assistant_imports where is_open = 1 limit 1')) !== undefined
}

async function withChanges(
  sql: Reader,
  channelNo: number,
  { version, at, actor, changes, label }: VersionRow,
  limit: number,
): Promise<AssistantVersionRecord> {
  const rows = await sql.all<EditRow>(
    `select ${editColumns} from assistant_changes where channel = ? and version = ? order by ordinal limit ${given}`,
    channelNo,
    version,
    limit,
  )
  return { version, at, by: actor, label, changeCount: changes, changes: rows.map((row) => describeEdit(toEdit(row))) }
}

export function toEdit({ part, rule_id, question, before, after }: EditRow): KeptEdit {
  return {
    part,
    ruleId: rule_id,
    question,
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
  }
}
