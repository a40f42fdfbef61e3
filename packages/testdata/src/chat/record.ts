import type { Random } from '../random.ts'
import type { ChatContent, ChatEvent, ChatHead, Person } from './chat-event.ts'
import type { Ids } from './ids.ts'
import type { Rhythm } from './rhythm.ts'

/** Writes down what happens, giving each event its id and its time. */
export type ChatRecord = {
  /** Messages so far that were not unsent. */
  sent(): number
  /** Lets time pass until the next message is due. */
  skip(): void
  message(sender: Person, content: ChatContent): string
  edit(messageId: string, text: string): void
  /** A message that is taken back soon after. */
  slip(sender: Person, text: string): void
  change(change: { kind: 'joined' | 'left'; person: Person }): void
  /** What was written down since this was called last. */
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

  /** Time passes, but never beyond the moment at which the next message is due; so it never runs past the end. */
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
