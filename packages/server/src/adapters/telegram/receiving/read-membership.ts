import { isObject, NotUnderstood } from '../../http-client/untrusted-json.ts'
import type { Json } from '../json.ts'
import { toId } from './ids.ts'
import { findChat, readTime, toReplyRight } from './read-common.ts'
import type { Unnumbered } from './read-message.ts'
import { type Bot, readPerson } from './read-people.ts'

/** `my_chat_member`: what happened to this bot. In a private chat, only that it was blocked or unblocked. */
export function readOwnMembership(update: Json, bot: Bot): Unnumbered[] {
  const chat = findChat(update.chat)
  if (chat === undefined) return []
  const { channel, number } = chat
  const at = readTime(update.date, 'The date')
  const before = readMember(update.old_chat_member, 'The former member')
  const after = readMember(update.new_chat_member, 'The new member')
  if (before.isIn && !after.isIn) return [{ kind: 'bot-removed', at, channel }]
  const reply = toReplyRight({ chat: number })
  // Unblocking comes with `/start`, which is answered; a second introduction would only repeat it.
  if (!before.isIn && after.isIn) {
    if (channel.type === 'user') return [{ kind: 'bot-added', at, channel }]
    const isBlind = bot.seesAllMessages === false && after.role !== 'admin'
    return [{ kind: 'bot-added', at, channel, reply, ...(isBlind && { seesAllMessages: false }) }]
  }
  if (!after.isIn) return []
  const sight = channel.type === 'user' ? undefined : findSight(bot, after.role === 'admin')
  return [{ kind: 'chat-changed', at, channel, reply, ...(sight !== undefined && { seesAllMessages: sight }) }]
}

/** `chat_member`: what happened to someone else. Told only to admins. */
export function readMembership(update: Json, bot: Bot): Unnumbered[] {
  const chat = findChat(update.chat)
  if (chat === undefined) return []
  const { channel, number } = chat
  const at = readTime(update.date, 'The date')
  const before = readMember(update.old_chat_member, 'The former member')
  const after = readMember(update.new_chat_member, 'The new member')
  const { person } = after
  if (person.userId === toId(bot.id)) return []
  const common = { at, channel, reply: toReplyRight({ chat: number }) }
  if (!before.isIn && after.isIn) return [{ ...common, kind: 'members-joined', members: [person] }, ...adminChange()]
  if (before.isIn && !after.isIn)
    return [{ ...common, kind: 'members-left', userIds: [person.userId] }, ...adminChange()]
  return adminChange()

  function adminChange(): Unnumbered[] {
    return before.role === after.role ? [] : [{ ...common, kind: 'chat-changed' }]
  }
}

/**
 * Whether the bot gets all messages of a group. Undefined: a group keeps the privacy mode of the moment in which the bot was added,
 * and it may have been turned off since.
 */
export function findSight(bot: Pick<Bot, 'seesAllMessages'>, isAdmin: boolean): boolean | undefined {
  if (isAdmin) return true
  return bot.seesAllMessages === false ? false : undefined
}

function readMember(given: unknown, what: string) {
  if (!isObject(given)) throw new NotUnderstood(`${what} is not an object`)
  const person = readPerson(given.user, what)
  switch (given.status) {
    case 'creator':
      return { person, isIn: true, role: 'owner' }
    case 'administrator':
      return { person, isIn: true, role: 'admin' }
    case 'member':
      return { person, isIn: true, role: 'member' }
    case 'restricted':
      return { person, isIn: given.is_member === true, role: 'member' }
    case 'left':
    case 'kicked':
      return { person, isIn: false, role: 'member' }
    default:
      throw new NotUnderstood(`The status of ${what.toLowerCase()} is unknown`)
  }
}
