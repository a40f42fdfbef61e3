import type { StagedEdit } from '../../../domain/assistant-plan.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import { type Defaults, given, type Sql, type Value } from '../sql.ts'
import { writeConfig, writeGroupRules, writeWelcome } from './assistant.ts'
import { refuseBeyondLimits } from './assistant-storage.ts'
import { openVersion } from './assistant-versions.ts'
import { audit } from './audit.ts'
import { accessScene, actorOf } from './authority.ts'
import { ruleColumns } from './rules.ts'

/** Nothing was heard of it for so long: its process is dead. A slice is written every few milliseconds. */
const givenUpAfterMs = 60_000
/** Of all channels, at all nodes together. */
const mostImports = 4

export async function beginImport(tx: Sql, defaults: Defaults, command: CommandOf<'begin-import'>): Promise<null> {
  const { channelNo } = await accessScene(tx, command)
  const { importId, plan, at } = command
  await refuseBeyondLimits(tx, defaults, channelNo, plan)
  const heardSince = at - givenUpAfterMs
  await tx.run('update assistant_imports set is_open = 0 where is_open = 1 and at < ?', heardSince)
  const others = await tx.get<{ all: number; here: number | null }>(
    `select count(*) as "all", sum(case when channel = ? then 1 else 0 end) as here from assistant_imports where is_open = 1`,
    channelNo,
  )
  if (others && (others.here || others.all >= mostImports)) throw new Refusal('too-many-requests')
  await tx.run(
    'insert into assistant_imports (import_id, channel, at, is_open) values (?, ?, ?, 1)',
    importId,
    channelNo,
    at,
  )
  return null
}

export async function stageImport(tx: Sql, command: CommandOf<'stage-import'>): Promise<ResultOf<'stage-import'>> {
  const { importId, first, edits, at } = command
  const open = await tx.get<{ channel: number }>(
    'update assistant_imports set at = ? where import_id = ? and is_open = 1 returning channel',
    at,
    importId,
  )
  if (!open) return 'lost'
  const rows = edits.map((edit, index) => [importId, first + index, open.channel, ...stagedColumns(edit)])
  const many = rows.length - (rows.length % rowsAtOnce)
  for (let from = 0; from < many; from += rowsAtOnce) {
    await tx.run(insertMany, ...rows.slice(from, from + rowsAtOnce).flat())
  }
  for (const row of rows.slice(many)) await tx.run(insertOne, ...row)
  return 'staged'
}

/** The one commit that everyone sees: all of it or nothing. */
export async function finishImport(tx: Sql, command: CommandOf<'finish-import'>): Promise<ResultOf<'finish-import'>> {
  const { channelNo } = await accessScene(tx, command)
  const { importId, plan, restored, at } = command
  const stamp = { by: actorOf(command.by).userId, at }
  const closed = await tx.run(
    'update assistant_imports set is_open = 0 where import_id = ? and channel = ? and is_open = 1',
    importId,
    channelNo,
  )
  const now = await tx.get<{ version: number }>('select version from assistants where channel = ?', channelNo)
  if (closed === 0 || now?.version !== plan.baseVersion) return { kind: 'stale' }
  const { config, welcome, groupRules } = plan.parts
  if (config) await writeConfig(tx, channelNo, stamp, config)
  if (welcome) await writeWelcome(tx, channelNo, stamp, welcome)
  if (groupRules) await writeGroupRules(tx, channelNo, stamp, groupRules)
  await putRulesInPlace(tx, channelNo, importId, at)
  const version = await openVersion(tx, channelNo, stamp, { changes: plan.edits, sizeBytes: plan.versionBytes })
  await tx.run(
    `insert into assistant_changes (channel, version, ordinal, part, rule_id, question, before, after)
     select channel, cast(? as bigint), ordinal, part, rule_id, question, before, after from assistant_staged
     where import_id = ?`,
    version,
    importId,
  )
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

/** Slice by slice, when nobody waits for it. */
export async function dropImports(
  tx: Sql,
  { at, limit }: CommandOf<'drop-imports'>,
): Promise<ResultOf<'drop-imports'>> {
  const ended = await tx.get<{ id: string }>(
    'select import_id as id from assistant_imports where is_open = 0 or at < ? limit 1',
    at - givenUpAfterMs,
  )
  if (!ended) return { more: false }
  await tx.run('update assistant_imports set is_open = 0 where import_id = ?', ended.id)
  const dropped = await tx.run(
    `delete from assistant_staged where import_id = ? and ordinal in (
       select ordinal from assistant_staged where import_id = ? order by ordinal limit ${given}
     )`,
    ended.id,
    ended.id,
    limit,
  )
  if (dropped < limit) await tx.run('delete from assistant_imports where import_id = ?', ended.id)
  return { more: true }
}

/** A rule that is there keeps its age and its author. */
async function putRulesInPlace(tx: Sql, channelNo: number, importId: string, at: number): Promise<void> {
  // Their cooldowns stay for their day: they may come back as they were.
  for (const table of ['rules', 'rule_hits']) {
    await tx.run(
      `delete from ${table} where channel = ? and rule_id in (
         select rule_id from assistant_staged where import_id = ? and part = 'rule' and keywords is null
       )`,
      channelNo,
      importId,
    )
  }
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
  await tx.run(
    `update assistants set rules_bytes = (
       select coalesce(sum(octet_length(keywords) + octet_length(question) + octet_length(answer) + octet_length(more)), 0)
       from rules where channel = ?
     ) where channel = ?`,
    channelNo,
    channelNo,
  )
}

function stagedColumns({ part, ruleId, question, before, after, rule }: StagedEdit): Value[] {
  const kept = [part, ruleId, question, before, after]
  if (!rule) return [...kept, null, null, null, null, null, null, null, null]
  const { keywords, answer, enabled, priority, match, more } = ruleColumns(rule)
  return [...kept, keywords, answer, enabled, priority, match, more, rule.createdAt, rule.createdBy]
}

const columns = `import_id, ordinal, channel, part, rule_id, question, before, after, keywords, answer, enabled, priority, match,
  more, created_at, created_by`
const places = `(${columns.replace(/\w+/g, '?')})`
const insertOne = `insert into assistant_staged (${columns}) values ${places}`
/** One statement for several costs a server less than one for each. */
const rowsAtOnce = 20
const insertMany = `${insertOne}${`, ${places}`.repeat(rowsAtOnce - 1)}`
