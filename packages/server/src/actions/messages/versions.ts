import type { VersionList } from '@innkeeper/contract'
import { writtenText } from '../../domain/messages/message-text.ts'
import { visibleFrom } from '../../domain/messages/retention.ts'
import { Refusal } from '../../domain/refusal.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'

type Deps = { store: Store; clock: Clock; retentionCeilingDays: number | null }

/** Every version of a text or caption, oldest first. People who can't read the message can't read its versions. */
export async function listVersions(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  messageId: string,
): Promise<VersionList> {
  const { channelNo } = grant.channel
  const message = await store.findMessage(channelNo, messageId)
  if (!message || message.sentAt < visibleFrom(grant, clock(), retentionCeilingDays)) {
    throw new Refusal('message-not-found')
  }
  const versions = await store.listVersions(channelNo, messageId)
  if (versions.length === 0) {
    // Unsent since it was found.
    if (writtenText(JSON.parse(message.json))) throw new Refusal('message-not-found')
    return { versions: [] }
  }
  const last = versions.length - 1
  return {
    versions: versions.map(({ content, at }, index) => ({ content, at: toTimestamp(at), current: index === last })),
  }
}
