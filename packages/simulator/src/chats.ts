import type { webhook } from '@line/bot-sdk'
import { announce } from './announce.ts'
import type { Content } from './content.ts'
import { buildEvent, type EventTime } from './events.ts'
import { editMessage, type MessageDelivery, type MessageOrigin, postMessage, unsendMessage } from './messages.ts'
import { getUser, oneToOne } from './people.ts'
import { addEntry } from './transcript.ts'
import type { Delivery, Dispatcher } from './webhook/dispatcher.ts'
import { type ChatState, hostPicture, notifyListeners, type World } from './world.ts'

export type Someone = { userId: string }
/** People, and as the last argument the time, if it was in the past. */
type People = Someone[] | [...people: Someone[], told: EventTime]

export type ChatDraft = {
  name?: string
  members?: Someone[]
  /** The simulator serves it. Rooms have none. */
  picture?: Buffer
}

/** What people can do in a group or room. Each method returns how its event was delivered. */
export type Chat = {
  chatId: string
  /** The chat's current state; change it to rename a group. */
  state: ChatState
  /** The `source` of events; with the user if the platform names one. */
  source(user?: Someone): webhook.GroupSource | webhook.RoomSource
  /** The bot joins. */
  invite(told?: EventTime): Promise<Delivery<webhook.JoinEvent>>
  /** Someone removes the bot. */
  removeBot(told?: EventTime): Promise<Delivery<webhook.LeaveEvent>>
  join(...people: People): Promise<Delivery<webhook.MemberJoinedEvent>>
  leave(...people: People): Promise<Delivery<webhook.MemberLeftEvent>>
  say(user: Someone, content: Content, told?: EventTime): Promise<MessageDelivery>
  unsend(user: Someone, messageId: string, told?: EventTime): Promise<Delivery<webhook.UnsendEvent>>
  postback(user: Someone, data: string): Promise<Delivery<webhook.PostbackEvent>>
}

export type Room = Chat & { roomId: string }

export type Group = Chat & {
  groupId: string
  /** Texts only; in groups only. */
  edit(
    user: Someone,
    messageId: string,
    content: Content,
    told?: EventTime,
  ): Promise<Delivery<webhook.MessageEditedEvent>>
}

export function addGroup(world: World, dispatcher: Dispatcher, draft: ChatDraft & { groupId?: string }): Group {
  return openGroup(world, dispatcher, createChat(world, 'group', draft.groupId ?? world.ids.groupId(), draft))
}

export function addRoom(world: World, dispatcher: Dispatcher, draft: ChatDraft & { roomId?: string }): Room {
  const state = createChat(world, 'room', draft.roomId ?? world.ids.roomId(), draft)
  return { roomId: state.chatId, ...openChat(world, dispatcher, state) }
}

export function findChat(world: World, dispatcher: Dispatcher, chatId: string): Chat | undefined {
  const state = world.chats.get(chatId)
  return state && openChat(world, dispatcher, state)
}

export function findGroup(world: World, dispatcher: Dispatcher, groupId: string): Group | undefined {
  const state = world.chats.get(groupId)
  return state?.type === 'group' ? openGroup(world, dispatcher, state) : undefined
}

export function listGroups(world: World, dispatcher: Dispatcher): Group[] {
  const groups = [...world.chats.values()].filter(({ type }) => type === 'group')
  return groups.map((state) => openGroup(world, dispatcher, state))
}

/** The bot is gone: removed, or it left. */
export function sendLeave(world: World, dispatcher: Dispatcher, state: ChatState, told: EventTime = {}) {
  state.isBotIn = false
  notifyListeners(world, { kind: 'chat', chatId: state.chatId })
  const draft = { type: 'leave' as const, source: sourceOf(world, state), mode: state.mode }
  const entry = addEntry(world, { chatId: state.chatId, ...told }, { kind: 'bot-left' })
  return announce(world, dispatcher, entry, buildEvent(world, draft, told))
}

function createChat(world: World, type: ChatState['type'], chatId: string, draft: ChatDraft): ChatState {
  if (world.chats.has(chatId)) throw new Error(`The ${type} ${chatId} already exists.`)
  const state: ChatState = {
    chatId,
    type,
    name: draft.name ?? `Group ${world.chats.size + 1}`,
    ...(draft.picture ? { pictureUrl: hostPicture(world, draft.picture) } : {}),
    memberIds: new Set(draft.members?.map(({ userId }) => getUser(world, userId).userId)),
    isBotIn: false,
    mode: 'active',
  }
  world.chats.set(state.chatId, state)
  notifyListeners(world, { kind: 'chat', chatId })
  return state
}

