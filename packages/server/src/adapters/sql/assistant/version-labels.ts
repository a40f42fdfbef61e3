import { mostLabels } from '../../../domain/assistant/rules/assistant-limits.ts'
import { invalid, Refusal } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { audit } from '../channels/audit.ts'
import { accessScene } from '../members/authority.ts'
import type { Sql } from '../sql.ts'

export async function labelVersion(tx: Sql, command: CommandOf<'label-version'>): Promise<null> {
  const { channelNo } = await accessScene(tx, command)
  const { version, label, at } = command
  const row = await tx.get<{ label: string | null }>(
    'select label from assistant_versions where channel = ? and version = ? and is_thinned = 0',
    channelNo,
    version,
  )
  if (!row) throw new Refusal('version-not-found')
  if (row.label === label) return null
  if (label !== null && row.label === null) await refuseTooManyLabels(tx, channelNo)
  await tx.run('update assistant_versions set label = ? where channel = ? and version = ?', label, channelNo, version)
  await audit(tx, channelNo, command.by, at, {
    action: label === null ? 'version.unnamed' : 'version.named',
    target: String(version),
  })
  return null
}

async function refuseTooManyLabels(tx: Sql, channelNo: number): Promise<void> {
  const row = await tx.get<{ labels: number }>(
    'select count(*) as labels from assistant_versions where channel = ? and label is not null',
    channelNo,
  )
  if ((row?.labels ?? 0) < mostLabels) return
  throw invalid(`A channel can have at most ${mostLabels} named versions; remove the name of another version first`)
}
