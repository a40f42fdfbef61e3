import type { CommandOf } from '../../../ports/commands.ts'
import { findFact, setFact } from '../metadata.ts'
import { given, type Sql } from '../sql.ts'

/** Platforms redeliver for minutes or hours, and none says how long. A message is known by its own id while it is kept. */
const knownMs = 30 * 24 * 60 * 60_000

const place = 'events walked to'

type Key = [channelNo: number, eventId: string]

/**
 * Scans the seen events in the order of their key, `limit` rows at a time, and deletes those that are too old to be
 * redelivered. The position is stored: an index by time would make every event more expensive, and a service that restarts
 * often would never reach the end otherwise.
 */
export async function forgetEvents(tx: Sql, { at, limit }: CommandOf<'forget-events'>): Promise<{ more: boolean }> {
  const remembered = await findFact(tx, place)
  const after: Key = remembered === undefined ? [0, ''] : JSON.parse(remembered)
  const [to] = await tx.lists<Key>(
    `select channel, event_id from events_seen where (channel, event_id) > (?, ?)
     order by channel, event_id limit 1 offset ${given}`,
    ...after,
    limit - 1,
  )
  const within = `(channel, event_id) > (?, ?) ${to ? 'and (channel, event_id) <= (?, ?)' : ''}`
  // Those that someone else has locked belong to a channel that is being erased.
  const old = `${within} and at < ?`
  const free = `(channel, event_id) in (select channel, event_id from events_seen where ${old} for update skip locked)`
  await tx.run(
    `delete from events_seen where ${tx.engine === 'sqlite' ? old : free}`,
    ...after,
    ...(to ?? []),
    at - knownMs,
  )
  if (to) await setFact(tx, place, JSON.stringify(to))
  else if (remembered !== undefined) await tx.run('delete from facts where name = ?', place)
  return { more: to !== undefined }
}
