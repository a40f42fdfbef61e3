import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import type { Change } from '../../../ports/reading.ts'
import type { ChangeRow } from '../platforms/intake.ts'
import { given, type Sql } from '../sql.ts'

/** Says that something changed in a channel, in the transaction of its cause: whoever watches hears of it after the commit. */
export async function noteChange(tx: Sql, channelNo: number, at: number, change: Change): Promise<void> {
  await tx.run('update channels set last_change = last_change + 1 where channel = ?', channelNo)
  await tx.intake.addChange(toChangeRow(channelNo, 0, at, change))
}

/** `before`: how many changes of the channel follow this one. */
export function toChangeRow(channelNo: number, before: number, at: number, { kind, ...detail }: Change): ChangeRow {
  return { channelNo, before, at, kind, detail: JSON.stringify(detail) }
}

/** Whoever was away for longer reads anew. */
const rememberedMs = 24 * 60 * 60_000
/** Nobody wants to hear more at once, and a busy channel would fill the store with it. */
const mostRemembered = 2_000

/** Looks at the next `limit` channels, and forgets as many changes at most. What the search index has not taken yet stays. */
export async function forgetChanges(
  tx: Sql,
  { at, limit, after }: CommandOf<'forget-changes'>,
): Promise<ResultOf<'forget-changes'>> {
  const before = at - rememberedMs
  const channels = await tx.all<Looked>(look, before, mostRemembered, before, after, limit)
  const due = channels
    .filter(({ isDue }) => isDue === 1)
    .map(({ channel, last, indexFrom, young }) => ({
      channel,
      before: Math.max(last - mostRemembered + 1, young ?? last + 1),
      // Whatever comes in this very moment has a higher number.
      done: indexFrom ?? last + 1,
    }))
  if (due.length > 0 && (await tx.run(forget[tx.engine], JSON.stringify(due), limit)) >= limit) return { after }
  return { after: channels[limit - 1]?.channel ?? null }
}

type Looked = { channel: number; last: number; indexFrom: number | null; isDue: number | null; young: number | null }

/**
 * Numbers grow with time: the first tells whether anything is to be done, and what is younger ends the search. An index by age would
 * cost every message that comes.
 */
const look = `select c.channel, c.last_change as last, c.index_from as "indexFrom",
    (select case when h.at < ? or h.no <= c.last_change - ? then 1 else 0 end
      from changes h where h.channel = c.channel order by h.no limit 1) as "isDue",
    (select h.no from changes h where h.channel = c.channel and h.at >= ? order by h.no limit 1) as young
  from channels c where c.channel > ? order by c.channel limit ${given}`

/** The engines read a list in different words. A cross join is walked in the order it is written. */
const forget = {
  sqlite: forgetOf(`(select json_extract(value, '$.channel') as channel, json_extract(value, '$.before') as before,
    json_extract(value, '$.done') as done from json_each(?)) d`),
  postgres: forgetOf('json_to_recordset(cast(? as json)) d (channel bigint, before bigint, done bigint)'),
}

function forgetOf(due: string): string {
  return `delete from changes where (channel, no) in (
    select h.channel, h.no from ${due} cross join changes h
    where h.channel = d.channel and h.no < d.before and (h.kind <> 'messages' or h.no < d.done) limit ${given}
  )`
}
