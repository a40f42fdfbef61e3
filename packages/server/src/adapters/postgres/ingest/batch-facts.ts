import type { CommandOf } from '../../../ports/commands.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import type { Value } from '../../sql/sql.ts'
import { type Connection, queryLists } from '../connections/query-lists.ts'
import { channels as lockOfChannels } from '../locks.ts'
import { questions } from './batch-statements.ts'

type Id = Value | undefined
type Channel = { channel: number; channel_id: string }
type Person = { channel: number; user_id: string }
type SeenEvent = { channel: number; event_id: string }

/** What is known about the channels of a batch while they are held. */
export type BatchFacts = {
  /** True once for an event that is new, false where it was known before, undefined where that was not asked. */
  takeNew(channelNo: Id, eventId: Id): boolean | undefined
  findChannel(channelId: Id): Channel | undefined
  /** Undefined where it is not known; `row` is undefined where there is no such person. */
  findPerson(channelNo: Id, userId: Id): { row: Person | undefined } | undefined
  forgetPerson(channelNo: Id, userId: Id): void
  forgetPeople(channelNo: Id): void
  /** Something else was written: what may have changed by it must be asked for anew. */
  forget(): void
}

/**
 * Takes hold of the channels of a batch and asks all that its common way needs to know, in one journey. Which events are new is
 * told by marking them.
 */
export async function readFacts(
  connection: Connection,
  commands: CommandOf<'receive-events'>[],
  timezone: string,
): Promise<BatchFacts> {
  const events = commands.flatMap((command) => command.events)
  const times = commands.flatMap(({ at, events }) => events.map(() => at))
  const channelIds = [...new Set(events.map(({ channel }) => channel.channelId))]
  const speakers = listSpeakers(events)
  const [locked, found, marked, there] = await Promise.all([
    queryLists<{ channel: number }>(connection, lockOfChannels(channelIds).text, channelIds),
    queryLists<Channel>(connection, questions.channels, timezone, channelIds),
    queryLists<SeenEvent>(
      connection,
      questions.markSeen,
      events.map(({ channel }) => channel.channelId),
      events.map(({ eventId }) => eventId),
      times,
    ),
    queryLists<Person>(
      connection,
      questions.people,
      speakers.map(([channelId]) => channelId),
      speakers.map(([, userId]) => userId),
    ),
  ])
  const held = new Set<Id>(locked.map(({ channel }) => channel))
  // One that somebody else made between the two questions is not ours to decide about yet.
  const channels = new Map<Id, Channel>(
    found.filter(({ channel }) => held.has(channel)).map((row) => [row.channel_id, row]),
  )
  const fresh = new Set(marked.map((row) => keyOf(row.channel, row.event_id)))
  const people = new Map<string, { row: Person | undefined }>()
  for (const [channelId, userId] of speakers) {
    const channel = channels.get(channelId)
    if (channel) people.set(keyOf(channel.channel, userId), { row: undefined })
  }
  for (const row of there) if (held.has(row.channel)) people.set(keyOf(row.channel, row.user_id), { row })
  return {
    takeNew: (channelNo, eventId) =>
      fresh.delete(keyOf(channelNo, eventId)) || (held.has(channelNo) ? false : undefined),
    findChannel: (channelId) => channels.get(channelId),
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

function keyOf(channelNo: Id, id: Id): string {
  return `${channelNo} ${id}`
}

/** Each person of a channel once. */
function listSpeakers(events: IncomingEvent[]): [channelId: string, userId: string][] {
  const speakers = new Map<string, [string, string]>()
  for (const event of events) {
    if (!('sender' in event) || !event.sender) continue
    const { channelId } = event.channel
    const { userId } = event.sender
    speakers.set(`${channelId} ${userId}`, [channelId, userId])
  }
  return [...speakers.values()]
}
