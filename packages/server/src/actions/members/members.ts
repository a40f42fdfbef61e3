import type { BodyOf, Member, QueryOf, Routes } from '@innkeeper/contract'
import { nextSlice } from '../../domain/long-work.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import type { Pictures } from '../media/pictures.ts'

type Deps = { store: Store; clock: Clock; pictures: Pictures }

export async function listMembers(
  { store, pictures }: Deps,
  grant: ChannelGrant,
  query: QueryOf<Routes['listMembers']>,
): Promise<{ members: Member[] }> {
  const found = await store.listMembers(grant.channel.channelNo, query.role)
  const members: Member[] = []
  for (const [index, member] of found.entries()) {
    // A channel may have had thousands of members, and other requests wait while they are rendered.
    if (index % membersAtOnce === membersAtOnce - 1) await nextSlice()
    members.push({
      userId: member.userId,
      displayName: member.displayName,
      pictureUrl: pictures.urlOf(member.userId, member.picture),
      role: member.role,
      joinedAt: toTimestamp(member.joinedAt),
      leftAt: toTimestampOrNull(member.leftAt),
      status: member.leftAt === null ? 'active' : 'left',
      updatedAt: toTimestamp(member.updatedAt),
    })
  }
  return { members }
}

const membersAtOnce = 500

export async function changeRole(
  { store, clock }: Deps,
  grant: ChannelGrant,
  userId: string,
  { role }: BodyOf<Routes['changeRole']>,
): Promise<void> {
  const { channelId, authority: by } = grant
  await store.write<'change-role'>({ kind: 'change-role', by, at: clock(), channelId, userId, role })
}

export async function handOverOwner(
  { store, clock }: Deps,
  grant: ChannelGrant,
  { userId }: BodyOf<Routes['handOverOwner']>,
): Promise<void> {
  const { channelId, authority: by } = grant
  await store.write<'hand-over-owner'>({ kind: 'hand-over-owner', by, at: clock(), channelId, userId })
}
