import type {
  AuditEntry,
  BodyOf,
  Channel,
  ChannelDetail,
  ChannelSettings,
  ErasureReceipt,
  QueryOf,
  Routes,
} from '@innkeeper/contract'
import type { IfMatch } from '../../domain/edition.ts'
import { invalid } from '../../domain/refusal.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import { type ChannelGrant, type Grant, reachOf } from '../access.ts'
import { nextCursor, readCursor, standardPageSize } from '../list-page.ts'
import type { Pictures } from '../media/pictures.ts'

type Deps = { store: Store; clock: Clock; pictures: Pictures; retentionCeilingDays: number | null }

export async function listChannels(
  { store }: Deps,
  grant: Grant,
  query: QueryOf<Routes['listChannels']>,
): Promise<{ channels: Channel[] }> {
  const channels = await store.listChannelsOf(reachOf(grant), query.role)
  return { channels: channels.map((channel) => ({ ...channel, enabledAt: toTimestamp(channel.enabledAt) })) }
}

export async function getChannel({ store, pictures }: Deps, grant: ChannelGrant): Promise<ChannelDetail> {
  const channel = await store.getChannel(grant.channel.channelNo)
  const { assistant } = channel
  return {
    meta: {
      channelId: channel.channelId,
      type: channel.type,
      name: channel.name,
      picture: pictures.urlOf(channel.channelId, channel.picture),
      createdAt: toTimestamp(channel.createdAt),
      createdBy: channel.createdBy,
      memberCount: channel.memberCount,
    },
    config: {
      assistant: {
        enabled: assistant.enabled,
        qa: { enabled: assistant.qa.enabled, mode: assistant.qa.mode },
        welcome: assistant.welcome,
        rules: assistant.rules,
      },
      backup: { enabled: channel.backupEnabled },
    },
    role: grant.role,
  }
}

/** Deleted for everyone when this returns; the rows and files of a large channel follow within seconds. */
export async function deleteChannel(
  { store, clock }: Deps,
  grant: ChannelGrant,
  { confirm }: BodyOf<Routes['deleteChannel']>,
): Promise<ErasureReceipt> {
  const { channelId, authority: by } = grant
  const erased = await store.write<'delete-channel'>({ kind: 'delete-channel', by, at: clock(), channelId, confirm })
  return { success: true, ...erased }
}

export async function setStatus(
  { store, clock }: Deps,
  grant: ChannelGrant,
  { status }: BodyOf<Routes['setStatus']>,
): Promise<void> {
  const { channelId, authority: by } = grant
  await store.write<'set-status'>({ kind: 'set-status', by, at: clock(), channelId, status })
}

export async function getSettings({ store }: Deps, grant: ChannelGrant): Promise<ChannelSettings> {
  return (await store.getChannel(grant.channel.channelNo)).settings
}

export async function changeSettings(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  change: BodyOf<Routes['changeSettings']>,
  ifMatch?: IfMatch,
): Promise<ChannelSettings> {
  const { retentionDays } = change
  if (retentionCeilingDays !== null && retentionDays != null && retentionDays > retentionCeilingDays) {
    throw invalid(`retentionDays must be at most ${retentionCeilingDays}, the limit of this service`)
  }
  const { channelId, authority: by } = grant
  return await store.write<'change-settings'>({ kind: 'change-settings', by, at: clock(), channelId, change, ifMatch })
}

export async function listAudit(
  { store }: Deps,
  grant: ChannelGrant,
  query: QueryOf<Routes['listAudit']>,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const list = { list: 'audit', channelId: grant.channelId, secret: store.secret }
  const { after } = readCursor(query.cursor, {}, list)
  const limit = query.limit ?? standardPageSize
  const before = after?.[0] === undefined ? undefined : Number(after[0])
  const found = await store.listAudit(grant.channel.channelNo, { before, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    entries: page.map((entry) => ({ ...entry, id: String(entry.id), at: toTimestamp(entry.at) })),
    nextCursor: nextCursor(last && [last.id], {}, list),
  }
}
