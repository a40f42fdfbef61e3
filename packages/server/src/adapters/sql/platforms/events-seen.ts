import type { CommandOf } from '../../../ports/commands.ts'
import { findFact, setFact } from '../metadata.ts'
import { given, type Sql } from '../sql.ts'

/** Platforms send again for minutes or hours, and none says for how long. A message is known by its own id for as long as it is kept. */
const knownMs = 30 * 24 * 60 * 60_000

const place = 'events walked to'

type Key = [channelNo: number, eventId: string]

/**
 * Goes through what was seen in the order of its key, `limit` rows at a time, and forgets what is too old to come again. The place is
 * remembered: an index by age would cost every event that comes, and whoever stops often would never come to the end otherwise.
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
  await tx.run(`delete from events_seen where ${within} and at < ?`, ...after, ...(to ?? []), at - knownMs)
  if (to) await setFact(tx, place, JSON.stringify(to))
  else if (remembered !== undefined) await tx.run('delete from facts where name = ?', place)
  return { more: to !== undefined }
}
