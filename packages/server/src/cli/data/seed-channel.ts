import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ChannelDescription,
  type ChatEvent,
  type ChatOptions,
  createMediaBytes,
  describeChannel,
  generateArrival,
  generateTalk,
  type MediaContent,
} from '@innkeeper/testdata'
import { receiveEvents } from '../../actions/messages/receive-events.ts'
import { issueKey } from '../../actions/storage/operator.ts'
import type { BlobStore } from '../../ports/storage/blob-store.ts'
import type { Store } from '../../ports/store.ts'

type Deps = { store: Store; blobs: BlobStore }

type ChannelPlan = ChatOptions & {
  /** How many media messages, from the first on, get their file. */
  media: number
  /** The channel already has an owner: it was set up before, and keeps its changes. */
  hasOwner: boolean
}

/** `mediaFiles`: media messages that have their file now, also from an earlier run. */
type Seeded = { newEvents: number; mediaFiles: number }

/** No connector has this name, so no one is looked up. */
const platform = 'sample'
/** Events per commit: few enough to be quick, many enough to share one sync to the disk. */
const batchSize = 400

/** Fills one channel the way a platform would. What is there already stays as it is. */
export async function seedChannel(
  { store, blobs }: Deps,
  plan: ChannelPlan,
  tell: (messages: number) => Promise<void>,
): Promise<Seeded> {
  const channel = describeChannel(plan)
  const deps = { store, clock: Date.now }
  const arrival = generateArrival(plan)
  const seeded = {
    newEvents: (await receiveEvents(deps, { platform, events: arrival, unread: [] })).fresh,
    mediaFiles: 0,
  }
  if (!plan.hasOwner) await setUp(store, channel, plan.endAt - plan.days * 86_400_000)
  let mediaSeen = 0
  for (const events of batches(generateTalk(plan))) {
    seeded.newEvents += (await receiveEvents(deps, { platform, events, unread: [] })).fresh
    const media = mediaMessages(events).slice(0, plan.media - mediaSeen)
    mediaSeen += media.length
    const outcomes = await Promise.all(media.map((one) => storeFile({ store, blobs }, plan, channel, one)))
    seeded.mediaFiles += outcomes.filter((outcome) => outcome === 'stored').length
    await tell(events.filter(({ kind }) => kind === 'message').length)
  }
  return seeded
}

/**
 * Roles, settings, subscribers and the assistant, as if set when the chat started. The owner comes last: a channel with an
 * owner was set up completely.
 */
async function setUp(store: Store, channel: ChannelDescription, at: number): Promise<void> {
  const head = { by: { kind: 'operator' }, at, channelId: channel.channelId } as const
  const { timezone, language, assistant } = channel
  await store.write<'change-settings'>({ kind: 'change-settings', ...head, change: { timezone, language } })
  for (const userId of channel.adminIds) {
    await store.write<'change-role'>({ kind: 'change-role', ...head, userId, role: 'admin' })
  }
  for (const userId of channel.guestIds) {
    await store.write<'change-role'>({ kind: 'change-role', ...head, userId, role: 'guest' })
  }
  for (const userId of channel.subscriberIds) await subscribe(store, channel.channelId, userId, at)
  const welcome = { enabled: true, message: assistant.welcome }
  await store.write<'change-welcome'>({ kind: 'change-welcome', ...head, change: welcome })
  const groupRules = { enabled: true, content: assistant.groupRules }
  await store.write<'change-group-rules'>({ kind: 'change-group-rules', ...head, change: groupRules })
  for (const rule of assistant.rules) await store.write<'create-rule'>({ kind: 'create-rule', ...head, rule })
  await store.write<'hand-over-owner'>({ kind: 'hand-over-owner', ...head, userId: channel.ownerId })
}

/** Only a person can subscribe, not the operator; so it uses a key of theirs, which is revoked afterwards. */
async function subscribe(store: Store, channelId: string, userId: string, at: number): Promise<void> {
  const request = { userId, name: 'seed', scope: 'full', expiresAt: at + 60_000 } as const
  const { id: keyId } = await issueKey({ store, clock: () => at }, request)
  const need = { permission: 'member', subscriber: false, writes: true } as const
  await store.write<'subscribe'>({ kind: 'subscribe', by: { kind: 'caller', keyId, userId, need }, at, channelId })
  await store.write<'revoke-key'>({ kind: 'revoke-key', by: { kind: 'operator' }, at, keyId })
}

type MediaMessage = { messageId: string; content: MediaContent }

async function storeFile(
  { store, blobs }: Deps,
  { seed }: ChannelPlan,
  { channelId, language }: ChannelDescription,
  { messageId, content }: MediaMessage,
): Promise<'stored' | 'gone'> {
  const bytes = createMediaBytes({ seed, language, messageId, content })
  const { sha256, sizeBytes } = await blobs.put([bytes])
  return await store.write<'store-media'>({
    kind: 'store-media',
    at: Date.now(),
    channelId,
    messageId,
    sha256,
    sizeBytes,
  })
}

function mediaMessages(events: ChatEvent[]): MediaMessage[] {
  return events.flatMap((event) => {
    if (event.kind !== 'message') return []
    const { messageId, content } = event
    return 'text' in content || 'latitude' in content || 'stickerId' in content ? [] : [{ messageId, content }]
  })
}

function* batches(events: Iterable<ChatEvent>): Generator<ChatEvent[]> {
  let batch: ChatEvent[] = []
  for (const event of events) {
    if (batch.push(event) < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Lets a service on the same folder write too. It checks for the lock every 100 ms at most, so a pause of a little more
 * each second gives it its turn; without one it could miss the short moments between two batches for seconds.
 */
export function createPauses(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < 1000) return
    await sleep(120)
    last = performance.now()
  }
}