function openGroup(world: World, dispatcher: Dispatcher, state: ChatState): Group {
  const edit: Group['edit'] = async (user, messageId, content, told) =>
    editMessage(world, dispatcher, originOf(world, state, user, told), { messageId, content })
  return { groupId: state.chatId, ...openChat(world, dispatcher, state), edit }
}

function openChat(world: World, dispatcher: Dispatcher, state: ChatState): Chat {
  const { chatId } = state
  const at = (user: Someone, told?: EventTime) => originOf(world, state, user, told)
  const head = () => ({ source: sourceOf(world, state), mode: state.mode })
  return {
    chatId,
    state,
    source: (user) => sourceOf(world, state, user),
    async invite(told = {}) {
      if (state.isBotIn) throw new Error('The bot is already in this chat.')
      state.isBotIn = true
      notifyListeners(world, { kind: 'chat', chatId })
      const entry = addEntry(world, { chatId, ...told }, { kind: 'bot-joined' })
      return announce(world, dispatcher, entry, buildEvent(world, { type: 'join', ...head() }, told))
    },
    async removeBot(told) {
      requireBot(state)
      return sendLeave(world, dispatcher, state, told)
    },
    async join(...people) {
      requireBot(state)
      const { users, told } = split(people)
      const entry = enter(world, state, users, told)
      const draft = { type: 'memberJoined' as const, ...head(), joined: listOf(world, users) }
      return announce(world, dispatcher, entry, buildEvent(world, draft, told))
    },
    async leave(...people) {
      const { users, told } = split(people)
      for (const user of users) at(user)
      requireBot(state)
      const entry = goAway(world, state, users, told)
      const draft = { type: 'memberLeft' as const, ...head(), left: listOf(world, users) }
      return announce(world, dispatcher, entry, buildEvent(world, draft, told))
    },
    say: async (user, content, told) => postMessage(world, dispatcher, at(user, told), content),
    unsend: async (user, messageId, told) => unsendMessage(world, dispatcher, at(user, told), messageId),
    async postback(user, data) {
      const draft = { type: 'postback' as const, source: at(user).source, mode: state.mode, postback: { data } }
      return dispatcher.send(buildEvent(world, draft))
    },
  }
}

/** People join, whether or not the bot is there. */
export function enter(world: World, state: ChatState, users: Someone[], told: EventTime = {}) {
  const userIds = users.map(({ userId }) => getUser(world, userId).userId)
  for (const userId of userIds) state.memberIds.add(userId)
  notifyListeners(world, { kind: 'chat', chatId: state.chatId })
  return addEntry(world, { chatId: state.chatId, ...told }, { kind: 'joined', userIds })
}

export function goAway(world: World, state: ChatState, users: Someone[], told: EventTime = {}) {
  const userIds = users.map(({ userId }) => userId)
  for (const userId of userIds) state.memberIds.delete(userId)
  notifyListeners(world, { kind: 'chat', chatId: state.chatId })
  return addEntry(world, { chatId: state.chatId, ...told }, { kind: 'left', userIds })
}

function split(people: (Someone | EventTime)[]): { users: Someone[]; told: EventTime } {
  const users: Someone[] = []
  let told: EventTime = {}
  for (const one of people) {
    if ('userId' in one) users.push(one)
    else told = one
  }
  return { users, told }
}

/** Members are named inside the event and not in its source. */
export function listOf(world: World, users: Someone[]) {
  return { members: users.map(({ userId }) => oneToOne(getUser(world, userId))) }
}

/** The bot gets events only while it is in the chat. A test that forgot to invite it would wait forever. */
function requireBot({ isBotIn, chatId }: ChatState): void {
  if (!isBotIn) throw new Error(`The bot is not in chat ${chatId}, so the platform sends nothing. Call invite() first.`)
}

function originOf(world: World, state: ChatState, user: Someone, told?: EventTime): MessageOrigin {
  requireBot(state)
  return memberOrigin(world, state, user, told)
}

/** The chat in which a member acts, whether or not the bot is there. */
export function memberOrigin(world: World, state: ChatState, { userId }: Someone, told: EventTime = {}): MessageOrigin {
  if (!state.memberIds.has(userId)) throw new Error(`User ${userId} is not a member of chat ${state.chatId}.`)
  return { ...told, chatId: state.chatId, userId, source: sourceOf(world, state, { userId }), mode: state.mode }
}

export function sourceOf(world: World, { type, chatId }: ChatState, user?: Someone) {
  const userId = user && getUser(world, user.userId).hasConsented ? { userId: user.userId } : {}
  return type === 'group'
    ? { type: 'group' as const, groupId: chatId, ...userId }
    : { type: 'room' as const, roomId: chatId, ...userId }
}
