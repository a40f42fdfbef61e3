import { createRandom } from '../random.ts'
import { createAttachment } from './attachments.ts'
import { type ChannelSource, describeChannel, settingOf } from './channel.ts'
import type { ChatEvent, ChatHead, Person } from './chat-event.ts'
import { type Attachment, type Line, pickSlots, renderText, topicsOf } from './conversation.ts'
import { createIds } from './ids.ts'
import { gatherParticipants } from './participants.ts'
import { openRecord } from './record.ts'
import { createRhythm } from './rhythm.ts'

export type ChatOptions = ChannelSource & {
  /** How many messages remain at the end. Unsent ones are not counted. */
  messages: number
  /** No event is later. Milliseconds since 1970. */
  endAt: number
  /** How many days the chat covers. */
  days: number
}

const dayMs = 86_400_000

/**
 * A whole chat in chronological order: the bot and the people arrive, then they talk, join, leave, edit and unsend. One
 * conversation is in memory at a time. Ids and texts depend only on the seed and the index, times also on the other options; so a
 * longer run begins with the same messages.
 */
export function* generateChannel(options: ChatOptions): Generator<ChatEvent, void, void> {
  yield* generateArrival(options)
  yield* generateTalk(options)
}

/** The events before anyone can set up the channel. */
export function generateArrival(options: ChatOptions): ChatEvent[] {
  const { channelId, name, people, presentAtFirst } = describeChannel(options)
  const ids = createIds(options.seed, options.index)
  const random = createRandom(`${options.seed}/arrival/${options.index}`)
  const head = (number: number): ChatHead => ({
    eventId: ids.eventId(number, random),
    at: options.endAt - options.days * dayMs,
    channel: { channelId, type: 'group', name },
  })
  return [
    { ...head(0), kind: 'bot-added' },
    { ...head(1), kind: 'members-joined', members: people.slice(0, presentAtFirst) },
  ]
}

/** All events after the arrival. */
export function* generateTalk(options: ChatOptions): Generator<ChatEvent, void, void> {
  const { seed, index, messages } = options
  const { language, zone } = settingOf(options)
  const description = describeChannel(options)
  const { channelId, name } = description
  const random = createRandom(`${seed}/talk/${index}`)
  const rhythm = createRhythm({ ...options, offsetMinutes: zone.offsetMinutes })
  const record = openRecord({
    channel: { channelId, type: 'group', name },
    ids: createIds(seed, index),
    random,
    rhythm,
  })
  const participants = gatherParticipants(description, random)
  const { talks, greetings } = topicsOf(language)
  let topic: Line[] | undefined

  const sayText = (speaker: Person, text: string) => {
    const messageId = record.message(speaker, { type: 'text', text })
    if (random.chance(0.5)) record.edit(messageId, text + random.pick(language.afterthoughts))
  }
  const attach = (speaker: Person, kind: Attachment) =>
    record.message(speaker, createAttachment(kind, { language, zone, random }))

  /** What others add after a line. The thresholds are per thousand lines. */
  const addAside = (speaker: Person) => {
    const draw = random.below(1000)
    if (draw >= 217) return
    const other = participants.pickOther(speaker)
    if (draw < 70) attach(other, 'sticker')
    else if (draw < 120) attach(other, 'image')
    else if (draw < 126) attach(other, 'video')
    else if (draw < 134) attach(other, 'audio')
    else if (draw < 214) sayText(other, random.pick(language.asides))
    else record.slip(other, random.pick(language.slips))
  }

  const converse = () => {
    record.skip()
    const change = participants.change()
    if (change) record.change(change)
    const newcomer = change?.kind === 'joined' ? change.person : undefined
    const before = topic
    topic = random.pick(newcomer ? greetings : talks)
    if (topic === before) topic = random.pick(talks)
    const speakers = participants.pickSpeakers(newcomer)
    const names = speakers.map(({ displayName }) => displayName)
    const slots = pickSlots(language, random)
    for (const line of topic) {
      if (line.isOptional && !random.chance(40)) continue
      const speaker = speakers[line.speaker]
      if (line.kind === 'text') sayText(speaker, renderText(line.parts, slots, names, random))
      else attach(speaker, line.kind)
      if (record.sent() < messages) addAside(speaker)
      if (record.sent() === messages) return
    }
  }

  while (record.sent() < messages) {
    converse()
    for (const event of record.take()) yield event
  }
}
