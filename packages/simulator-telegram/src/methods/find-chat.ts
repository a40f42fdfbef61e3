import type { Chat } from '../bot-api.ts'
import { describeChat, describePrivateChat, isIn } from '../describe.ts'
import { badRequest, forbidden } from '../http/api-error.ts'
import { readString } from '../http/parameters.ts'
import type { ChatState, UserState, World } from '../world.ts'

/** The chat of a call. */
export type Target = { kind: 'chat'; state: ChatState; chat: Chat } | { kind: 'private'; user: UserState; chat: Chat }

/** A chat that the bot may ask about. */
export function findTarget(world: World, values: Record<string, unknown>): Target {
  const given = readString(values, 'chat_id')
  if (given === undefined || given === '') throw badRequest('chat_id is empty')
  if (given.startsWith('@')) return byUsername(world, given.slice(1))
  const id = Number(given)
  const state = world.chats.get(id)
  if (state) return readable(world, state)
  const user = world.users.get(id)
  if (user && !user.isBot && user.privateChat !== 'none') return privately(user)
  throw badRequest('chat not found')
}

/** A chat that the bot may write to. */
export function findWritable(world: World, values: Record<string, unknown>): Target {
  const id = Number(readString(values, 'chat_id'))
  const user = world.users.get(id)
  if (user?.isBot) throw forbidden("bots can't send messages to bots")
  if (user?.privateChat === 'blocked') throw forbidden('bot was blocked by the user')
  if (user?.privateChat === 'none') throw forbidden("bot can't initiate conversation with a user")
  const state = world.chats.get(id)
  if (state?.migratedTo !== undefined)
    throw badRequest('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: state.migratedTo })
  return findTarget(world, values)
}

function byUsername(world: World, username: string): Target {
  const state = [...world.chats.values()].find((one) => one.username?.toLowerCase() === username.toLowerCase())
  if (!state) throw badRequest('chat not found')
  return { kind: 'chat', state, chat: describeChat(state) }
}

function readable(world: World, state: ChatState): Target {
  const ours = state.members.get(world.settings.bot.id)
  // The platform doesn't know a private group that the bot was never in.
  if (!ours) throw badRequest('chat not found')
  const kind = state.type === 'group' ? 'group' : state.type
  if (ours.status === 'kicked') throw forbidden(`bot was kicked from the ${kind} chat`)
  if (!isIn(ours)) throw forbidden(`bot is not a member of the ${kind} chat`)
  return { kind: 'chat', state, chat: describeChat(state) }
}

function privately(user: UserState): Target {
  return { kind: 'private', user, chat: describePrivateChat(user) }
}
