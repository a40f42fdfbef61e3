import { parsePictureName } from '../../../domain/media/picture.ts'
import { invalid } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { releaseFile } from '../media/released-files.ts'
import { accessScene } from '../members/authority.ts'
import { given, lockChannel, type Sql } from '../sql.ts'

/** Of one channel, whether rules use them or not. Far more than answers need, and a bound for the disk. */
const mostPictures = 200
/** How long one stays that no rule uses: someone may still be writing the rule. */
const unusedMs = 24 * 60 * 60_000

/** Uploading the same picture again keeps it for another while. */
export async function keepRulePicture(tx: Sql, command: CommandOf<'keep-rule-picture'>): Promise<null> {
  const { channelNo } = await accessScene(tx, command)
  const { sha256, contentType, at } = command
  const others = await tx.get<{ pictures: number }>(
    'select count(*) as pictures from rule_pictures where channel = ? and sha256 <> ?',
    channelNo,
    sha256,
  )
  if ((others?.pictures ?? 0) >= mostPictures) {
    throw invalid(`A channel holds at most ${mostPictures} pictures; those that no rule uses are deleted after a day`)
  }
  await tx.run(
    `insert into rule_pictures (channel, sha256, content_type, kept_at, checked_at) values (?, ?, ?, ?, ?)
     on conflict (channel, sha256) do update set kept_at = excluded.kept_at, checked_at = excluded.checked_at`,
    channelNo,
    sha256,
    contentType,
    at,
    at,
  )
  return null
}

/** A rule that was imported from another channel of this service uses that channel's picture. From now on it's also its own. */
export async function adoptPicture(tx: Sql, channelNo: number, picture: string | null, at: number): Promise<void> {
  const name = picture && /\/pictures\/([^/]+)$/.exec(picture)?.[1]
  const asked = name ? parsePictureName(name) : undefined
  if (!asked) return
  await tx.run(
    `insert into rule_pictures (channel, sha256, content_type, kept_at, checked_at)
     select cast(? as bigint), sha256, content_type, cast(? as bigint), cast(? as bigint) from rule_pictures
     where sha256 = ? limit 1
     on conflict (channel, sha256) do nothing`,
    channelNo,
    at,
    at,
    asked.sha256,
  )
}

/** Looks at some pictures that weren't checked for a day, and deletes those that no rule and no version uses. */
export async function dropRulePictures(
  tx: Sql,
  { at, limit }: CommandOf<'drop-rule-pictures'>,
): Promise<{ more: boolean }> {
  const due = await tx.all<{ channel: number; sha256: string }>(
    `select channel, sha256 from rule_pictures where checked_at <= ? order by checked_at limit ${given}`,
    at - unusedMs,
    limit,
  )
  // In the order of their numbers, as all maintenance locks channels.
  for (const { channel, sha256 } of due.toSorted((one, other) => one.channel - other.channel)) {
    await lockChannel(tx, channel)
    if (await isUsed(tx, channel, sha256)) {
      await tx.run('update rule_pictures set checked_at = ? where channel = ? and sha256 = ?', at, channel, sha256)
    } else {
      await tx.run('delete from rule_pictures where channel = ? and sha256 = ?', channel, sha256)
      await releaseFile(tx, sha256)
    }
  }
  return { more: due.length === limit }
}

async function isUsed(tx: Sql, channel: number, sha256: string): Promise<boolean> {
  const name = `%${sha256}%`
  const rule = await tx.get('select 1 from rules where channel = ? and more like ? limit 1', channel, name)
  if (rule) return true
  const change = await tx.get(
    'select 1 from assistant_changes where channel = ? and (before like ? or after like ?) limit 1',
    channel,
    name,
    name,
  )
  return change !== undefined
}
