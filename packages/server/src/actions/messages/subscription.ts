import type { Subscription } from '@innkeeper/contract'
import { isSubscriber } from '../../domain/members/permission.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'

type Deps = { store: Store; clock: Clock }

/** A suspended subscription counts as none until the channel's setting allows it again. */
export async function getSubscription({ store }: Deps, grant: ChannelGrant): Promise<Subscription> {
  const { role, subscribedAt, channel } = grant
  const subscribed = isSubscriber({ role, subscribedAt, backupPolicy: channel.backupPolicy })
  return {
    subscribed,
    since: subscribed && subscribedAt !== undefined ? toTimestamp(subscribedAt) : null,
    subscribers: await store.countSubscribers(channel.channelNo),
  }
}

export async function subscribe({ store, clock }: Deps, grant: ChannelGrant): Promise<void> {
  const { channelId, authority: by } = grant
  await store.write<'subscribe'>({ kind: 'subscribe', by, at: clock(), channelId })
}

export async function unsubscribe({ store, clock }: Deps, grant: ChannelGrant): Promise<void> {
  const { channelId, authority: by } = grant
  await store.write<'unsubscribe'>({ kind: 'unsubscribe', by, at: clock(), channelId })
}
