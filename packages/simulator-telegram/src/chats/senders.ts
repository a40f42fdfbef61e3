import type { Chat } from '../bot-api.ts'
import { anonymousAdmin, channelSpeaker, describeChat, describeUser, isAdmin, isIn } from '../describe.ts'
import type { MessageOrigin } from '../messages/post.ts'
import type { EventTime } from '../updates/publish.ts'
import { type ChatState, getChat, getUser, type World } from '../world.ts'

export type Someone = { id: number }

/** Who a member speaks as: themselves, the group (anonymous admins do that by default), or one of their channels. */
export type SpeaksAs = 'group' | { channel: Someone }

/** The head of a message. Members who speak as a chat are hidden behind a stand-in. */
export function originOf(
  world: World,
  chat: ChatState,
  { by, as, topic, at }: { by: Someone; as?: SpeaksAs | undefined; topic?: number | undefined } & EventTime,
): MessageOrigin {
  const member = chat.members.get(by.id)
  if (!member || !isIn(member)) throw new Error(`User ${by.id} is not in chat ${chat.id}.`)
  const described = describeChat(chat)
  const isAnonymous = as === 'group' || (as === undefined && member.isAnonymous)
  if (as === 'group' && !isAdmin(member)) throw new Error(`User ${by.id} is not an admin, so they can't be anonymous.`)
  return {
    at,
    chat: described,
    state: chat,
    byId: by.id,
    head: { ...headOf(world, described, { by, as, isAnonymous, title: member.title }), ...topicHead(chat, topic) },
  }
}

function headOf(
  world: World,
  chat: Chat,
  who: { by: Someone; as: SpeaksAs | undefined; isAnonymous: boolean; title: string | undefined },
) {
  if (who.isAnonymous) {
    const signature = who.title === undefined ? {} : { author_signature: who.title }
    return { from: anonymousAdmin, sender_chat: chat, ...signature }
  }
  if (typeof who.as === 'object')
    return { from: channelSpeaker, sender_chat: describeChat(getChat(world, who.as.channel.id)) }
  return { from: describeUser(getUser(world, who.by.id)) }
}

function topicHead(chat: ChatState, topic: number | undefined) {
  if (topic === undefined) return {}
  if (!chat.topics.has(topic)) throw new Error(`There is no topic ${topic} in chat ${chat.id}. Call createTopic first.`)
  return { message_thread_id: topic, is_topic_message: true as const }
}
