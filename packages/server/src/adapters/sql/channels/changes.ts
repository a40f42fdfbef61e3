import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import type { Change } from '../../../ports/reading.ts'
import type { ChangeRow } from '../platforms/intake.ts'
import { given, type Sql } from '../sql.ts'

/** Records that something changed in a channel, in the transaction of its cause. Listeners are notified after the commit. */
export async function noteChange(tx: Sql, channelNo: number, at: number, change: Change): Promise<void> {
  await tx.run('update channels set last_change = last_change + 1 where channel = ?', channelNo)
  await tx.intake.addChange(toChangeRow(channelNo, 0, at, change))
}

/** `before`: how many changes of the channel follow this one. */
export function toChangeRow(channelNo: number, before: number, at: number, { kind, ...detail }: Change): ChangeRow {
  return { channelNo, before, at, kind, detail: JSON.stringify(detail) }
}

/** Clients that were offline for longer reload. */
const rememberedMs = 24 * 60 * 60_000
/** No client needs more at once, and a busy channel would fill the store. */
const mostRemembered = 2_000
/** As long as a webhook hasn't looked at them, so that it misses nothing while the service was stopped: as long as it tries to send. */
const forWebhooks = { rememberedMs: 76 * 60 * 60_000, most: 20_000 }

/**
 * Examines the next `limit` channels, and deletes at most as many changes. What the search index or a webhook hasn't read yet stays.
 */
export async function forgetChanges(
  tx: Sql,
  { at, limit, after }: CommandOf<'forget-changes'>,
): Promise<ResultOf<'forget-changes'>> {
  const before = at - rememberedMs
  const channels = await tx.all<Looked>(
    look,
    before,
    mostRemembered,
    before,
    at - forWebhooks.rememberedMs,
    after,
    limit,
  )
  const due = channels
    .filter(({ isDue }) => isDue === 1)
    .map(({ channel, last, indexFrom, young, planned, plannedYoung }) => ({
      channel,
      before: Math.min(
        Math.max(last - mostRemembered + 1, young ?? last + 1),
        // The first change that a webhook still needs, unless it is too old, or there are too many.
        Math.max((planned ?? last) + 1, plannedYoung ?? last + 1, last - forWebhooks.most + 1),
      ),
      // Changes that are added at this moment have higher numbers.
      done: indexFrom ?? last + 1,
    }))
  if (due.length > 0 && (await tx.run(forget[tx.engine], JSON.stringify(due), limit)) >= limit) return { after }
  return { after: channels[limit - 1]?.channel ?? null }
}

type Looked = {
  channel: number
  last: number
  indexFrom: number | null
  isDue: number | null
  young: number | null
} & {
  /** The last change that every webhook has looked at. Null: there are none. */
  planned: number | null
  plannedYoung: number | null
}

/**
 * Numbers grow with time: the first one shows whether there is anything to do, and a newer one ends the scan. An index by time
 * would make every message more expensive.
 */
const look = `select c.channel, c.last_change as last, c.index_from as "indexFrom",
    (select case when h.at < ? or h.no <= c.last_change - ? then 1 else 0 end
      from changes h where h.channel = c.channel order by h.no limit 1) as "isDue",
    (select h.no from changes h where h.channel = c.channel and h.at >= ? order by h.no limit 1) as young,
    (select min(w.change_no) from webhooks w where w.channel = c.channel and w.off_because is null) as planned,
    (select h.no from changes h where h.channel = c.channel and h.at >= ? order by h.no limit 1) as "plannedYoung"
  from channels c where c.channel > ? order by c.channel limit ${given}`

/** The engines unpack lists differently. A cross join is executed in the order it is written. */
const forget = {
  sqlite: forgetOf(
    '',
    `(select json_extract(value, '$.channel') as channel, json_extract(value, '$.before') as before,
    json_extract(value, '$.done') as done from json_each(?)) d`,
  ),
  // Others delete changes of a channel that is erased, in another order.
  postgres: forgetOf(
    'for update of h skip locked',
    'json_to_recordset(cast(? as json)) d (channel bigint, before bigint, done bigint)',
  ),
}

function forgetOf(locking: string, due: string): string {
  return `delete from changes where (channel, no) in (
    select h.channel, h.no from ${due} cross join changes h
    where h.channel = d.channel and h.no < d.before and (h.kind <> 'messages' or h.no < d.done) limit ${given} ${locking}
  )`
}
