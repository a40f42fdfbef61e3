import {
  type ChannelDescription,
  type ChatEvent,
  createRandom,
  describeChannel,
  generateTalk,
  type Random,
} from '@innkeeper/testdata'

/** The history of the demo's group. Always the same, except for the times. */
export type Story = {
  groupId: string
  name: string
  timezone: string
  ownerId: string
  adminIds: string[]
  guestIds: string[]
  subscriberIds: string[]
  assistant: ChannelDescription['assistant']
  /** Everyone who ever appears. */
  people: ChannelDescription['people']
  presentIds: string[]
  /** When the bot was invited. */
  begunAt: number
  /** In chronological order. */
  events: StoryEvent[]
}

export type StoryEvent = ChatEvent & { language: ChannelDescription['language'] }

export const storySeed = 'pilgrim'
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const days = 28

type LocalTime = { timezone: string; offsetMinutes: number }

// One group of three circles, each with its own language; the owner knows them all. The last messages are in English.
const circles = [
  { index: 0, people: 15, messages: 430, endsBeforeMs: 0 },
  { index: 1, people: 6, messages: 120, endsBeforeMs: 5 * hourMs },
  { index: 3, people: 6, messages: 60, endsBeforeMs: 26 * hourMs },
]

export function writeStory(endAt: number): Story {
  const localTime = localTimeAt(endAt)
  const [main, ...others] = circles.map(({ index, people }) =>
    describeChannel({ seed: storySeed, index, people, localTime }),
  )
  if (!main) throw new Error('The sample chat needs at least one group of people')
  const all = [main, ...others]
  const people = new Map(all.flatMap((circle) => circle.people).map((person) => [person.userId, person]))
  const present = all.flatMap((circle) => circle.people.slice(0, circle.presentAtFirst))
  const random = createRandom(`${storySeed}/second thoughts`)
  const begunAt = endAt - days * 24 * hourMs - 10 * minuteMs
  return {
    groupId: main.channelId,
    name: 'Harbour Walkers 🥾',
    timezone: main.timezone,
    ownerId: main.ownerId,
    adminIds: main.adminIds,
    guestIds: main.guestIds,
    subscriberIds: main.subscriberIds,
    assistant: main.assistant,
    people: [...people.values()],
    presentIds: [...new Set(present.map(({ userId }) => userId))],
    begunAt,
    events: all
      .flatMap((circle, number) => tellCircle(circle, number, { endAt, begunAt, localTime }))
      .flatMap((event) => [event, ...thinkAgain(event, random)])
      .filter(({ at }) => at <= endAt)
      .sort((one, other) => one.at - other.at),
  }
}

/** Some stickers are unsent and some texts edited, more often than in real chats, so that visitors find examples. */
function thinkAgain(event: StoryEvent, random: Random): StoryEvent[] {
  if (event.kind !== 'message') return []
  const { channel, language, messageId, content } = event
  const head = {
    channel,
    language,
    messageId,
    eventId: `${event.eventId}+`,
    at: event.at + random.between(4_000, 40_000),
  }
  if (content.type === 'sticker' && random.chance(15)) return [{ ...head, kind: 'message-unsent' }]
  if (content.type !== 'text' || !random.chance(3)) return []
  return [{ ...head, kind: 'message-edited', text: `${content.text} ${random.pick(['🙂', '🙏', '‼️'])}` }]
}

function tellCircle(
  { language }: ChannelDescription,
  number: number,
  { endAt, begunAt, localTime }: { endAt: number; begunAt: number; localTime: LocalTime },
): StoryEvent[] {
  const { endsBeforeMs = 0, index = 0, people = 0, messages = 0 } = circles[number] ?? {}
  const end = endAt - endsBeforeMs
  const talk = generateTalk({ seed: storySeed, index, people, messages, localTime, endAt: end, days: days - 2 })
  return [...talk].filter(({ at }) => at > begunAt).map((event) => ({ ...event, language }))
}

function localTimeAt(at: number): LocalTime {
  return { timezone: localTimezone(), offsetMinutes: -new Date(at).getTimezoneOffset() }
}

/** Visitors are where the demo runs, so the group's days are theirs. */
export function localTimezone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
