import type { CommandOf } from '../../../ports/commands.ts'
import type { Change } from '../../../ports/reading.ts'
import { given, type Sql } from '../sql.ts'
import { intake } from './intake.ts'

/** Says that something changed in a channel, in the transaction of its cause: whoever watches hears of it after the commit. */
export async function noteChange(tx: Sql, channelNo: number, at: number, change: Change): Promise<void> {
  await tx.run('update channels set last_change = last_change + 1 where channel = ?', channelNo)
  await insertChange(tx, { channelNo, before: 0, at }, change)
}

/** For whoever has raised `last_change` already. `before`: by how many the change precedes the last. */
export async function insertChange(
  tx: Sql,
  { channelNo, before, at }: { channelNo: number; before: number; at: number },
  { kind, ...detail }: Change,
): Promise<void> {
  await tx.run(intake.addChange, before, at, kind, JSON.stringify(detail), channelNo)
}

/** Whoever was away for longer reads anew. */
const rememberedMs = 24 * 60 * 60_000
/** Nobody wants to hear more at once, and a busy channel would fill the store with it. */
const mostRemembered = 2_000

const isDone = "(h.kind <> 'messages' or h.no < coalesce(c.index_from, c.last_change + 1))"

/** What the search index has not taken yet stays, whatever its age. A cross join is walked in the order it is written. */
export async function forgetChanges(tx: Sql, { at, limit }: CommandOf<'forget-changes'>): Promise<{ more: boolean }> {
  const aged = await tx.run(
    // Numbers grow with time: what is younger ends the search. An index by age would cost every message that comes.
    `delete from changes where (channel, no) in (
       select h.channel, h.no from channels c cross join changes h
       where h.channel = c.channel and ${isDone} and h.no < coalesce(
         (select y.no from changes y where y.channel = c.channel and y.at >= ? order by y.no limit 1), c.last_change + 1)
       limit ${given}
     )`,
    at - rememberedMs,
    limit,
  )
  const crowded = await tx.run(
    `delete from changes where (channel, no) in (
       select h.channel, h.no from channels c cross join changes h
       where h.channel = c.channel and ${isDone} and h.no <= c.last_change - ? limit ${given}
     )`,
    mostRemembered,
    limit,
  )
  return { more: aged >= limit || crowded >= limit }
}
