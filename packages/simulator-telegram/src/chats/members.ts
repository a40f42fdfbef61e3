import type { ChatMemberUpdated } from '../bot-api.ts'
import { showChat } from '../chat-page/show.ts'
import { describeChat, describeMember, findDescribedUser, isAdmin, isIn, notThere } from '../describe.ts'
import { type EventTime, type Heard, publish } from '../updates/publish.ts'
import { type ChatState, type MemberState, unixTime, type World } from '../world.ts'

/**
 * Changes what someone is in a chat. The bot learns of itself always, and of others only as an admin that asked for these
 * updates.
 */
export function changeMember(
  world: World,
  chat: ChatState,
  change: { userId: number; byId: number; to: Partial<MemberState> } & EventTime,
): Heard {
  const update = applyChange(world, chat, change)
  const isOurs = change.userId === world.settings.bot.id
  const chatKey = membersKey(chat.id)
  if (isOurs) return publish(world, { my_chat_member: update }, { at: change.at, chatKey })
  const ours = chat.members.get(world.settings.bot.id)
  if (!ours || !isIn(ours)) return { why: 'not in the chat' }
  if (!isAdmin(ours)) return { why: 'not an admin' }
  return publish(world, { chat_member: update }, { at: change.at, chatKey })
}

function applyChange(
  world: World,
  chat: ChatState,
  { userId, byId, to, at }: { userId: number; byId: number; to: Partial<MemberState> } & EventTime,
): ChatMemberUpdated {
  const old = chat.members.get(userId) ?? notThere
  const status = to.status ?? old.status
  const member: MemberState = { ...old, isMember: status !== 'left' && status !== 'kicked', ...to, status }
  chat.members.set(userId, member)
  showChat(world, chat.id)
  const { bot } = world.settings
  // A bot takes its privacy mode along when it is added, and keeps it.
  if (userId === bot.id && isIn(member) && !isIn(old)) chat.seesAll = !bot.privacyMode
  const user = getDescribed(world, userId)
  return {
    chat: describeChat(chat),
    from: getDescribed(world, byId),
    date: unixTime(at ?? world.settings.clock()),
    old_chat_member: describeMember(user, old),
    new_chat_member: describeMember(user, member),
  }
}

/** Messages of a chat are delivered in line. What happens to its members is not in that line. */
export function membersKey(chatId: number): string {
  return `members ${chatId}`
}

export function getDescribed(world: World, userId: number) {
  const user = findDescribedUser(world, userId)
  if (!user) throw new Error(`There is no user ${userId}. Create people with addUser.`)
  return user
}

export function ownerOf(chat: ChatState): number | undefined {
  return [...chat.members].find(([, { status }]) => status === 'creator')?.[0]
}
