import type { Random } from '../random.ts'
import type { ChatContent, ChatEvent, ChatHead, Person } from './chat-event.ts'
import type { Ids } from './ids.ts'
import type { Rhythm } from './rhythm.ts'

/** Collects events and gives each its id and time. */
export type ChatRecord = {
  /** Messages so far, without unsent ones. */
  sent(): number
  /** Lets time pass until the next message is due. */
  skip(): void
  message(sender: Person, content: ChatContent): string
  edit(messageId: string, text: string): void
  /** A message that is unsent soon after. */
  slip(sender: Person, text: string): void
  change(change: { kind: 'joined' | 'left'; person: Person }): void
  /** The events since the last call. */
  take(): ChatEvent[]
}

export function openRecord(deps: {
  channel: ChatHead['channel']
  ids: Ids
  random: Random
  rhythm: Rhythm
}): ChatRecord {
  const { channel, ids, random } = deps
  const { dueAt, notBefore } = deps.rhythm
  let events: ChatEvent[] = []
  let number = 2 // the bot's arrival is 0, that of the first people 1
  let sent = 0
  let now = 0

  /** Advances the time, but never beyond the next message's due time, and so never past the end. */
  const wait = (least: number, most: number) => {
    now = Math.min(now + random.between(least, most), dueAt(sent))
  }
  const head = (): ChatHead => ({ eventId: ids.eventId(number++, random), at: now, channel })
  const say = (sender: Person, content: ChatContent): string => {
    const messageId = ids.messageId(number, random)
    events.push({ ...head(), kind: 'message', messageId, sender, content })
    return messageId
  }
  return {
    sent: () => sent,
    skip() {
      now = dueAt(sent)
    },
    message(sender, content) {
      now = Math.max(now, notBefore(sent))
      const messageId = say(sender, content)
      sent++
      wait(3_000, 60_000)
      return messageId
    },
    edit(messageId, text) {
      events.push({ ...head(), kind: 'message-edited', messageId, text })
      wait(3_000, 60_000)
    },
    slip(sender, text) {
      const messageId = say(sender, { type: 'text', text })
      wait(2_000, 20_000)
      events.push({ ...head(), kind: 'message-unsent', messageId })
    },
    change({ kind, person }) {
      if (kind === 'joined') events.push({ ...head(), kind: 'members-joined', members: [person] })
      else events.push({ ...head(), kind: 'members-left', userIds: [person.userId] })
      wait(3_000, 60_000)
    },
    take() {
      const taken = events
      events = []
      return taken
    },
  }
}
