import { type Member, type MemberActivity, type MemberDetail, peopleLimits } from '@innkeeper/contract'
import { dayOf } from '../../domain/day.ts'
import { createActivityTally } from '../../domain/members/activity.ts'
import { isAtLeast } from '../../domain/members/permission.ts'
import { openFrom, visibleFrom } from '../../domain/messages/retention.ts'
import { Refusal } from '../../domain/refusal.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PersonRecord } from '../../ports/people.ts'
import type { MemberRecord } from '../../ports/records.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import type { Pictures } from '../media/pictures.ts'
import { readMessagesOf } from './own-messages.ts'

type Deps = { store: Store; clock: Clock; pictures: Pictures; retentionCeilingDays: number | null }

/** As the public API shows it. */
export function toMember(pictures: Pictures, member: MemberRecord): Member {
  return {
    userId: member.userId,
    displayName: member.displayName,
    pictureUrl: pictures.urlOf(member.userId, member.picture),
    role: member.role,
    joinedAt: toTimestamp(member.joinedAt),
    leftAt: toTimestampOrNull(member.leftAt),
    status: member.leftAt === null ? 'active' : 'left',
    updatedAt: toTimestamp(member.updatedAt),
  }
}

export async function getMember(deps: Deps, grant: ChannelGrant, userId: string): Promise<MemberDetail> {
  const person = await findMember(deps.store, grant, userId)
  return {
    ...toMember(deps.pictures, person),
    firstSeenAt: toTimestamp(person.firstSeenAt),
    lastSeenAt: toTimestampOrNull(lastSeenOf(person, grant)),
    roleChanges: await listRoleChanges(deps.store, grant, userId),
  }
}

export async function findMember(store: Store, { channel }: ChannelGrant, userId: string): Promise<PersonRecord> {
  const person = await store.findPerson(channel.channelNo, userId)
  if (!person) throw new Refusal('member-not-found')
  return person
}

/** People who are private see their own. It says when someone posted, so it goes back no further than messages do. */
function lastSeenOf({ userId, seenAt, privateSince }: PersonRecord, grant: ChannelGrant): number | null {
  if (userId === grant.userId) return seenAt
  return privateSince !== null || seenAt === null || seenAt < openFrom(grant) ? null : seenAt
}

/** Members see their own, without who changed it. The audit log is for the owner; who has which role concerns admins, too. */
async function listRoleChanges(
  store: Store,
  { role, userId: callerId, channel }: ChannelGrant,
  userId: string,
): Promise<MemberDetail['roleChanges']> {
  const seesAuthors = isAtLeast(role, 'admin')
  if (!seesAuthors && userId !== callerId) return null
  const changes = await store.listPastRoles(channel.channelNo, userId, peopleLimits.roleChanges)
  return changes.map(({ at, from, to, by }) => ({ at: toTimestamp(at), from, to, by: seesAuthors ? by : null }))
}

export async function listLastSeen(
  { store }: Deps,
  grant: ChannelGrant,
): Promise<{ people: { userId: string; lastSeenAt: string }[] }> {
  const seen = await store.listLastSeen(grant.channel.channelNo, openFrom(grant))
  return { people: seen.map(({ userId, seenAt }) => ({ userId, lastSeenAt: toTimestamp(seenAt) })) }
}

/** Only of messages that the caller can read. */
export async function getMemberActivity(deps: Deps, grant: ChannelGrant, userId: string): Promise<MemberActivity> {
  const { store, clock, retentionCeilingDays } = deps
  await findMember(store, grant, userId)
  const { channelNo, timezone } = grant.channel
  const now = clock()
  const tally = createActivityTally(timezone, dayOf(now, timezone))
  const slices = readMessagesOf(store, {
    channelNo,
    userId,
    order: 'desc',
    from: visibleFrom(grant, now, retentionCeilingDays),
    to: Number.MAX_SAFE_INTEGER,
    most: peopleLimits.activityMessages,
  })
  for (;;) {
    const { done, value } = await slices.next()
    if (done) return tally.result(value)
    for (const { messageId, time, json } of value) tally.add({ id: messageId, at: time, type: JSON.parse(json).type })
  }
}
