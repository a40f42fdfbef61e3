import type { Role } from '@innkeeper/contract'
import type { Job } from '../../../domain/jobs/job.ts'
import {
  decideLeft,
  decideSeen,
  isArrival,
  isJoinKnown,
  type Membership,
  type Sighting,
} from '../../../domain/members/membership.ts'
import type { NewHappening } from '../../../domain/messages/happening.ts'
import type { Person as Reported } from '../../../ports/connector.ts'
import { audit } from '../channels/audit.ts'
import type { OpenChannel } from '../channels/open-channels.ts'
import { describeSaving } from '../messages/happenings.ts'
import type { PersonRow } from '../platforms/intake.ts'
import type { Sql } from '../sql.ts'
import { listErased, wasErased } from '../storage/past-erasures.ts'

/** Names and pictures change, so members who post are looked up again after this long. */
const profileLastsMs = 7 * 24 * 60 * 60_000

/** A person who writes a lot causes one write more in this time, not one with each message. */
const seenLastsMs = 60 * 60_000

/**
 * `isReturning`: had been seen here before this time. `wasHere`: and had not left. `isReportedAgain`: this join was reported
 * before.
 */
export type Seen = {
  name: string
  isPrivate: boolean
  isErased: boolean
  isReturning: boolean
  wasHere: boolean
  isReportedAgain: boolean
}

const erased: Seen = {
  name: '',
  isPrivate: false,
  isErased: true,
  isReturning: false,
  wasHere: false,
  isReportedAgain: false,
}

/**
 * Records that a person is in the chat. Returns their display name, and whether they stay out of the backup. Events from before a
 * person was erased are ignored.
 */
export async function recordPerson(tx: Sql, channel: OpenChannel, sighting: Sighting): Promise<Seen> {
  const known = await findPerson(tx, channel.channelNo, sighting.userId)
  if (!known && (await wasErased(tx, channel.channelId, sighting.userId, sighting.at))) return erased
  const { next, seen, refresh } = see(channel, known, sighting)
  if (next) await tx.intake.writePerson(channel.channelNo, sighting.userId, next, sighting.at)
  if (isNewlySeen(known, seen, sighting.at)) await tx.intake.noteSeen(channel.channelNo, sighting.userId, sighting.at)
  if (refresh) await channel.plan(refresh)
  if (isBack(known, next)) await channel.refreshAdmins()
  return seen
}

/** Records who sent a message or an edit. A sender that stands for several people isn't a member, so it can't own or hide anything. */
export async function recordSender(
  tx: Sql,
  channel: OpenChannel,
  { sender, at }: { sender?: Reported; at: number },
): Promise<Seen | undefined> {
  if (!sender) return undefined
  if (!sender.isShared) return await recordPerson(tx, channel, { ...sender, at })
  const name = sender.displayName ?? sender.userId
  return { name, isPrivate: false, isErased: false, isReturning: false, wasHere: false, isReportedAgain: false }
}

/** Their role on the platform counts again, but they came back as an ordinary member. */
function isBack(known: Person | undefined, next: Membership | undefined): boolean {
  return known !== undefined && known.leftAt !== null && next?.leftAt === null
}

/** Nothing is noted of people who are private. */
function isNewlySeen(known: Person | undefined, { isPrivate }: Seen, at: number): boolean {
  return !isPrivate && at - (known?.seenAt ?? Number.NEGATIVE_INFINITY) >= seenLastsMs
}

/** Notes that several people joined together. */
export async function recordJoin(
  tx: Sql,
  channel: OpenChannel,
  people: ReadonlyMap<string, Omit<Sighting, 'at'>>,
  at: number,
): Promise<Map<string, Seen>> {
  const { channelNo, channelId } = channel
  const known = await findPeople(tx, channelNo, [...people.keys()])
  const unknown = [...people.keys()].filter((userId) => !known.has(userId))
  const gone = await listErased(tx, channelId, unknown, at)
  const all = new Map<string, Seen>()
  const written = new Map<string, Membership>()
  const refreshed: Job[] = []
  let isAnyBack = false
  for (const [userId, person] of people) {
    if (gone.has(userId)) {
      all.set(userId, erased)
      continue
    }
    const { next, seen, refresh } = see(channel, known.get(userId), { ...person, at })
    if (next) written.set(userId, next)
    isAnyBack ||= isBack(known.get(userId), next)
    if (refresh) refreshed.push(refresh)
    all.set(userId, seen)
  }
  if (written.size > 0) await tx.intake.writePeople(channelNo, written, at)
  const present = [...people.keys()].filter((userId) => !gone.has(userId))
  // The platform reported that they joined, so they were not members all along.
  await tx.intake.markJoined(channelNo, present, at)
  await channel.planAll(refreshed)
  if (isAnyBack) await channel.refreshAdmins()
  const arrived = present.filter((userId) => {
    const person = known.get(userId)
    return !person?.isPrivate && isArrival(person, at) && !isJoinKnown(person, at)
  })
  channel.noteHappenings(arrived.map((userId) => ({ at, what: 'joined', userId })))
  return all
}

