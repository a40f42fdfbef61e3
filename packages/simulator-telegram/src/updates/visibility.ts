import type { Message } from '../bot-api.ts'
import { isAdmin, isIn } from '../describe.ts'
import { commandIn } from '../messages/entities.ts'
import { type ChatState, type MessageState, messageKey, type World } from '../world.ts'
import type { Unheard } from './publish.ts'

/** Why the bot doesn't get a message of a group; undefined if it does. */
export function findDeafness(
  world: World,
  chat: ChatState,
  { message, byId }: Pick<MessageState, 'message' | 'byId'>,
): Unheard | undefined {
  const { bot } = world.settings
  const ours = chat.members.get(bot.id)
  if (!ours || !isIn(ours)) return 'not in the chat'
  const seesAll = isAdmin(ours) || chat.seesAll
  const other = world.users.get(byId)
  if (other?.isBot) {
    if (!bot.botToBot && !other.botToBot) return 'another bot'
    return isMeantForBot(world, chat, message) || (bot.botToBot && seesAll) ? undefined : 'another bot'
  }
  return seesAll || isMeantForBot(world, chat, message) ? undefined : 'privacy mode'
}

/** What a bot in privacy mode gets: its commands, and answers to what it said or got. */
function isMeantForBot(world: World, chat: ChatState, message: Message): boolean {
  const { bot } = world.settings
  const command = commandIn(message.text ?? message.caption)
  if (command?.bot !== undefined) return command.bot.toLowerCase() === bot.username.toLowerCase()
  // Without a name, it's for the bot that wrote last.
  if (command) return chat.lastBot === undefined || chat.lastBot === bot.id
  const replied = message.reply_to_message
  const original = replied && world.messages.get(messageKey(replied.chat.id, replied.message_id))
  return original !== undefined && (original.byId === bot.id || isMeantForBot(world, chat, original.message))
}
