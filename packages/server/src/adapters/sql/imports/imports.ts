import { decideStep, type ImportState, isAtWork, refuseTooMany } from '../../../domain/imports/import-life.ts'
import type { ImportOutcome } from '../../../domain/imports/import-preview.ts'
import { invalid, Refusal } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { audit } from '../channels/audit.ts'
import { planJob } from '../jobs/jobs.ts'
import { releaseFile } from '../media/released-files.ts'
import { accessScene } from '../members/authority.ts'
import { noteUnwiped } from '../messages/remove-messages.ts'
import type { Sql } from '../sql.ts'

export async function openHistory(tx: Sql, command: CommandOf<'open-history'>): Promise<{ importNo: number }> {
  const { channelNo } = await accessScene(tx, command)
  await refuseWithoutBackup(tx, channelNo)
  const counts = await tx.get<{ last: number; open: number }>(
    `select coalesce(max(import_no), 0) as last, count(file_sha256) as open from imports where channel = ?`,
    channelNo,
  )
  refuseTooMany(counts?.open ?? 0)
  const importNo = (counts?.last ?? 0) + 1
  await tx.run(
    `insert into imports (channel, import_no, state, at, actor, file_name, file_sha256, file_bytes, reading, choices, reached)
     values (?, ?, 'reading', ?, ?, ?, ?, ?, 1, ?, 0)`,
    channelNo,
    importNo,
    command.at,
    command.by.kind === 'caller' ? command.by.userId : 'operator',
    command.fileName,
    command.sha256,
    command.sizeBytes,
    command.choices,
  )
  await plan(tx, [channelNo, importNo], command.at, 'read-import')
  return { importNo }
}

export async function steerHistory(tx: Sql, command: CommandOf<'steer-history'>): Promise<null> {
  const { channelNo } = await accessScene(tx, command)
  const { importNo, wish, at } = command
  const { state } = await getImport(tx, channelNo, importNo)
  const others = await tx.all<{ state: ImportState }>(
    'select state from imports where channel = ? and import_no <> ?',
    channelNo,
    importNo,
  )
  const isOtherAtWork = others.some((other) => isAtWork(other.state))
  const next = decideStep({ number: importNo, state }, wish, { isOtherAtWork })
  const here = [channelNo, importNo] as const
  switch (wish) {
    case 'read-again':
      await tx.run(
        `update imports set state = ?, reason = null, preview = null, reading = reading + 1, reached = 0,
           choices = coalesce(?, choices)
         where channel = ? and import_no = ?`,
        next,
        command.choices ?? null,
        ...here,
      )
      await plan(tx, here, at, 'read-import')
      break
    case 'commit':
      await refuseWithoutBackup(tx, channelNo)
      await setState(tx, here, next)
      await audit(tx, channelNo, command.by, at, { action: 'import.made', target: String(importNo) })
      await plan(tx, here, at, 'write-import')
      break
    case 'undo':
      await setState(tx, here, next)
      await audit(tx, channelNo, command.by, at, { action: 'import.undone', target: String(importNo) })
      await plan(tx, here, at, 'undo-import')
      break
    case 'drop':
      await endImport(tx, here, at, { state: 'dropped' })
      break
  }
  return null
}

export async function noteReading(tx: Sql, command: CommandOf<'note-reading'>): Promise<null> {
  const { channelId, importNo, reading, reached } = command
  await tx.run(
    `update imports set reached = ? where import_no = ? and state = 'reading' and reading = ?
       and channel = (select channel from channels where channel_id = ?)`,
    reached,
    importNo,
    reading,
    channelId,
  )
  return null
}

export async function recordHistory(tx: Sql, command: CommandOf<'record-history'>): Promise<null> {
  const { channelId, importNo, reading, result } = command
  const row = await tx.get<{ channel: number; state: ImportState; reading: number }>(
    `select i.channel, i.state, i.reading from imports i join channels c on c.channel = i.channel
     where c.channel_id = ? and i.import_no = ?`,
    channelId,
    importNo,
  )
  if (row?.state === 'writing' && 'refused' in result)
    await undoUnasked(tx, [row.channel, importNo], command.at, result.refused)
  if (row?.state !== 'reading' || row.reading !== reading) return null
  const isReady = 'preview' in result
  await tx.run(
    `update imports set state = ?, preview = ?, choices = coalesce(?, choices), reason = ?, reached = 0
     where channel = ? and import_no = ?`,
    isReady ? 'ready' : 'refused',
    isReady ? result.preview : null,
    isReady ? result.choices : null,
    isReady ? null : result.refused,
    row.channel,
    importNo,
  )
  if (isReady) await setFigures(tx, [row.channel, importNo], result.preview)
  return null
}

