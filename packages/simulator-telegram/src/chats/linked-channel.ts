import type { MessageBody } from '../bot-api.ts'
import { channelForwarder, describeChat } from '../describe.ts'
import { addMessage, announce, type Posted } from '../messages/post.ts'
import { findDeafness } from '../updates/visibility.ts'
import { type ChatState, unixTime, type World } from '../world.ts'

/** Posts of a channel appear in its group by themselves. */
export function forwardPost(
  world: World,
  channel: ChatState,
  { posted, at }: { posted: Posted; at: number | undefined },
): void {
  const group = world.chats.get(channel.linkedChannel ?? 0)
  if (!group) return
  const { message_id, chat, date, sender_chat: _, ...body } = posted.message
  const origin = {
    at,
    chat: describeChat(group),
    state: group,
    head: { from: channelForwarder, sender_chat: chat },
    // The platform itself sends it.
    byId: channelForwarder.id,
  }
  const added = addMessage(world, origin, {
    ...(body as MessageBody),
    forward_origin: { type: 'channel', chat, message_id, date: unixTime(at ?? date * 1_000) },
    is_automatic_forward: true,
  })
  announce(world, added, { at, why: findDeafness(world, group, added) })
}
