import { type AssistantEdit, type KeptEdit, keepEdit } from '../../../domain/assistant-state.ts'
import { inOneGo } from '../in-one-go.ts'
import type { Sql } from '../sql.ts'
import { noteChange } from './changes.ts'
import { lookAtNewcomers } from './newcomers.ts'

/**
 * Keeps what was changed of an assistant, so that it can be read and restored. Whoever changes one calls this, in the same
 * transaction. `by`: a user id, `operator` or `system`. Answers the version this made; null where nothing differs.
 */
export async function recordChanges(
  tx: Sql,
  channelNo: number,
  { by, at }: { by: string; at: number },
  edits: readonly AssistantEdit[],
): Promise<number | null> {
  const kept = edits.map(keepEdit).filter((edit) => edit !== undefined)
  if (kept.length === 0) return null
  await raiseRulesVersion(tx, channelNo)
  await noteChange(tx, channelNo, at, { kind: 'settings' })
  const row = await tx.get<{ version: number }>(
    'update assistants set version = version + 1 where channel = ? returning version',
    channelNo,
  )
  if (!row) throw new Error(`Channel ${channelNo} has no assistant`)
  const { version } = row
  await tx.run(
    'insert into assistant_versions (channel, version, at, actor, changes) values (?, ?, ?, ?, ?)',
    channelNo,
    version,
    at,
    by,
    kept.length,
  )
  await inOneGo(tx, kept, (edit, ordinal) => insertEdit(tx, channelNo, version, ordinal, edit))
  // Quiet hours may have ended by this.
  await lookAtNewcomers(tx, channelNo, at)
  return version
}

/** Raised by all that decides about answers: what was made of it is kept under this version. */
export async function raiseRulesVersion(tx: Sql, channelNo: number): Promise<void> {
  await tx.run('update channels set rules_version = rules_version + 1 where channel = ?', channelNo)
}

async function insertEdit(tx: Sql, channelNo: number, version: number, ordinal: number, edit: KeptEdit): Promise<void> {
  await tx.run(
    `insert into assistant_changes (channel, version, ordinal, part, rule_id, question, before, after)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    channelNo,
    version,
    ordinal,
    edit.part,
    edit.ruleId,
    edit.question,
    edit.before && JSON.stringify(edit.before),
    edit.after && JSON.stringify(edit.after),
  )
}
