import { addEntry, noteDelivery, replaceEntry } from '@innkeeper/simulator-kit'
import type { MessageBody, User } from '../bot-api.ts'
import type { Happening } from '../entry.ts'
import type { Heard } from '../updates/publish.ts'
import { type MessageState, messageKey, type World } from '../world.ts'

/** Shows a message on the chat page. */
export function showMessage(world: World, state: MessageState, choices: string[] = []): void {
  const { message, chatId } = state
  const entry = addEntry(
    world,
    { chatId: String(chatId), at: message.date * 1_000 },
    happeningOf(world, state, choices),
  )
  world.entries.set(messageKey(chatId, message.message_id), entry.entryId)
}

/** Shows that a message was edited or deleted. */
export function showChange(world: World, state: MessageState): void {
  const { message, chatId, byId, isDeleted } = state
  const key = messageKey(chatId, message.message_id)
  const old = world.transcript.messages.get(key)
  if (!old) return
  const userId = String(byId)
  if (isDeleted) replaceEntry(world, old, { kind: 'unsent', messageId: key, userId })
  else
    replaceEntry(world, old, {
      ...happeningOf(world, state, []),
      editedAt: (message.edit_date ?? 0) * 1_000,
    } as Happening)
}

/** Shows whether the bot gets a message. It has it once it confirmed the update. */
export function showHeard(world: World, { message, chatId }: MessageState, heard: Heard): void {
  const entryId = world.entries.get(messageKey(chatId, message.message_id))
  if (entryId === undefined) return
  if (heard.why) noteDelivery(world, entryId, String(chatId), { state: 'unheard', reason: heard.why })
  else {
    world.underWay.set(heard.updateId, { entryId, chatId: String(chatId) })
    noteDelivery(world, entryId, String(chatId), { state: 'under-way' })
  }
}

/** The bot confirmed all updates below an id, or one. */
export function showConfirmed(world: World, isConfirmed: (updateId: number) => boolean): void {
  for (const [updateId, { entryId, chatId }] of world.underWay) {
    if (!isConfirmed(updateId)) continue
    world.underWay.delete(updateId)
    noteDelivery(world, entryId, chatId, { state: 'delivered' })
  }
}

export function showFriendship(world: World, userId: number, kind: 'followed' | 'blocked', at?: number): void {
  addEntry<Happening>(world, { chatId: String(userId), at }, { kind, userId: String(userId) })
  showPerson(world, userId)
}

export function showPerson(world: World, userId: number): void {
  for (const listener of world.listeners) listener({ kind: 'person', userId: String(userId) })
}

export function showChat(world: World, chatId: number): void {
  for (const listener of world.listeners) listener({ kind: 'chat', chatId: String(chatId) })
}

function happeningOf(world: World, { message, chatId, byId }: MessageState, choices: string[]): Happening {
  const messageId = messageKey(chatId, message.message_id)
  const botId = world.settings.bot.id
  const { new_chat_members: joined, left_chat_member: left } = message as {
    new_chat_members?: User[]
    left_chat_member?: User
  }
  if (joined) {
    if (joined.some(({ id }) => id === botId)) return { kind: 'bot-joined' }
    return { kind: 'joined', userIds: joined.map(({ id }) => String(id)) }
  }
  if (left) return left.id === botId ? { kind: 'bot-left' } : { kind: 'left', userIds: [String(left.id)] }
  const note = noteOf(message)
  if (note !== undefined) return { kind: 'note', text: note }
  if (byId === botId) return { kind: 'bot-message', messageId, how: 'reply', message, choices }
  return { kind: 'message', messageId, userId: String(byId), message }
}

/** A service message in a sentence; undefined if it is none. */
function noteOf(message: MessageBody): string | undefined {
  if (typeof message.new_chat_title === 'string') return `The group is called “${message.new_chat_title}” now`
  if (message.new_chat_photo) return 'The group has a new picture'
  if (message.delete_chat_photo) return "The group's picture was removed"
  if (message.pinned_message) return 'A message was pinned'
  if (message.migrate_to_chat_id) return 'The group became a supergroup'
  if (message.migrate_from_chat_id) return 'This supergroup was a group before'
  if (message.chat_owner_changed) return 'The group has a new owner'
  if (message.forum_topic_created)
    return `The topic “${(message.forum_topic_created as { name: string }).name}” was created`
  return undefined
}
