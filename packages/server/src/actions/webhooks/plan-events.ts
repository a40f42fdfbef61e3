import type { HappeningWord, WebhookEvent } from '@innkeeper/contract'
import type { Change, MessagePosition, MessageRecord } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import type { BusyWebhook, EventSubject, SentEvent } from '../../ports/webhooks.ts'

type Deps = {
  store: Pick<
    Store,
    'listChanges' | 'listStoredMessages' | 'completeMessages' | 'listTimelineAnswers' | 'listHappenings'
  >
}

type Planned = { event: SentEvent; subject: EventSubject; at: number }

/** Of a channel at once. The rest follows in the next round. */
const mostChanges = 100

/** Events of what happened in a channel since a change, and the last change that was looked at. */
export async function planEvents(
  { store }: Deps,
  { channelNo, changeNo, lastChange, events: wanted }: BusyWebhook,
  now: number,
): Promise<{ events: Planned[]; changeNo: number }> {
  const changes = await store.listChanges(channelNo, changeNo, mostChanges)
  const isWhole = changes.length > 0 && changes.every(({ no }, index) => no === changeNo + index + 1)
  // Some were deleted meanwhile, such as while the service was stopped for days.
  if (!isWhole) return { events: [{ event: 'channel.reset', subject: {}, at: now }], changeNo: lastChange }
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
    case 'reset':
      return [{ event: 'channel.reset', subject: {}, at: now }]
  }
}

function eventOf(what: HappeningWord): SentEvent {
  return what === 'joined' ? 'member.joined' : what === 'left' ? 'member.left' : 'channel.changed'
}

const toPosition = ([time, seq]: [time: number, seq: number]): MessagePosition => ({ time, seq })
