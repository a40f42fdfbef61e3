import type { ApprovalReport, BodyOf, Member, QueryOf, Routes } from '@innkeeper/contract'
import { nextSlice } from '../../domain/long-work.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import type { Pictures } from '../media/pictures.ts'
import { type KnownPlatforms, platformNames } from '../platforms/known-platforms.ts'
import { toMember } from './member-detail.ts'

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
    members.push(toMember(pictures, member))
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

export async function approveGuests(
  { store, clock }: Deps,
  grant: ChannelGrant,
  { userIds }: BodyOf<Routes['approveGuests']>,
): Promise<ApprovalReport> {
  const { channelId, authority: by } = grant
  return {
    results: await store.write<'approve-guests'>({ kind: 'approve-guests', by, at: clock(), channelId, userIds }),
  }
}

export async function handOverOwner(
  deps: Deps & KnownPlatforms,
  grant: ChannelGrant,
  { userId }: BodyOf<Routes['handOverOwner']>,
): Promise<void> {
  const { store, clock } = deps
  const { channelId, authority: by } = grant
  const { platform } = await store.getChannel(grant.channel.channelNo)
  const { name: platformName } = platformNames(deps, platform)
  await store.write<'hand-over-owner'>({ kind: 'hand-over-owner', by, at: clock(), channelId, userId, platformName })
}