/** Decides what a sighting changes: the membership to write, if any, and the job that refreshes an outdated profile. */
function see(
  channel: OpenChannel,
  known: Person | undefined,
  sighting: Sighting,
): { next: Membership | undefined; seen: Seen; refresh: Job | undefined } {
  const { userId, displayName, at } = sighting
  let next = decideSeen(known, sighting, channel.newMemberRole)
  if (next) {
    if (userId === channel.soleUserId && next.leftAt === null) next = { ...next, role: 'owner' }
    // People who were never members have no subscription.
    if (known && known.leftAt !== next.leftAt) channel.forgetBackup()
    channel.noteChange({ kind: 'member' })
    if (known) channel.noteHappenings(describeSighting(known, next, sighting))
  }
  const isLookedUp = displayName === undefined || channel.namesComeAlone
  const isOutdated = isLookedUp && at - (known?.profileAt ?? 0) > profileLastsMs
  return {
    next,
    seen: {
      name: (next ?? known)?.displayName ?? userId,
      isPrivate: known?.isPrivate ?? false,
      isErased: false,
      isReturning: known !== undefined && known.joinedAt < at,
      wasHere: known !== undefined && known.joinedAt < at && known.leftAt === null,
      isReportedAgain: isJoinKnown(known, at),
    },
    refresh: isOutdated ? { kind: 'refresh-member', channelId: channel.channelId, userId } : undefined,
  }
}

/**
 * Someone who left and posts again is back, even if their return wasn't reported. Nothing is noted about people who stay out of
 * the backup.
 */
function describeSighting(known: Person, next: Membership, { userId, at }: Sighting): NewHappening[] {
  if (known.isPrivate) return []
  const isBack = known.leftAt !== null && next.leftAt === null
  const isRenamed = known.displayName !== userId && known.displayName !== next.displayName
  return [
    ...(isBack ? [{ at, what: 'joined', userId } as const] : []),
    ...(isRenamed
      ? [{ at, what: 'renamed', userId, oldName: known.displayName, newName: next.displayName } as const]
      : []),
  ]
}

export type LeftChannel = Pick<
  OpenChannel,
  'channelNo' | 'isBackedUp' | 'forgetBackup' | 'noteChange' | 'noteHappenings'
>

/** Returns the people who were members, with the role they had. */
export async function recordLeave(
  tx: Sql,
  channel: LeftChannel,
  userIds: readonly string[],
  at: number,
): Promise<Map<string, Role>> {
  const { channelNo } = channel
  const known = await findPeople(tx, channelNo, userIds)
  const left = new Map<string, Membership>()
  const roles = new Map<string, Role>()
  for (const [userId, person] of known) {
    const next = decideLeft(person, at)
    if (!next) continue
    left.set(userId, next)
    roles.set(userId, person.role)
  }
  if (left.size === 0) return roles
  const was = await channel.isBackedUp()
  await tx.intake.writePeople(channelNo, left, at)
  const ended = await tx.intake.endSubscriptions(channelNo, [...left.keys()])
  channel.forgetBackup()
  channel.noteChange({ kind: 'member' })
  const shown = [...left.keys()].filter((userId) => !known.get(userId)?.isPrivate)
  channel.noteHappenings(shown.map((userId) => ({ at, what: 'left', userId })))
  if (ended > 0) {
    const is = await channel.isBackedUp()
    channel.noteHappenings(await describeSaving(tx, channelNo, { at, of: 'backup', was, is }))
  }
  for (const [userId, role] of roles) {
    if (role === 'owner' || role === 'admin') {
      await tx.run('update members set admin_since = null where channel = ? and user_id = ?', channelNo, userId)
    }
    if (role === 'owner') {
      await audit(tx, channelNo, { kind: 'system' }, at, { action: 'owner.left', target: userId })
    }
  }
  return roles
}

type Person = Membership & {
  profileAt: number | null
  seenAt: number | null
  joinSeenAt: number | null
  isPrivate: boolean
}

function toPerson(row: PersonRow): Person {
  return {
    displayName: row.display_name,
    role: row.role,
    joinedAt: row.joined_at,
    leftAt: row.left_at,
    profileAt: row.profile_at,
    seenAt: row.seen_at,
    joinSeenAt: row.join_seen_at,
    isPrivate: row.private_since !== null,
  }
}

async function findPerson(tx: Sql, channelNo: number, userId: string): Promise<Person | undefined> {
  const row = await tx.intake.findPerson(channelNo, userId)
  return row && toPerson(row)
}

async function findPeople(tx: Sql, channelNo: number, userIds: readonly string[]): Promise<Map<string, Person>> {
  const rows = await tx.intake.findPeople(channelNo, userIds)
  return new Map(rows.map((row) => [row.user_id, toPerson(row)]))
}
