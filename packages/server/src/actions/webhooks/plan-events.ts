import type { HappeningWord, WebhookEvent } from '@innkeeper/contract'
import type { Clock } from '../../ports/clock.ts'
import type { Change, MessagePosition, MessageRecord } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import type { EventSubject, PlannedWebhook, SentEvent } from '../../ports/webhooks.ts'
import { findWebhookRights } from './webhook-rights.ts'

type Deps = {
  store: Pick<
    Store,
    'listChanges' | 'listStoredMessages' | 'completeMessages' | 'listTimelineAnswers' | 'listHappenings'
  >
}
type PlanDeps = Deps & { store: Pick<Store, 'findStanding' | 'write'>; clock: Clock }

type Planned = { event: SentEvent; subject: EventSubject; at: number }

/** Of a channel at once. The rest follows in the next round. */
const mostChanges = 100

/**
 * Makes events of what happened in the channel of a webhook since it was last looked at. What happens while its owner may not have a
 * webhook isn't sent, which the receiver learns from a `channel.reset`.
 */
export async function planWebhook(deps: PlanDeps, webhook: PlannedWebhook): Promise<void> {
  const { store, clock } = deps
  const { kind } = await findWebhookRights(deps, webhook)
  // Soon it is known who is still there. Until then, the changes are kept.
  if (kind === 'unconfirmed') return
  const { channelId, webhookId, changeNo: after, lastChange } = webhook
  const at = clock()
  const missed = { events: [resetAt(at)], changeNo: lastChange }
  const planned = kind === 'granted' ? await planEvents(deps, webhook, at) : missed
  await store.write<'plan-deliveries'>({ kind: 'plan-deliveries', at, channelId, webhookId, after, ...planned })
}

const resetAt = (at: number): Planned => ({ event: 'channel.reset', subject: {}, at })

/** Events of what happened in a channel since a change, and the last change that was looked at. */
async function planEvents(
  { store }: Deps,
  { channelNo, changeNo, lastChange, events: wanted }: PlannedWebhook,
  now: number,
): Promise<{ events: Planned[]; changeNo: number }> {
  const changes = await store.listChanges(channelNo, changeNo, mostChanges)
  const isWhole = changes.length > 0 && changes.every(({ no }, index) => no === changeNo + index + 1)
  // Some were deleted meanwhile, such as while the service was stopped for days.
  if (!isWhole) return { events: [resetAt(now)], changeNo: lastChange }
  const isWanted = ({ event }: Planned) => event === 'channel.reset' || wanted.includes(event as WebhookEvent)
  const events: Planned[] = []
  for (const { change } of changes) events.push(...(await eventsOf({ store }, channelNo, change, now)).filter(isWanted))
  return { events, changeNo: changes.at(-1)?.no ?? lastChange }
}

async function eventsOf({ store }: Deps, channelNo: number, change: Change, now: number): Promise<Planned[]> {
  const readMessages = async (places: [time: number, seq: number][]): Promise<MessageRecord[]> =>
    await store.completeMessages(channelNo, await store.listStoredMessages(channelNo, places.map(toPosition)))
  switch (change.kind) {
    case 'messages': {
      if (change.isImported) return []
      const found = await store.listStoredMessages(channelNo, change.places.map(toPosition))
      return found.map(({ messageId, position }) => ({
        event: 'message.created',
        subject: { messageId },
        at: position.time,
      }))
    }
    case 'edited': {
      const found = await store.listStoredMessages(channelNo, [toPosition(change.place)])
      return found.map(({ messageId, editedAt }) => ({
        event: 'message.edited',
        subject: { messageId },
        at: editedAt ?? now,
      }))
    }
    case 'media':
      return (await readMessages([change.place])).flatMap(({ messageId, media }): Planned[] => {
        if (media?.state !== 'stored' && media?.state !== 'lost') return []
        return [{ event: `media.${media.state}`, subject: { messageId }, at: now }]
      })
    case 'unsent':
      return change.messages.map(([messageId]) => ({ event: 'message.unsent', subject: { messageId }, at: now }))
    case 'said': {
      const answers = await store.listTimelineAnswers(channelNo, [change.sendId])
      return answers.map(({ sendId, at }) => ({ event: 'answer.sent', subject: { sendId }, at }))
    }
    case 'member':
    case 'settings': {
      const places = change.happenings ?? []
      const happened = places.length > 0 ? await store.listHappenings(channelNo, places.map(toPosition)) : []
      const told = happened.map(({ what, position: { time, seq } }): Planned => {
        return { event: eventOf(what), subject: { happening: [time, seq] }, at: time }
      })
      return told.length > 0 ? told : [{ event: 'channel.changed', subject: {}, at: now }]
    }
    case 'reset': {
      // What came with an import has no events of its own, so the receiver also learns that it missed something.
      if (!change.ofImport) return [resetAt(now)]
      const [importNo, what] = change.ofImport
      return [{ event: `import.${what}`, subject: { importNo }, at: now }, resetAt(now)]
    }
  }
}

function eventOf(what: HappeningWord): SentEvent {
  return what === 'joined' ? 'member.joined' : what === 'left' ? 'member.left' : 'channel.changed'
}

const toPosition = ([time, seq]: [time: number, seq: number]): MessagePosition => ({ time, seq })
