import type { Merge } from '../../../../domain/channels/moved-chat.ts'
import { deleteImports } from '../../assistant/assistant-import.ts'
import { releaseFile } from '../../media/released-files.ts'
import type { Sql } from '../../sql.ts'

/** The rules and what belongs to them, besides the row in `assistants`. */
const ofAssistant = [
  'rules',
  'rule_hits',
  'rule_pictures',
  'assistant_versions',
  'assistant_changes',
  'cooldowns',
] as const

/**
 * The first channel keeps its assistant and its settings. Only if nobody ever changed them there, those of the second channel are
 * taken, so that no one's work is lost.
 */
export async function mergeAssistant(tx: Sql, { from, into }: Merge): Promise<void> {
  const numbers = { from: from.channelNo, into: into.channelNo }
  // Before its edits, like everywhere.
  await deleteImports(tx, numbers.from)
  if ((await isAssistantNew(tx, numbers.into)) && !(await isAssistantNew(tx, numbers.from))) {
    await tx.run('delete from assistants where channel = ?', numbers.into)
    for (const table of ['assistants', ...ofAssistant]) await moveAll(tx, table, numbers)
  } else {
    const pictures = await tx.all<{ sha256: string }>(
      'select sha256 from rule_pictures where channel = ?',
      numbers.from,
    )
    for (const { sha256 } of pictures) await releaseFile(tx, sha256)
  }
  if ((await areSettingsNew(tx, numbers.into)) && !(await areSettingsNew(tx, numbers.from))) {
    await tx.run('delete from channel_settings where channel = ?', numbers.into)
    await moveAll(tx, 'channel_settings', numbers)
  }
}

async function moveAll(tx: Sql, table: string, { from, into }: { from: number; into: number }): Promise<void> {
  await tx.run(`update ${table} set channel = ? where channel = ?`, into, from)
}

/** An import that is under way has taken a number for its version. */
async function isAssistantNew(tx: Sql, channelNo: number): Promise<boolean> {
  const changed = await tx.get(
    `select 1 from assistants a where a.channel = ? and (a.version > 0
       or exists (select 1 from assistant_imports i where i.channel = a.channel)
       or exists (select 1 from rules r where r.channel = a.channel)
       or exists (select 1 from rule_hits h where h.channel = a.channel))`,
    channelNo,
  )
  return changed === undefined
}

async function areSettingsNew(tx: Sql, channelNo: number): Promise<boolean> {
  const changed = await tx.get('select 1 from channel_settings where channel = ? and updated_at is not null', channelNo)
  return changed === undefined
}
