import type { MessageBody } from '../bot-api.ts'
import { showChange } from '../chat-page/show.ts'
import type { EventTime, Unheard } from '../updates/publish.ts'
import { unixTime, type World } from '../world.ts'
import { type Content, describeContent } from './content.ts'
import { announce, findMessage, type Posted } from './post.ts'

type Which = { chatId: number; messageId: number; byId: number }

/** Replaces the text, the caption, the media or the place of a message. */
export function editMessage(
  world: World,
  which: Which,
  content: Content,
  { at, why }: EventTime & { why: Unheard | undefined },
): Posted {
  const state = getOwnMessage(world, which)
  const { text: _, entities: __, caption: ___, caption_entities: ____, ...rest } = state.message
  const body: MessageBody = describeContent(world, content)
  const date = at ?? world.settings.clock()
  state.message = { ...rest, ...body, edit_date: unixTime(date) }
  showChange(world, state)
  return announce(world, state, { at, why }, kindOf(state.message.chat.type))
}

/** Changes a caption and leaves the files as they are. */
export function editCaption(
  world: World,
  which: Which,
  body: MessageBody,
  { at, why }: EventTime & { why: Unheard | undefined },
): Posted {
  const state = getOwnMessage(world, which)
  const { caption: _, caption_entities: __, ...rest } = state.message
  state.message = { ...rest, ...body, edit_date: unixTime(at ?? world.settings.clock()) }
  showChange(world, state)
  return announce(world, state, { at, why }, kindOf(state.message.chat.type))
}

function kindOf(type: string): 'edited_message' | 'edited_channel_post' {
  return type === 'channel' ? 'edited_channel_post' : 'edited_message'
}

function getOwnMessage(world: World, { chatId, messageId, byId }: Which) {
  const found = findMessage(world, chatId, messageId)
  if (!found) throw new Error(`There is no message ${messageId} in chat ${chatId}.`)
  if (found.byId !== byId) throw new Error(`Message ${messageId} is not by ${byId}: it cannot be changed.`)
  return found
}
