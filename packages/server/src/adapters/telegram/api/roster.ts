import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { ChannelRef, Person } from '../../../ports/connector.ts'
import { isCount, isObject, NotUnderstood } from '../../http-client/untrusted-json.ts'
import { listOf } from '../json.ts'
import { toNumber } from '../receiving/ids.ts'
import { findSight } from '../receiving/read-membership.ts'
import { readPerson } from '../receiving/read-people.ts'
import { getBot } from './account.ts'
import type { BotApi } from './bot-api.ts'

/** Without this bot. Other bots are counted. */
export async function countMembers(api: BotApi, channel: ChannelRef): Promise<number> {
  if (channel.type === 'user') return 1
  const what = 'the number of members'
  const count = await api.call(what, 'getChatMemberCount', { chat_id: toNumber(channel.channelId) })
  if (!isCount(count)) throw new PlatformSilence(`Telegram's response for ${what} is not in the expected format`)
  return Math.max(0, count - 1)
}

/** Telegram tells the bot its own status in every group. */
export async function seesAllMessages(api: BotApi, botId: number, channel: ChannelRef): Promise<boolean | undefined> {
  if (channel.type === 'user') return true
  const self = await api.get("the bot's own status in a chat", 'getChatMember', {
    chat_id: toNumber(channel.channelId),
    user_id: botId,
  })
  if (self.status === 'administrator' || self.status === 'creator') return findSight({}, true)
  return findSight(await getBot(api), false)
}

type Admins = { owner: Person | undefined; admins: Person[] }

/** Also those who post anonymously, by their own names. Bots are left out. */
export async function listAdmins(api: BotApi, channel: ChannelRef): Promise<Admins> {
  if (channel.type === 'user') return { owner: { userId: channel.channelId }, admins: [] }
  const what = 'the list of admins'
  const members = await api.call(what, 'getChatAdministrators', { chat_id: toNumber(channel.channelId) })
  if (!Array.isArray(members))
    throw new PlatformSilence(`Telegram's response for ${what} is not in the expected format`)
  const found = listOf(members, (one) =>
    isObject(one) ? { status: one.status, person: findPerson(one.user) } : undefined,
  )
  const people = (status: string) =>
    found.flatMap(({ status: own, person }) => (own === status && person && !person.isBot ? [person] : []))
  return { owner: people('creator')[0], admins: people('administrator') }
}

/** Telegram is sure of it only where this bot is an admin. Elsewhere it may refuse, which says nothing. */
export async function isMember(api: BotApi, channel: ChannelRef, userId: string): Promise<boolean> {
  const member = await api.get('a member of a chat', 'getChatMember', {
    chat_id: toNumber(channel.channelId),
    user_id: toNumber(userId),
  })
  if (member.status === 'restricted') return member.is_member !== false
  return member.status !== 'left' && member.status !== 'kicked'
}

/** The bot can't leave a private chat; only the person can end it. */
export async function leave(api: BotApi, channel: ChannelRef): Promise<void> {
  if (channel.type === 'user') return
  try {
    await api.call('leaving the chat', 'leaveChat', { chat_id: toNumber(channel.channelId) })
  } catch (error) {
    // It isn't in there any more.
    if (!(error instanceof PlatformRefusal && error.code === 'forbidden')) throw error
  }
}

function findPerson(user: unknown): Person | undefined {
  try {
    return readPerson(user, 'A member')
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined
    throw error
  }
}
