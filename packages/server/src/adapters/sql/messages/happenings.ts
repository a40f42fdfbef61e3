import type { HappeningWord } from '@innkeeper/contract'
import { areaOf, missingSince, type NewHappening } from '../../../domain/messages/happening.ts'
import { noteChange } from '../channels/changes.ts'
import { given, type Sql } from '../sql.ts'

/**
 * Those of a batch of events get their number from its counter, like messages. All others are numbered from here on, above any
 * message, because the counter may belong to a batch at this moment.
 */
export const firstOutside = 2 ** 40

/**
 * Stores what happened in a channel at one moment, and tells clients that watch it. The caller has locked the channel. Events of
 * a batch use `OpenChannel.noteHappenings` instead. The same happening has one effect, however often it is reported.
 */
export async function addHappenings(
  tx: Sql,
  channelNo: number,
  at: number,
  happenings: readonly NewHappening[],
): Promise<void> {
  if (happenings.length === 0) return
  const row = await tx.get<{ last: number | null }>(
    'select max(seq) as last from happenings where channel = ? and time = ? and seq >= ?',
    channelNo,
    at,
    firstOutside,
  )
  const first = row?.last == null ? firstOutside : row.last + 1
  const numbered = happenings.map((happening, index) => ({ ...happening, seq: first + index }))
  await tx.intake.addHappenings(channelNo, numbered)
  for (const [kind, some] of Map.groupBy(numbered, ({ what }) => areaOf(what))) {
    await noteChange(tx, channelNo, at, { kind, happenings: some.map(({ at: time, seq }) => [time, seq]) })
  }
}

/** A stretch in which nothing is saved, by what begins and what ends it. */
const stretches = {
  backup: { begins: 'backup-off', ends: 'backup-on' },
  status: { begins: 'disabled', ends: 'enabled' },
} as const satisfies Record<string, { begins: HappeningWord; ends: HappeningWord }>

/** The happening to note after a change, or none if messages are saved, or not saved, as before. */
export async function describeSaving(
  tx: Sql,
  channelNo: number,
  { at, of, was, is }: { at: number; of: keyof typeof stretches; was: boolean; is: boolean },
): Promise<NewHappening[]> {
  if (was === is) return []
  const { begins, ends } = stretches[of]
  if (!is) return [{ at, what: begins }]
  const last = await tx.get<{ what: string; time: number }>(
    `select what, time from happenings where channel = ? and user_id = '' and what in (?, ?)
     order by time desc, seq desc limit ${given}`,
    channelNo,
    begins,
    ends,
    1,
  )
  return [{ at, what: ends, since: missingSince(last, begins) }]
}

/** Runs a change of subscriptions or of who can subscribe, and notes whether messages are saved from then on. */
export async function notingBackup<Result>(
  tx: Sql,
  { channelNo, at }: { channelNo: number; at: number },
  change: () => Promise<Result>,
): Promise<Result> {
  const was = await tx.intake.isBackedUp(channelNo)
  const result = await change()
  const is = await tx.intake.isBackedUp(channelNo)
  await addHappenings(tx, channelNo, at, await describeSaving(tx, channelNo, { at, of: 'backup', was, is }))
  return result
}
