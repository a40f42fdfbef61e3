import type { Message, User } from '../bot-api.ts'
import { showChange, showFriendship, showPerson } from '../chat-page/show.ts'
import { describeBot, describeMember, describePrivateChat, describeUser } from '../describe.ts'
import { inventPicture, storeFile } from '../files/stored-files.ts'
import { type Content, describeContent } from '../messages/content.ts'
import { editMessage } from '../messages/edit.ts'
import { addMessage, announce, findMessage, type MessageOrigin, type Posted, quote } from '../messages/post.ts'
import { type EventTime, type Heard, publish } from '../updates/publish.ts'
import { getUser, type UserState, unixTime, type World } from '../world.ts'

export type UserDraft = {
  id?: number
  firstName?: string
  lastName?: string
  username?: string
  languageCode?: string
  /** True for a generated profile picture. */
  picture?: Buffer | boolean
}

export type BotDraft = UserDraft & {
  /** Whether our bot gets its messages. */
  botToBot?: boolean
}

export type SayOptions = EventTime & {
  /** The id of the message that this one answers. */
  replyTo?: number
  /** Fields that replace or complete those of the message. */
  fields?: Record<string, unknown>
}

/** A person. Has the actions in the private chat with the bot; those in groups are on the group. */
export type Person = {
  id: number
  /** The current state; change it to rename them. */
  state: UserState
  describe(): User
  /** Presses Start, or opens `t.me/<bot>?start=<payload>`. */
  start(payload?: string, options?: EventTime): Posted
  say(content: Content, options?: SayOptions): Posted
  edit(messageId: number, content: Content, options?: EventTime): Posted
  /** The bot isn't notified of it. */
  delete(messageId: number): void
  block(options?: EventTime): Heard
  unblock(options?: EventTime): Heard
  /** Presses a button of an inline keyboard. */
  press(messageId: number, data: string): Heard & { callbackId: string }
}

export function addUser(world: World, draft: UserDraft): Person {
  return openPerson(world, createUser(world, draft, { isBot: false, botToBot: false }))
}

/** Another bot. It can be added to groups and can speak there. */
export function addBot(world: World, { botToBot = false, ...draft }: BotDraft): Person {
  const username = draft.username ?? `other_${world.users.size + 1}_bot`
  return openPerson(world, createUser(world, { ...draft, username }, { isBot: true, botToBot }))
}

export function findUser(world: World, userId: number): Person | undefined {
  const state = world.users.get(userId)
  return state && openPerson(world, state)
}

function createUser(world: World, draft: UserDraft, kind: Pick<UserState, 'isBot' | 'botToBot'>): UserState {
  const id = draft.id ?? world.ids.userId()
  if (world.users.has(id)) throw new Error(`User ${id} already exists. Get it with findUser.`)
  const { lastName, username, languageCode, picture } = draft
  const state: UserState = {
    id,
    firstName: draft.firstName ?? `User ${world.users.size + 1}`,
    ...(lastName ? { lastName } : {}),
    ...(username ? { username } : {}),
    ...(languageCode ? { languageCode } : {}),
    pictures: [],
    privateChat: 'none',
    ...kind,
  }
  if (picture) state.pictures.push(storeProfilePicture(world, picture === true ? inventPicture(String(id)) : picture))
  world.users.set(id, state)
  showPerson(world, id)
  return state
}

export function storeProfilePicture(world: World, bytes: Buffer): string {
  return storeFile(world, { kind: 'profile_photos', bytes, name: 'file.jpg' }).key
}

function openPerson(world: World, state: UserState): Person {
  const say: Person['say'] = (content, options = {}) => {
    if (state.privateChat === 'blocked') throw new Error(`User ${state.id} has blocked the bot. Call unblock() first.`)
    if (state.privateChat !== 'open') {
      state.privateChat = 'open'
      showPerson(world, state.id)
    }
    const origin = privateOrigin(state, options)
    const original = options.replyTo === undefined ? undefined : findMessage(world, state.id, options.replyTo)
    const body = {
      ...(original ? { reply_to_message: quote(original) } : {}),
      ...describeContent(world, content),
      ...options.fields,
    }
    return announce(world, addMessage(world, origin, body), { at: options.at, why: undefined })
  }
  const change = (status: 'member' | 'kicked', { at }: EventTime = {}) => {
    const old = status === 'member' ? 'kicked' : 'member'
    state.privateChat = status === 'member' ? 'open' : 'blocked'
    showFriendship(world, state.id, status === 'member' ? 'followed' : 'blocked', at)
    const bot = describeBot(world)
    const member = (one: 'member' | 'kicked') =>
      describeMember(bot, { status: one, isAnonymous: false, isMember: one === 'member' })
    const update = {
      chat: describePrivateChat(state),
      from: describeUser(state),
      date: unixTime(at ?? world.settings.clock()),
      old_chat_member: member(old),
      new_chat_member: member(status),
    }
    return publish(world, { my_chat_member: update }, { at, chatKey: String(state.id) })
  }
  return {
    id: state.id,
    state,
    describe: () => describeUser(state),
    start: (payload, options) => say(payload === undefined ? '/start' : `/start ${payload}`, options),
    say,
    edit: (messageId, content, options = {}) =>
      editMessage(world, { chatId: state.id, messageId, byId: state.id }, content, { ...options, why: undefined }),
    delete(messageId) {
      const found = findMessage(world, state.id, messageId)
      if (!found) throw new Error(`There is no message ${messageId} in the chat of user ${state.id}.`)
      found.isDeleted = true
      showChange(world, found)
    },
    block: (options) => change('kicked', options),
    unblock: (options) => change('member', options),
    press: (messageId, data) => pressButton(world, getUser(world, state.id), { chatId: state.id, messageId, data }),
  }
}

export function pressButton(
  world: World,
  user: UserState,
  { chatId, messageId, data }: { chatId: number; messageId: number; data: string },
): Heard & { callbackId: string } {
  const found = findMessage(world, chatId, messageId)
  if (!found || found.byId !== world.settings.bot.id)
    throw new Error(`Message ${messageId} of chat ${chatId} is not one of the bot's, so it has no buttons.`)
  const callbackId = world.ids.number()
  const message: Message = found.message
  const query = { id: callbackId, from: describeUser(user), message, chat_instance: `-${world.ids.number()}`, data }
  return { ...publish(world, { callback_query: query }, { chatKey: String(chatId) }), callbackId }
}

function privateOrigin(state: UserState, { at }: EventTime): MessageOrigin {
  return { at, chat: describePrivateChat(state), state: undefined, head: { from: describeUser(state) }, byId: state.id }
}
