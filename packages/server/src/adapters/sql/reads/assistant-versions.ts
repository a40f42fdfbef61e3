import { type AssistantState, describeEdit, type KeptEdit } from '../../../domain/assistant-state.ts'
import type { AssistantVersionRecord, EditPlace } from '../../../ports/store.ts'
import { type Defaults, given, type Reader } from '../sql.ts'
import { loadChannel } from './channel.ts'
import { loadKeptRules } from './rules.ts'

type VersionRow = { version: number; at: number; actor: string; changes: number }
type EditRow = {
  version: number
  ordinal: number
  part: KeptEdit['part']
  rule_id: string | null
  question: string | null
  before: string | null
  after: string | null
}

const editColumns = 'version, ordinal, part, rule_id, question, before, after'

/** With the version it stands under. */
export async function getAssistantState(
  sql: Reader,
  defaults: Defaults,
  channelNo: number,
  how: 'at-once' | 'in-slices',
): Promise<{ version: number; state: AssistantState }> {
  const row = await sql.get<{ version: number }>('select version from assistants where channel = ?', channelNo)
  const { assistant, welcome, groupRules } = await loadChannel(sql, defaults, channelNo)
  const { updatedAt: _at, updatedBy: _by, ...greeting } = welcome
  const { updatedAt: _rulesAt, updatedBy: _rulesBy, ...house } = groupRules
  const state = {
    config: { enabled: assistant.enabled, qa: assistant.qa },
    welcome: greeting,
    groupRules: house,
    rules: await loadKeptRules(sql, channelNo, how),
  }
  return { version: row?.version ?? 0, state }
}

export async function listAssistantVersions(
  sql: Reader,
  channelNo: number,
  page: { before: number | undefined; limit: number; changes: number },
): Promise<AssistantVersionRecord[]> {
  const rows = await sql.all<VersionRow>(
    `select version, at, actor, changes from assistant_versions where channel = ? and version < ?
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
    'select version, at, actor, changes from assistant_versions where channel = ? and version = ?',
    channelNo,
    version,
  )
  return row && withChanges(sql, channelNo, row, changes)
}

/** Those of later versions than `above`, newest first. */
export async function listAssistantEdits(
  sql: Reader,
  channelNo: number,
  page: { above: number; before: EditPlace; limit: number },
): Promise<(KeptEdit & EditPlace)[]> {
  const rows = await sql.all<EditRow>(
    `select ${editColumns} from assistant_changes
     where channel = ? and version > ? and (version, ordinal) < (?, ?)
     order by version desc, ordinal desc limit ${given}`,
    channelNo,
    page.above,
    page.before.version,
    page.before.ordinal,
    page.limit,
  )
  return rows.map((row) => ({ ...toEdit(row), version: row.version, ordinal: row.ordinal }))
}

async function withChanges(
  sql: Reader,
  channelNo: number,
  { version, at, actor, changes }: VersionRow,
  limit: number,
): Promise<AssistantVersionRecord> {
  const rows = await sql.all<EditRow>(
    `select ${editColumns} from assistant_changes where channel = ? and version = ? order by ordinal limit ${given}`,
    channelNo,
    version,
    limit,
  )
  return { version, at, by: actor, changeCount: changes, changes: rows.map((row) => describeEdit(toEdit(row))) }
}

function toEdit({ part, rule_id, question, before, after }: EditRow): KeptEdit {
  return {
    part,
    ruleId: rule_id,
    question,
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
  }
}
