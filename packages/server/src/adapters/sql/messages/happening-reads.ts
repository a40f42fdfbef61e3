import type { HappeningWord } from '@innkeeper/contract'
import type { HappeningRecord, MessagePosition } from '../../../ports/reading.ts'
import { toPicture } from '../media/picture-reads.ts'
import { createManyReader, positionValues } from '../members/many-reads.ts'
import { given, type Reader } from '../sql.ts'

export type HappeningRow = {
  time: number
  seq: number
  what: HappeningWord
  user_id: string
  old_name: string | null
  new_name: string | null
  since: number | null
  display_name: string | null
  picture_sha256: string | null
  picture_type: string | null
}

const columns = `h.time, h.seq, h.what, h.user_id, h.old_name, h.new_name, h.since, m.display_name, m.picture_sha256, m.picture_type`
/** With the name that people have now: when they join, the platform often hasn't told it yet. */
const happenings = `select ${columns} from happenings h
  left join members m on m.channel = h.channel and m.user_id = h.user_id`

/** Values: channel, position to start after, time to stop at, how many. */
export const earliestHappenings = `${happenings}
  where h.channel = ? and (h.time, h.seq) > (?, ?) and h.time < ? order by h.time, h.seq limit ${given}`
export const latestHappenings = `${happenings}
  where h.channel = ? and (h.time, h.seq) < (?, ?) and h.time >= ? order by h.time desc, h.seq desc limit ${given}`

const readMany = createManyReader<Values>(
  (count) => `${happenings} where h.channel = ? and (h.time, h.seq) in (values ${Array(count).fill(positionValues)})`,
)

type Values = [
  time: number,
  seq: number,
  what: HappeningWord,
  userId: string,
  oldName: string | null,
  newName: string | null,
  since: number | null,
  displayName: string | null,
  pictureSha256: string | null,
  pictureType: string | null,
]

/** In reading order; missing ones are left out. */
export async function listHappenings(
  sql: Reader,
  channelNo: number,
  positions: readonly MessagePosition[],
): Promise<HappeningRecord[]> {
  const rows = await readMany(
    sql,
    channelNo,
    positions.map(({ time, seq }) => [time, seq]),
  )
  return rows
    .map(([time, seq, what, user_id, old_name, new_name, since, display_name, picture_sha256, picture_type]) =>
      toHappening({
        time,
        seq,
        what,
        user_id,
        old_name,
        new_name,
        since,
        display_name,
        picture_sha256,
        picture_type,
      }),
    )
    .sort((a, b) => a.position.time - b.position.time || a.position.seq - b.position.seq)
}

export function toHappening(row: HappeningRow): HappeningRecord {
  const { time, seq, what, user_id: userId } = row
  return {
    position: { time, seq },
    what,
    person: userId === '' ? null : { userId, displayName: row.display_name ?? userId, picture: toPicture(row) },
    oldName: row.old_name,
    newName: row.new_name,
    since: row.since,
  }
}
