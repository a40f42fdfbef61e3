import type { CommandOf } from '../../../ports/commands.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import type { ChannelRow, PersonRow } from '../../sql/platforms/intake.ts'
import { type Connection, queryLists } from '../connections/query-lists.ts'
import { Collision } from '../connections/trouble.ts'
import { questions } from './batch-statements.ts'

/** `asked`: the ID of the chat in the events. */
type AskedChannel = ChannelRow & { asked: string }
type FoundPerson = PersonRow & { channel: number; user_id: string }
/** A chat whose channel is locked, with one of the channel's new events, or with null if it has none. */
type LockedChat = { chat_id: string; channel: number; event_id: string | null }

/** What is known about the channels of a batch while they are locked. */
export type BatchFacts = {
  /**
   * Whether the delivery can be processed now. Not if someone else has locked a channel of it (`busy`), or if a channel doesn't
   * exist yet, so that another node may be creating it (`alone`).
   */
  stateOf(command: CommandOf<'receive-events'>): 'ready' | 'busy' | 'alone'
  /** True once for a new event, false if it was seen before, undefined if that was not read. */
  takeNew(channelNo: number, eventId: string): boolean | undefined
  findChannel(chatId: string): ChannelRow | undefined
  /** Undefined if it was not read; `row` is undefined if there is no such person. */
  findPerson(channelNo: number, userId: string): { row: PersonRow | undefined } | undefined
  forgetPerson(channelNo: number, userId: string): void
  forgetPeople(channelNo: number): void
  /** Something else was written that may have changed what was read. */
  forget(): void
}

/**
 * Locks the channels of a batch that are free, and reads what their events need, in one round trip. Marks the new events as seen.
 */
export async function readFacts(
  connection: Connection,
  commands: CommandOf<'receive-events'>[],
  timezone: string,
): Promise<BatchFacts> {
  const events = commands.flatMap((command) => command.events)
  const times = commands.flatMap(({ at, events }) => events.map(() => at))
  const chatIds = [...new Set(events.map(({ channel }) => channel.channelId))]
  const speakers = listSpeakers(events)
  const [, locked, found, knownPeople] = await Promise.all([
    queryLists(connection, questions.begun),
    queryLists<LockedChat>(
      connection,
      questions.lock,
      chatIds,
      chatIds,
      events.map(({ channel }) => channel.channelId),
      events.map(({ eventId }) => eventId),
      times,
      commands.flatMap(({ events }, index) => events.map(() => index)),
    ),
    queryLists<AskedChannel>(connection, questions.channels, timezone, chatIds, chatIds),
    queryLists<FoundPerson>(
      connection,
      questions.people,
      speakers.map(([chatId]) => chatId),
      speakers.map(([, userId]) => userId),
      chatIds,
      chatIds,
    ),
  ])
  const lockedNos = new Set(locked.map(({ channel }) => channel))
  const lockedChats = new Map(locked.map(({ chat_id, channel }) => [chat_id, channel]))
  // A chat that moved since belongs to another channel than the one that was locked for it.
  const isLocked = ({ asked, channel }: AskedChannel) => lockedChats.get(asked) === channel
  const channels = new Map(found.filter(isLocked).map((row) => [row.asked, row]))
  const busy = new Set(found.filter((row) => !isLocked(row)).map(({ asked }) => asked))
  const fresh = new Set(locked.flatMap((row) => (row.event_id === null ? [] : [keyOf(row.channel, row.event_id)])))
  const people = new Map<string, { row: PersonRow | undefined }>()
  for (const [chatId, userId] of speakers) {
    const channel = channels.get(chatId)
    if (channel) people.set(keyOf(channel.channel, userId), { row: undefined })
  }
  for (const row of knownPeople) if (lockedNos.has(row.channel)) people.set(keyOf(row.channel, row.user_id), { row })
  return {
    stateOf({ events }) {
      if (events.every(({ channel }) => channels.has(channel.channelId))) return 'ready'
      const isMarked = events.some(({ channel, eventId }) => {
        const known = channels.get(channel.channelId)
        return known !== undefined && fresh.has(keyOf(known.channel, eventId))
      })
      if (isMarked) throw new Collision('A channel of the delivery was created while the others were being locked')
      return events.some(({ channel }) => busy.has(channel.channelId)) ? 'busy' : 'alone'
    },
    takeNew: (channelNo, eventId) =>
      fresh.delete(keyOf(channelNo, eventId)) || (lockedNos.has(channelNo) ? false : undefined),
    findChannel: (chatId) => channels.get(chatId),
    findPerson: (channelNo, userId) => people.get(keyOf(channelNo, userId)),
    forgetPerson: (channelNo, userId) => void people.delete(keyOf(channelNo, userId)),
    forgetPeople(channelNo) {
      for (const key of people.keys()) if (key.startsWith(keyOf(channelNo, ''))) people.delete(key)
    },
    forget() {
      channels.clear()
      people.clear()
    },
  }
}

function keyOf(channelNo: number, id: string): string {
  return `${channelNo} ${id}`
}

/** Each person of a channel once. */
function listSpeakers(events: IncomingEvent[]): [chatId: string, userId: string][] {
  const speakers = new Map<string, [string, string]>()
  for (const event of events) {
    if (!('sender' in event) || !event.sender) continue
    const { channelId } = event.channel
    const { userId } = event.sender
    speakers.set(`${channelId} ${userId}`, [channelId, userId])
  }
  return [...speakers.values()]
}