export type ImportKey = readonly [channelNo: number, importNo: number]

async function setState(tx: Sql, key: ImportKey, state: ImportState, reason?: string): Promise<void> {
  await tx.run(
    'update imports set state = ?, reason = coalesce(?, reason) where channel = ? and import_no = ?',
    state,
    reason ?? null,
    ...key,
  )
}

/** Releases the file, and forgets names and samples. */
export async function endImport(
  tx: Sql,
  key: ImportKey,
  at: number,
  { state, outcome }: { state: ImportState; outcome?: string },
): Promise<void> {
  const row = await tx.get<{ sha256: string | null }>(
    'select file_sha256 as sha256 from imports where channel = ? and import_no = ?',
    ...key,
  )
  await releaseFile(tx, row?.sha256)
  await tx.run(
    `update imports set state = ?, file_sha256 = null, choices = null, preview = null, outcome = coalesce(?, outcome), ended_at = ?
     where channel = ? and import_no = ?`,
    state,
    outcome ?? null,
    at,
    ...key,
  )
  if (outcome !== undefined) await setFigures(tx, key, outcome)
  await noteUnwiped(tx)
}

/** `outcome`: as JSON. */
async function setFigures(tx: Sql, key: ImportKey, outcome: string): Promise<void> {
  const { format, firstAt, lastAt, here }: Partial<ImportOutcome> = JSON.parse(outcome)
  const figures = [format ?? null, firstAt ?? null, lastAt ?? null, here ?? null]
  const set = 'update imports set format = ?, first_at = ?, last_at = ?, here = ? where channel = ? and import_no = ?'
  await tx.run(set, ...figures, ...key)
}

/**
 * Ends what isn't written yet, because what the owner chose and what the preview shows may be about someone who is erased, and undoes
 * what is being written.
 */
export async function stopImports(tx: Sql, channelNo: number, at: number, reason: string): Promise<void> {
  const open = await tx.all<{ importNo: number; state: ImportState }>(
    'select import_no as "importNo", state from imports where channel = ? and file_sha256 is not null order by import_no',
    channelNo,
  )
  for (const { importNo, state } of open) {
    if (state === 'writing') await undoUnasked(tx, [channelNo, importNo], at, reason)
    else await endImport(tx, [channelNo, importNo], at, { state: 'dropped' })
  }
}

/** An import that can't go on leaves nothing behind. */
export async function undoUnasked(tx: Sql, key: ImportKey, at: number, reason: string): Promise<void> {
  await endImport(tx, key, at, { state: 'undoing' })
  await setState(tx, key, 'undoing', reason)
  await audit(tx, key[0], { kind: 'system' }, at, { action: 'import.undone', target: String(key[1]) })
  await plan(tx, key, at, 'undo-import')
}

/** The work for which a state stands. */
async function plan(
  tx: Sql,
  [channelNo, importNo]: ImportKey,
  at: number,
  kind: 'read-import' | 'write-import' | 'undo-import',
): Promise<void> {
  const channel = await tx.get<{ channelId: string }>(
    'select channel_id as "channelId" from channels where channel = ?',
    channelNo,
  )
  if (channel) await planJob(tx, channelNo, { kind, channelId: channel.channelId, importNo }, at)
}

/** After a channel was merged into another one, whose imports have other numbers. */
export async function planUndoing(tx: Sql, channelNo: number, at: number): Promise<void> {
  const undoing = await tx.all<{ importNo: number }>(
    'select import_no as "importNo" from imports where channel = ? and state = \'undoing\' order by import_no',
    channelNo,
  )
  for (const { importNo } of undoing) await plan(tx, [channelNo, importNo], at, 'undo-import')
}

async function getImport(tx: Sql, channelNo: number, importNo: number): Promise<{ state: ImportState }> {
  const row = await tx.get<{ state: ImportState }>(
    'select state from imports where channel = ? and import_no = ?',
    channelNo,
    importNo,
  )
  if (!row) throw new Refusal('import-not-found')
  return row
}

async function refuseWithoutBackup(tx: Sql, channelNo: number): Promise<void> {
  if (await tx.intake.isBackedUp(channelNo)) return
  throw invalid('No one subscribes to this channel’s backup, so no messages are saved. Subscribe to it first')
}
