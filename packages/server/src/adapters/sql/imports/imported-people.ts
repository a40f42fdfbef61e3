import { isImportedPerson } from '../../../domain/imports/imported-id.ts'
import { subjectOf } from '../../../domain/storage/erasure.ts'
import type { ImportedRow } from '../../../ports/commands/imports.ts'
import { forEachRow } from '../row-list.ts'
import type { Reader } from '../sql.ts'
import { idList } from './vouchers.ts'

/** What decides whether messages of a person come in. `erasedAt`: their messages up to then were erased. */
type KnownPerson = { name: string | undefined; erasedAt: number | undefined; privateSince: number | undefined }

export type KnownPeople = ReadonlyMap<string, KnownPerson>

type Channel = { channelNo: number; channelId: string }

/** The same for everyone that an import names: people here, and people who are only known from files. */
export async function listPeople(
  sql: Reader,
  { channelNo, channelId }: Channel,
  userIds: readonly string[],
): Promise<KnownPeople> {
  const bySubject = new Map(userIds.map((userId) => [subjectOf(userId), userId]))
  const members = await sql.lists<[userId: string, name: string]>(membersOf[sql.engine], idList(userIds), channelNo)
  const unseen = await sql.lists<[userId: string, since: number]>(privateOf[sql.engine], idList(userIds), channelNo)
  const erased = await sql.lists<[subject: string, at: number]>(
    erasedOf[sql.engine],
    idList([...bySubject.keys()]),
    subjectOf(channelId),
  )
  const names = new Map(members)
  const since = new Map(unseen)
  const until = new Map(erased.map(([subject, at]) => [bySubject.get(subject) ?? '', at]))
  return new Map(
    userIds.map((userId) => [
      userId,
      { name: names.get(userId), erasedAt: until.get(userId), privateSince: since.get(userId) },
    ]),
  )
}

/**
 * Checked again while it's written, because someone may have been erased since the file was compared. Times of files may be a minute
 * apart from ours, so a message at a border counts as within it.
 */
export function mayComeIn(message: ImportedRow, people: KnownPeople): boolean {
  const { senderId, time, precisionMs } = message
  // A member without a row was erased.
  if (people.get(senderId)?.name === undefined && !isImportedPerson(senderId)) return false
  return idsOf(message).every((id) => {
    const { erasedAt, privateSince } = people.get(id) ?? {}
    if (erasedAt !== undefined && time - precisionMs - minuteMs <= erasedAt) return false
    return privateSince === undefined || time + precisionMs + minuteMs < privateSince
  })
}

/** Under which the sender may be known here. */
export const idsOf = ({ senderId, sourcePersonId }: ImportedRow) =>
  sourcePersonId === undefined ? [senderId] : [senderId, sourcePersonId]

const minuteMs = 60_000

const membersOf = forEachRow(
  (rows) => `select m.user_id, m.display_name from ${rows} cross join members m
     where m.channel = ? and m.user_id = l.value ->> 0`,
)
const privateOf = forEachRow(
  (rows) => `select p.user_id, p.since from ${rows} cross join private_members p
     where p.channel = ? and p.user_id = l.value ->> 0`,
)
const erasedOf = forEachRow(
  (rows) => `select e.subject, max(e.at) from ${rows} cross join erasures e
     where e.subject = l.value ->> 0 and e.kind = 'person' and (e.channel_subject is null or e.channel_subject = ?)
     group by e.subject`,
)
