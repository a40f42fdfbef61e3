import type { Content, Group } from '@innkeeper/simulator'
import { type ChatContent, clipPreview, createMediaBytes, createRandom } from '@innkeeper/testdata'
import { type Story, type StoryEvent, storySeed } from './story.ts'

/** Events in one webhook. */
export const eventsAtOnce = 30

type SentMessage = { messageId: string; userId: string }
type Delivered = Promise<{ isDelivered: boolean; messageId?: string }>

type Telling = {
  noteTold(events: number): void
  /** Waits until the service has done everything that the events so far caused. */
  untilIdle(): Promise<void>
  signal: AbortSignal
}

/** Sends the events of the story to the group, with the story's own times. Can be aborted between two webhooks. */
export async function tellStory(
  group: Group,
  { events }: Pick<Story, 'events'>,
  { noteTold, untilIdle, signal }: Telling,
): Promise<void> {
  const random = createRandom(`${storySeed}/telling`)
  const told = new Map<string, SentMessage>()
  let waiting: { event: StoryEvent; telling: Delivered }[] = []
  let last: StoryEvent | undefined

  const settle = async () => {
    for (const { event, telling } of waiting) {
      const { isDelivered, messageId } = await telling
      signal.throwIfAborted()
      if (!isDelivered) throw new Error('The service did not accept what the simulated LINE sent.')
      if (event.kind === 'message' && messageId) told.set(event.messageId, { messageId, userId: event.sender.userId })
    }
    noteTold(waiting.length)
    waiting = []
    signal.throwIfAborted()
  }
  for (const event of events) {
    const quoted = pickQuoted(event, last, random.chance(6))
    const earlier = event.kind === 'message' ? quoted : 'messageId' in event ? event.messageId : undefined
    // A reference to another message needs its id, which is known once that message was delivered.
    if (waiting.length >= eventsAtOnce || (earlier !== undefined && !told.has(earlier))) await settle()
    // The weeks pass in seconds, and the platform tells no names of people who left.
    if (event.kind === 'members-left') {
      await settle()
      await untilIdle()
    }
    const telling = tell(group, event, earlier === undefined ? undefined : told.get(earlier))
    if (telling) waiting.push({ event, telling })
    last = event
  }
  await settle()
}

/** Some messages quote the one before. */
function pickQuoted(event: StoryEvent, last: StoryEvent | undefined, isWanted: boolean): string | undefined {
  if (!isWanted || event.kind !== 'message' || last?.kind !== 'message') return undefined
  const isAnswer = event.content.type === 'text' && event.sender.userId !== last.sender.userId
  return isAnswer && event.language === last.language ? last.messageId : undefined
}

function tell(group: Group, event: StoryEvent, earlier: SentMessage | undefined): Delivered | undefined {
  const { at } = event
  switch (event.kind) {
    case 'message':
      return sayAll(group, event, contentsOf(event, event.content, earlier?.messageId))
    // Not possible for people who have left.
    case 'message-edited':
      return isHere(group, earlier) ? group.edit(earlier, earlier.messageId, event.text, { at }) : undefined
    case 'message-unsent':
      return isHere(group, earlier) ? group.unsend(earlier, earlier.messageId, { at }) : undefined
    case 'members-joined':
      return group.join(...event.members, { at })
    case 'members-left':
      return group.leave(...event.userIds.map((userId) => ({ userId })), { at })
    case 'bot-added':
      return undefined
  }
}

function isHere({ state }: Group, told: SentMessage | undefined): told is SentMessage {
  return told !== undefined && state.memberIds.has(told.userId)
}

type Saying = StoryEvent & { kind: 'message' }

/** Returns the id of the first. */
async function sayAll(group: Group, { sender, at }: Saying, contents: Content[]): Delivered {
  const tellings = await Promise.all(contents.map((content) => group.say(sender, content, { at })))
  return { isDelivered: tellings.every(({ isDelivered }) => isDelivered), messageId: tellings[0]?.messageId ?? '' }
}

/** One message, or several for pictures that are sent as an album. */
function contentsOf(event: Saying, content: ChatContent, quotedMessageId: string | undefined): Content[] {
  const random = createRandom(`${storySeed}/album/${event.messageId}`)
  if (content.type !== 'image' || !random.chance(25)) return [contentOf(event, content, quotedMessageId)]
  const total = random.between(2, 4)
  const id = random.hex(32).toUpperCase()
  return Array.from({ length: total }, (_, index) => {
    const messageId = `${event.messageId}/${index}`
    const bytes = createMediaBytes({ seed: storySeed, language: event.language, messageId, content })
    return { type: 'image', bytes, imageSet: { id, index: index + 1, total } }
  })
}

function contentOf(
  { messageId, language }: Saying,
  content: ChatContent,
  quotedMessageId: string | undefined,
): Content {
  switch (content.type) {
    case 'text':
      return { ...content, ...(quotedMessageId === undefined ? {} : { quotedMessageId }) }
    case 'location':
    case 'sticker':
      return content
    case 'video':
      return { ...content, type: 'video', bytes: bytesOf(content), preview: clipPreview }
    case 'image':
      return { type: 'image', bytes: bytesOf(content) }
    case 'audio':
      return { ...content, type: 'audio', bytes: bytesOf(content) }
    case 'file':
      return { type: 'file', fileName: content.fileName, bytes: bytesOf(content) }
  }

  function bytesOf(media: Parameters<typeof createMediaBytes>[0]['content']): Buffer {
    return createMediaBytes({ seed: storySeed, language, messageId, content: media })
  }
}
