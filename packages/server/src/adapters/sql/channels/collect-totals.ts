import { dayOf } from '../../../domain/day.ts'
import { areaOf, type NewHappening } from '../../../domain/messages/happening.ts'
import { isLate, minuteOf } from '../../../domain/messages/ledger/late-arrivals.ts'
import type { Change, MessagePosition } from '../../../ports/reading.ts'
import { countInLedger, countLate } from '../messages/ledger/count-in-ledger.ts'
import type { ChannelRow } from '../platforms/intake.ts'
import type { Sql } from '../sql.ts'
import { toChangeRow } from './changes.ts'

/** What a batch adds to a channel's counters and changes, to be written at its end. */
export function collectTotals(row: ChannelRow, receivedAt: number) {
  const channelNo = row.channel
  let { last_seq: lastSeq, last_time: lastTime } = row
  let appended = 0
  let late = 0
  const messagesOfDay = new Map<string, number>()
  const positions: [time: number, seq: number][] = []
  const changes: Change[] = []
  const happenings: (NewHappening & { seq: number })[] = []
  const lateIn = new Map<number, number>()
  const privateAt: number[] = []
  return {
    nextSeq: () => ++lastSeq,
    noteHappenings(some: readonly NewHappening[]) {
      for (const happening of some) happenings.push({ ...happening, seq: ++lastSeq })
    },
    noteMessage({ time: sentAt, seq }: MessagePosition) {
      positions.push([sentAt, seq])
      if (sentAt >= lastTime) appended++
      else late++
      lastTime = Math.max(lastTime, sentAt)
      if (isLate(sentAt, receivedAt)) lateIn.set(minuteOf(sentAt), (lateIn.get(minuteOf(sentAt)) ?? 0) + 1)
      const day = dayOf(sentAt, row.timezone)
      messagesOfDay.set(day, (messagesOfDay.get(day) ?? 0) + 1)
    },
    notePrivate(sentAt: number) {
      privateAt.push(sentAt)
    },
    noteChange(change: Change) {
      // Several people who join together need only one change.
      const isNoted = notedOnce.has(change.kind) && changes.some(({ kind }) => kind === change.kind)
      if (!isNoted) changes.push(change)
    },
    async flush(tx: Sql, at: number): Promise<void> {
      await countInLedger(tx, channelNo, { what: 'private_messages', times: privateAt, timezone: row.timezone })
      await countLate(tx, channelNo, lateIn)
      if (lastSeq === row.last_seq && changes.length === 0) return
      for (let end = positions.length; end > 0; end -= mostPositions) {
        changes.unshift({ kind: 'messages', places: positions.slice(Math.max(end - mostPositions, 0), end) })
      }
      if (happenings.length > 0) await tx.intake.addHappenings(channelNo, happenings)
      for (const [kind, some] of Map.groupBy(happenings, ({ what }) => areaOf(what))) {
        const index = changes.findIndex((change) => change.kind === kind)
        const change: Change = { kind, happenings: some.map(({ at: time, seq }) => [time, seq]) }
        changes.splice(index < 0 ? changes.length : index, index < 0 ? 0 : 1, change)
      }
      const toIndex = positions.length > 0 && row.is_indexed === 1 ? 1 : 0
      await tx.intake.updateChannel({ channelNo, lastSeq, lastTime, appended, late, changes: changes.length, toIndex })
      let before = changes.length
      for (const change of changes) await tx.intake.addChange(toChangeRow(channelNo, --before, at, change))
      for (const [day, messages] of messagesOfDay) await tx.intake.count(channelNo, day, { messages })
    },
  }
}

/** Messages in one change. The search index reads a change as a whole. */
const mostPositions = 50

/** Changes that say only "reload", so one per batch is enough. */
const notedOnce: ReadonlySet<Change['kind']> = new Set(['member', 'settings'])
