import type { StagedEdit } from '../../../domain/assistant/rules/assistant-plan.ts'
import { ruleColumns } from '../../../domain/assistant/rules/rule-columns.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import { audit } from '../channels/audit.ts'
import { accessScene, actorOf } from '../members/authority.ts'
import { forEachRow, rowList } from '../row-list.ts'
import { type Defaults, given, type Sql, type Value } from '../sql.ts'
import { writeConfig, writeGroupRules, writeWelcome } from './assistant.ts'
import { refuseBeyondLimits } from './assistant-storage.ts'
import { nextVersion, openVersion } from './assistant-versions.ts'
import { adoptPicture } from './rule-pictures.ts'
import { deleteEdits } from './thin-versions.ts'

/** After this long without progress, its process is considered dead. A slice is written every few milliseconds. */
const givenUpAfterMs = 60_000
/** Across all channels and nodes. */
const mostImports = 4

export async function beginImport(tx: Sql, command: CommandOf<'begin-import'>, defaults: Defaults): Promise<null> {
  const { channelNo } = await accessScene(tx, command)
  const { importId, plan, at } = command
  await refuseBeyondLimits(tx, defaults, channelNo, plan)
  const activeSince = at - givenUpAfterMs
  await closeImports(tx, 'is_open = 1 and at < ?', activeSince)
  const others = await tx.get<{ all: number; here: number | null }>(
    `select count(*) as "all", sum(case when channel = ? then 1 else 0 end) as here from assistant_imports where is_open = 1`,
    channelNo,
  )
  if (others && (others.here || others.all >= mostImports)) throw new Refusal('too-many-requests')
  await tx.run(
    'insert into assistant_imports (import_id, channel, version, at, is_open) values (?, ?, ?, ?, 1)',
    importId,
    channelNo,
    await nextVersion(tx, channelNo),
    at,
  )
  return null
}

export async function stageImport(tx: Sql, command: CommandOf<'stage-import'>): Promise<ResultOf<'stage-import'>> {
  const { importId, first, edits, at } = command
  const [open] = await tx.returning<{ channel: number; version: number }>(
    'update assistant_imports set at = ? where import_id = ? and is_open = 1 returning channel, version',
    at,
    importId,
  )
  if (!open) return 'lost'
  const { channel, version } = open
  await insertRows(
    tx,
    insertEdits,
    edits.map((edit, index) => [channel, version, first + index, ...editValues(edit)]),
  )
  await insertRows(
    tx,
    insertStaged,
    edits.filter(({ part }) => part === 'rule').map((edit) => [importId, channel, ...stagedValues(edit)]),
  )
  for (const { rule } of edits) if (rule) await adoptPicture(tx, channel, rule.picture, at)
  return 'staged'
}

/** The one commit that everyone sees: all of it or nothing. */
export async function finishImport(tx: Sql, command: CommandOf<'finish-import'>): Promise<ResultOf<'finish-import'>> {
  const { channelNo } = await accessScene(tx, command)
  const { importId, plan, restored, at } = command
  const stamp = { by: actorOf(command.by).userId, at }
  const [closed] = await tx.returning<{ version: number }>(
    'update assistant_imports set is_open = 0 where import_id = ? and channel = ? and is_open = 1 returning version',
    importId,
    channelNo,
  )
  const now = await tx.get<{ version: number }>('select version from assistants where channel = ?', channelNo)
  if (!closed || now?.version !== plan.baseVersion) return { kind: 'stale' }
  const { version } = closed
  const { config, welcome, groupRules } = plan.parts
  if (config) await writeConfig(tx, channelNo, stamp, config)
  if (welcome) await writeWelcome(tx, channelNo, stamp, welcome)
  if (groupRules) await writeGroupRules(tx, channelNo, stamp, groupRules)
  await activateRules(tx, channelNo, importId, at)
  await openVersion(tx, channelNo, stamp, { version, changes: plan.edits, sizeBytes: plan.versionBytes })
  const { created, changed, deleted } = plan.rules
  const parts = [...Object.keys(plan.parts), ...(created + changed + deleted > 0 ? ['rule'] : [])]
  await audit(
    tx,
    channelNo,
    command.by,
    at,
    restored === null
      ? { action: 'assistant.imported', detail: { version, parts, rules: plan.rules } }
      : { action: 'assistant.restored', detail: { version, restored, parts } },
  )
  return { kind: 'done', version }
}

/**
 * One by one in the order of their keys: two transactions that change several imports never wait for each other in a circle. The
 * condition is ours, never a caller's.
 */
export async function closeImports(tx: Sql, condition: string, value: number): Promise<void> {
  for (const id of await listImports(tx, condition, value))
    await tx.run('update assistant_imports set is_open = 0 where import_id = ?', id)
}

/** In the same order. */
export async function deleteImports(tx: Sql, channelNo: number): Promise<void> {
  for (const id of await listImports(tx, 'channel = ?', channelNo))
    await tx.run('delete from assistant_imports where import_id = ?', id)
}

async function listImports(tx: Sql, condition: string, value: number): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(`select import_id as id from assistant_imports where ${condition}`, value)
  return rows.map(({ id }) => id).toSorted()
}

