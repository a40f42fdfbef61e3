import { bytesOf, type StagedEdit, stageEdit } from '../../../domain/assistant/rules/assistant-plan.ts'
import type { AssistantEdit } from '../../../domain/assistant/rules/assistant-state.ts'
import { noteChange } from '../channels/changes.ts'
import type { Defaults, Sql } from '../sql.ts'
import { recheckNewcomers } from './sending/welcomes.ts'
import { thinOnce } from './thin-versions.ts'

/** Who writes, and when. `by`: a user id, `operator` or `system`. */
export type Stamp = { by: string; at: number }

/**
 * Each new version hides the oldest one and deletes its few edits if needed. If more has to be deleted, that happens in
 * separate commits.
 */
const stepsBeside = 3
const editsThinnedBeside = 50

/**
 * Keeps a change of an assistant as a version, so that it can be read and restored; none if nothing differs. Every write that
 * changes an assistant calls this, in the same transaction.
 */
export async function recordChanges(
  tx: Sql,
  defaults: Defaults,
  channelNo: number,
  stamp: Stamp,
  edits: readonly AssistantEdit[],
): Promise<void> {
  const staged = edits.map(stageEdit).filter((edit) => edit !== undefined)
  if (staged.length === 0) return
  const sizeBytes = staged.reduce((sum, edit) => sum + bytesOf(edit), 0)
  const version = await nextVersion(tx, channelNo)
  await openVersion(tx, channelNo, stamp, { version, changes: staged.length, sizeBytes })
  for (const [ordinal, edit] of staged.entries()) await insertEdit(tx, channelNo, version, ordinal, edit)
  for (let steps = 0; steps < stepsBeside && (await thinOnce(tx, defaults, channelNo, editsThinnedBeside)); ) steps++
}

/**
 * The number of the next version. A number that an import has used for its edits isn't used again, whatever becomes of the
 * import.
 */
export async function nextVersion(tx: Sql, channelNo: number): Promise<number> {
  const row = await tx.get<{ version: number; reserved: number }>(
    `select version, (select coalesce(max(i.version), 0) from assistant_imports i where i.channel = a.channel) as reserved
     from assistants a where channel = ?`,
    channelNo,
  )
  if (!row) throw new Error(`Channel ${channelNo} has no assistant`)
  return Math.max(row.version, row.reserved) + 1
}

/** Makes a version the newest. Its edits are written by the caller. */
export async function openVersion(
  tx: Sql,
  channelNo: number,
  { by, at }: Stamp,
  { version, changes, sizeBytes }: { version: number; changes: number; sizeBytes: number },
): Promise<void> {
  await raiseRulesVersion(tx, channelNo)
  await noteChange(tx, channelNo, at, { kind: 'settings' })
  await tx.run('update assistants set version = ? where channel = ?', version, channelNo)
  await tx.run(
    'insert into assistant_versions (channel, version, at, actor, changes, size_bytes) values (?, ?, ?, ?, ?, ?)',
    channelNo,
    version,
    at,
    by,
    changes,
    sizeBytes,
  )
  // This may end quiet hours.
  await recheckNewcomers(tx, channelNo, at)
}

/** Raised by everything that decides about answers; caches are keyed by this version. */
export async function raiseRulesVersion(tx: Sql, channelNo: number): Promise<void> {
  await tx.run('update channels set rules_version = rules_version + 1 where channel = ?', channelNo)
}

async function insertEdit(
  tx: Sql,
  channelNo: number,
  version: number,
  ordinal: number,
  edit: StagedEdit,
): Promise<void> {
  await tx.run(
    `insert into assistant_changes (channel, version, ordinal, part, rule_id, question, before, after)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    channelNo,
    version,
    ordinal,
    edit.part,
    edit.ruleId,
    edit.question,
    edit.before,
    edit.after,
  )
}
