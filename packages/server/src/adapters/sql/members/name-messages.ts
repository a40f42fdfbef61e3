import type { MessagePosition } from '../../../ports/reading.ts'
import { noteChange } from '../channels/changes.ts'
import { raiseEditVersion } from '../media/media.ts'
import { renameSender } from '../search/search-names.ts'
import type { Sql } from '../sql.ts'

/** Someone's messages can be many, and everyone else's writes wait for the transaction. */
const mostAtOnce = 500

export type NewlyNamed = { userId: string; name: string; joinedAt: number; at: number }

/**
 * Until the platform provided the name, the ID was shown: messages from that time get the name now. Looks at the next messages after
 * a position, and returns the last of them, or null if there are no more.
 */
export async function nameMessages(
  tx: Sql,
  channelNo: number,
  { userId, name, joinedAt, at }: NewlyNamed,
  after: MessagePosition = { time: joinedAt, seq: -1 },
): Promise<MessagePosition | null> {
  const place = [channelNo, after.time, after.seq] as const
  const last = await tx.get<MessagePosition>(
    `select time, seq from messages where channel = ? and (time, seq) > (?, ?)
     order by time, seq limit 1 offset ${mostAtOnce - 1}`,
    ...place,
  )
  const sender = (shown: string) => `"sender":{"id":${JSON.stringify(userId)},"name":${JSON.stringify(shown)}}`
  const theirs = await tx.returning<MessagePosition>(
    `update messages set json = replace(json, ?, ?)
     where channel = ? and (time, seq) > (?, ?) ${last ? 'and (time, seq) <= (?, ?)' : ''} and instr(json, ?) > 0
     returning time, seq`,
    sender(userId),
    sender(name),
    ...place,
    ...(last ? [last.time, last.seq] : []),
    sender(userId),
  )
  for (const { time, seq } of theirs) {
    await tx.run(
      'update media set json = replace(json, ?, ?) where channel = ? and time = ? and seq = ? and json is not null',
      `"sender":${JSON.stringify(userId)}`,
      `"sender":${JSON.stringify(name)}`,
      channelNo,
      time,
      seq,
    )
    await noteChange(tx, channelNo, at, { kind: 'edited', place: [time, seq] })
  }
  if (theirs.length > 0) {
    await renameSender(tx, channelNo, { id: userId, name, before: userId }, theirs)
    await raiseEditVersion(tx, channelNo)
  }
  return last ?? null
}