/** Slice by slice, while nothing waits for it. Edits that never became a version are deleted too. */
export async function dropImports(
  tx: Sql,
  { at, limit, givenUp }: CommandOf<'drop-imports'>,
): Promise<ResultOf<'drop-imports'>> {
  const ended = await tx.get<{ id: string; channel: number; version: number }>(
    `select import_id as id, channel, version from assistant_imports where is_open = 0 or at < ? or import_id = ? limit 1`,
    at - givenUpAfterMs,
    givenUp ?? '',
  )
  if (!ended) return { more: false }
  await tx.run('update assistant_imports set is_open = 0 where import_id = ?', ended.id)
  // Checked only now: until it is closed, it may still be activated.
  const became = await tx.get(
    'select 1 from assistant_versions where channel = ? and version = ?',
    ended.channel,
    ended.version,
  )
  const next = await tx.get<{ id: string }>(
    `select rule_id as id from assistant_staged where import_id = ? order by rule_id limit 1 offset ${given}`,
    ended.id,
    limit,
  )
  if (next) {
    await tx.run('delete from assistant_staged where import_id = ? and rule_id < ?', ended.id, next.id)
    return { more: true }
  }
  await tx.run('delete from assistant_staged where import_id = ?', ended.id)
  const isClean = became !== undefined || (await deleteEdits(tx, ended.channel, ended.version, limit))
  if (isClean) await tx.run('delete from assistant_imports where import_id = ?', ended.id)
  return { more: true }
}

/** An existing rule keeps its age and its author. */
async function activateRules(tx: Sql, channelNo: number, importId: string, at: number): Promise<void> {
  const list = async (condition: string) =>
    rowList(
      await tx.lists<[string]>(`select rule_id from assistant_staged where import_id = ? and ${condition}`, importId),
    )
  const deleted = await list('keywords is null')
  // Their cooldowns stay until they expire, because the rules may be restored.
  await tx.run(deleteRules[tx.engine], channelNo, deleted)
  await tx.run(
    `insert into rules (channel, rule_id, keywords, question, answer, enabled, priority, match, more, created_at, updated_at,
       created_by)
     select channel, rule_id, keywords, question, answer, enabled, priority, match, more, created_at, cast(? as bigint),
       created_by
     from assistant_staged where import_id = ? and keywords is not null
     on conflict (channel, rule_id) do update set keywords = excluded.keywords, question = excluded.question,
       answer = excluded.answer, enabled = excluded.enabled, priority = excluded.priority, match = excluded.match,
       more = excluded.more, updated_at = excluded.updated_at`,
    at,
    importId,
  )
  // Statistics of deleted rules stay for a while, because the rules may be restored. Those of restored rules count again.
  await tx.run(markHitsDeleted[tx.engine], at, channelNo, deleted)
  await tx.run(unmarkHits[tx.engine], channelNo, await list('keywords is not null'))
  await tx.run(
    `update assistants set rules_bytes = (
       select coalesce(sum(octet_length(keywords) + octet_length(question) + octet_length(answer) + octet_length(more)), 0)
       from rules where channel = ?
     ) where channel = ?`,
    channelNo,
    channelNo,
  )
}

// With the ids as a list: from a subselect about a table that was filled a moment ago, PostgreSQL expects one row, and then compares
// each of ten thousand rules with each of ten thousand others.
const deleteRules = forEachRow(
  (rows) => `delete from rules where channel = ? and rule_id in (select l.value ->> 0 from ${rows})`,
)
const markHitsDeleted = forEachRow(
  (rows) => `update rule_hits set deleted_at = ? where channel = ? and deleted_at is null
     and rule_id in (select l.value ->> 0 from ${rows})`,
)
const unmarkHits = forEachRow(
  (rows) => `update rule_hits set deleted_at = null where channel = ? and deleted_at is not null
     and rule_id in (select l.value ->> 0 from ${rows})`,
)

function editValues({ part, ruleId, question, before, after }: StagedEdit): Value[] {
  return [part, ruleId, question, before, after]
}

/** Without keywords: the rule is deleted. */
function stagedValues({ ruleId, question, rule }: StagedEdit): Value[] {
  if (!rule) return [ruleId, question, null, null, null, null, null, null, null, null]
  const { keywords, answer, enabled, priority, match, more } = ruleColumns(rule)
  return [ruleId, question, keywords, answer, enabled, priority, match, more, rule.createdAt, rule.createdBy]
}

/** One statement for several rows costs a server less than one for each. */
const rowsAtOnce = 20

type Insert = { one: string; many: string }

const insertEdits = insertInto('assistant_changes (channel, version, ordinal, part, rule_id, question, before, after)')
const insertStaged =
  insertInto(`assistant_staged (import_id, channel, rule_id, question, keywords, answer, enabled, priority,
  match, more, created_at, created_by)`)

function insertInto(columns: string): Insert {
  const places = `(${columns
    .slice(columns.indexOf('(') + 1, -1)
    .split(',')
    .map(() => '?')
    .join(', ')})`
  const one = `insert into ${columns} values ${places}`
  return { one, many: `${one}${`, ${places}`.repeat(rowsAtOnce - 1)}` }
}

async function insertRows(tx: Sql, { one, many }: Insert, rows: readonly Value[][]): Promise<void> {
  const left = rows.length % rowsAtOnce
  for (let from = 0; from < rows.length - left; from += rowsAtOnce) {
    await tx.run(many, ...rows.slice(from, from + rowsAtOnce).flat())
  }
  for (const row of rows.slice(rows.length - left)) await tx.run(one, ...row)
}
