import type { CommandOf } from '../../../ports/commands.ts'
import { firstOutside } from '../messages/happenings.ts'
import { forEachRow, rowList } from '../row-list.ts'
import type { Sql } from '../sql.ts'

/**
 * Marks in the timeline of every channel of a platform that messages may be missing, and tells operators. The same span has one
 * effect, however often it is reported. There may be thousands of channels, so each statement is for all of them.
 */
export async function noteMissed(tx: Sql, { platform, at, since, reason }: CommandOf<'note-missed'>): Promise<null> {
  await tx.run(
    `insert into connections (platform, missed_since, missed_until, missed_reason) values (?, ?, ?, ?)
     on conflict (platform) do update set missed_since = excluded.missed_since, missed_until = excluded.missed_until,
       missed_reason = excluded.missed_reason`,
    platform,
    since,
    at,
    reason,
  )
  const marked = await tx.returning<{ channel: number; time: number; seq: number }>(
    markActive,
    at,
    at,
    since,
    since,
    platform,
    at,
  )
  if (marked.length === 0) return null
  // As `noteChange` does for one channel.
  const rows = rowList(marked.map(({ channel, time, seq }) => [channel, JSON.stringify({ happenings: [[time, seq]] })]))
  await tx.run(raiseChanges[tx.engine], rows)
  await tx.run(addChanges[tx.engine], at, rows)
  return null
}

/** A channel misses nothing from before it was enabled. */
const markActive = `insert into happenings (channel, time, seq, what, user_id, since)
  select c.channel, ?, ${firstOutside} + (select count(*) from happenings h where h.channel = c.channel and h.time = ?
      and h.seq >= ${firstOutside}), 'events-missed', '',
    case when cast(? as bigint) < c.enabled_at then c.enabled_at else cast(? as bigint) end
  from channels c where c.platform = ? and c.bot_present = 1 and c.owner_disabled = 0 and c.enabled_at < ?
  on conflict do nothing returning channel, time, seq`

const raiseChanges = forEachRow(
  (rows) => `update channels set last_change = last_change + 1
     where channel in (select cast(l.value ->> 0 as bigint) from ${rows})`,
)
const addChanges = forEachRow(
  (rows) => `insert into changes (channel, no, at, kind, detail)
     select c.channel, c.last_change, ?, 'settings', l.value ->> 1
     from ${rows} join channels c on c.channel = cast(l.value ->> 0 as bigint)`,
)
