import type { CommandOf } from '../../../ports/commands.ts'
import { noteChange } from '../channels/changes.ts'
import { stopImports } from '../imports/imports.ts'
import { planJob } from '../jobs/jobs.ts'
import { removeMessages, type StoredPosition } from '../messages/remove-messages.ts'
import type { Sql } from '../sql.ts'

/**
 * A message is deleted with its file, as if it had been unsent. A preview can be created again, and the picture of a sticker,
 * channel or person fetched again, so what they belong to stays.
 */
export async function forgetVanished(tx: Sql, { at, sha256s }: CommandOf<'forget-vanished'>): Promise<null> {
  for (const sha256 of sha256s) {
    for (const { channelNo, channelId, ...place } of await listUsers(tx, 'sha256', sha256)) {
      await removeMessages(tx, { channelNo, channelId }, [place], 'tombstone')
      await noteChange(tx, channelNo, at, { kind: 'unsent', messages: [[place.messageId, place.time]] })
    }
    for (const { channelNo, channelId, messageId } of await listUsers(tx, 'preview_sha256', sha256)) {
      await planJob(tx, channelNo, { kind: 'make-preview', channelId, messageId }, at)
    }
    await tx.run("update media set preview_state = 'pending', preview_sha256 = null where preview_sha256 = ?", sha256)
    await tx.run('update stickers set sha256 = null, tried_at = 0 where sha256 = ?', sha256)
    await endVanished(tx, at, sha256)
    // What another import shows of the message stays.
    await tx.run('update import_rows set file = null where file = ?', sha256)
    // The rule stays, and the platform shows no picture.
    await tx.run('delete from rule_pictures where sha256 = ?', sha256)
    for (const table of ['channels', 'members']) {
      await tx.run(
        `update ${table} set picture_url = null, picture_sha256 = null, picture_type = null, profile_at = null
         where picture_sha256 = ?`,
        sha256,
      )
    }
  }
  return null
}

/** An import without its file can't go on. */
async function endVanished(tx: Sql, at: number, sha256: string): Promise<void> {
  const ended = await tx.all<{ channelNo: number }>(
    'select distinct channel as "channelNo" from imports where file_sha256 = ? order by channel',
    sha256,
  )
  for (const { channelNo } of ended) await stopImports(tx, channelNo, at, 'Its file is gone. Upload it again')
}

type User = StoredPosition & { channelNo: number; channelId: string }

async function listUsers(tx: Sql, column: 'sha256' | 'preview_sha256', sha256: string): Promise<User[]> {
  return await tx.all<User>(
    `select m.channel as "channelNo", c.channel_id as "channelId", m.message_id as "messageId", m.time, m.seq
     from media m join channels c on c.channel = m.channel where m.${column} = ?`,
    sha256,
  )
}
