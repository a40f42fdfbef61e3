import { channelsIn } from '../../../domain/accounts/channel-limit.ts'
import type { Reader, Sql } from '../sql.ts'

/** An expression: whether the limit in a column allows the channel whose number is in another one. */
export function allows(limit: string, channel: string): string {
  return `(${limit} is null or instr(${limit}, ',' || ${channel} || ',') > 0)`
}

/** The same for a limit that is given, twice. */
export function isInReach(channel: string): string {
  return allows('cast(? as text)', channel)
}

/** Those that still exist. */
export async function listLimitedTo(sql: Reader, limit: string): Promise<string[]> {
  const ids: string[] = []
  for (const channelNo of channelsIn(limit)) {
    const row = await sql.get<{ channelId: string }>(
      'select channel_id as "channelId" from channels where channel = ?',
      channelNo,
    )
    if (row) ids.push(row.channelId)
  }
  return ids
}

/** Keys that were limited to this channel alone allow nothing afterwards. */
export async function dropFromLimits(tx: Sql, channelNo: number): Promise<void> {
  await replaceInLimits(tx, channelNo, ',')
}

export async function moveInLimits(tx: Sql, { from, into }: { from: number; into: number }): Promise<void> {
  await replaceInLimits(tx, from, `,${into},`)
}

async function replaceInLimits(tx: Sql, channelNo: number, by: string): Promise<void> {
  const named = `,${channelNo},`
  await tx.run('update keys set channels = replace(channels, ?, ?) where instr(channels, ?) > 0', named, by, named)
}
