import {
  refuseTooMuchStored,
  type StoredBytes,
  standardLimits,
} from '../../../domain/assistant/rules/assistant-limits.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { Defaults, Sql } from '../sql.ts'

/** Throws if a channel would store too much. `rulesBytes`: of all rules afterwards; `versionBytes`: of the new version. */
export async function refuseBeyondLimits(
  tx: Sql,
  { limits = standardLimits }: Defaults,
  channelNo: number,
  wish: { rulesBytes: number; versionBytes: number },
): Promise<void> {
  const before = await loadStoredBytes(tx, channelNo)
  refuseTooMuchStored(limits, before, {
    rulesBytes: wish.rulesBytes,
    versionBytes: before.versionBytes + wish.versionBytes,
    otherBytes: before.otherBytes,
  })
}

/** The same for one rule. `growth`: by how much it makes the rules larger. */
export async function refuseGrowth(tx: Sql, defaults: Defaults, channelNo: number, growth: number): Promise<void> {
  const { rulesBytes } = await loadStoredBytes(tx, channelNo)
  await refuseBeyondLimits(tx, defaults, channelNo, { rulesBytes: rulesBytes + growth, versionBytes: Math.abs(growth) })
}

export async function noteGrowth(tx: Sql, channelNo: number, growth: number): Promise<void> {
  await tx.run('update assistants set rules_bytes = rules_bytes + ? where channel = ?', growth, channelNo)
}

export async function recordSizes(tx: Sql, { at, channels }: CommandOf<'record-sizes'>): Promise<null> {
  for (const { channelNo, messageBytes, mediaBytes } of channels) {
    // A channel may have been erased since.
    await tx.run(
      `insert into channel_sizes (channel, message_bytes, media_bytes, measured_at)
       select a.channel, cast(? as bigint), cast(? as bigint), cast(? as bigint) from assistants a where a.channel = ?
       on conflict (channel) do update set message_bytes = excluded.message_bytes, media_bytes = excluded.media_bytes,
         measured_at = excluded.measured_at`,
      messageBytes,
      mediaBytes,
      at,
      channelNo,
    )
  }
  return null
}

/** From stored sizes. A channel has a few hundred versions at most. */
async function loadStoredBytes(tx: Sql, channelNo: number): Promise<StoredBytes> {
  const row = await tx.get<StoredBytes>(
    `select a.rules_bytes as "rulesBytes",
       (select coalesce(sum(v.size_bytes), 0) from assistant_versions v where v.channel = a.channel) as "versionBytes",
       (select coalesce(sum(s.message_bytes + s.media_bytes), 0) from channel_sizes s where s.channel = a.channel)
         as "otherBytes"
     from assistants a where a.channel = ?`,
    channelNo,
  )
  return row ?? { rulesBytes: 0, versionBytes: 0, otherBytes: 0 }
}
