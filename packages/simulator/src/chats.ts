import type { webhook } from '@line/bot-sdk'
import type { Content } from './content.ts'
import { buildEvent } from './events.ts'
import { editMessage, type MessageDelivery, type Place, postMessage, unsendMessage } from './messages.ts'
import { getUser, oneToOne } from './people.ts'
import type { Delivery, Dispatcher } from './webhook/dispatcher.ts'
import { type ChatState, hostPicture, type World } from './world.ts'

type Someone = { userId: string }

export type ChatDraft = {
  name?: string
  members?: Someone[]
  /** The simulator serves it. Rooms have none. */
  picture?: Buffer
  chatId?: string
}

/** What people can do where several talk. Each answers how the event it causes was delivered. */
export type Chat = {
  chatId: string
  /** How the platform sees the chat now; change it to rename a group. */
  state: ChatState
  /** The `source` of events; with the user where the platform names one. */
  source(user?: Someone): webhook.GroupSource | webhook.RoomSource
  /** The bot comes in. */
  invite(): Promise<Delivery<webhook.JoinEvent>>
  /** Somebody throws the bot out. */
  removeBot(): Promise<Delivery<webhook.LeaveEvent>>
  join(...users: Someone[]): Promise<Delivery<webhook.MemberJoinedEvent>>
  leave(...users: Someone[]): Promise<Delivery<webhook.MemberLeftEvent>>
  say(user: Someone, content: Content): Promise<MessageDelivery>
  unsend(user: Someone, messageId: string): Promise<Delivery<webhook.UnsendEvent>>
  postback(user: Someone, data: string): Promise<Delivery<webhook.PostbackEvent>>
}

export type Room = Chat & { roomId: string }

export type Group = Chat & {
  groupId: string
  /** Texts only; in groups only. */
  edit(user: Someone, messageId: string, content: Content): Promise<Delivery<webhook.MessageEditedEvent>>
}

export function addGroup(world: World, dispatcher: Dispatcher, draft: ChatDraft): Group {
  const state = createChat(world, 'group', draft)
  const edit: Group['edit'] = async (user, messageId, content) =>
    editMessage(world, dispatcher, placeOf(world, state, user), { messageId, content })
  return { groupId: state.chatId, ...openChat(world, dispatcher, state), edit }
}

export function addRoom(world: World, dispatcher: Dispatcher, draft: ChatDraft): Room {
  const state = createChat(world, 'room', draft)
  return { roomId: state.chatId, ...openChat(world, dispatcher, state) }
}

/** The bot is gone, thrown out or by its own wish. */
export function sendLeave(world: World, dispatcher: Dispatcher, state: ChatState) {
  state.isBotIn = false
  return dispatcher.send(buildEvent(world, { type: 'leave', source: sourceOf(world, state), mode: state.mode }))
}

function createChat(world: World, type: ChatState['type'], draft: ChatDraft): ChatState {
  const state: ChatState = {
    chatId: draft.chatId ?? (type === 'group' ? world.ids.groupId() : world.ids.roomId()),
    type,
    name: draft.name ?? `Group ${world.chats.size + 1}`,
    ...(draft.picture ? { pictureUrl: hostPicture(world, draft.picture) } : {}),
    memberIds: new Set(draft.members?.map(({ userId }) => getUser(world, userId).userId)),
    isBotIn: false,
    mode: 'active',
  }
  world.chats.set(state.chatId, state)
  return state
}

function openChat(world: World, dispatcher: Dispatcher, state: ChatState): Chat {
  const at = (user: Someone) => placeOf(world, state, user)
  const head = () => ({ source: sourceOf(world, state), mode: state.mode })
  // Members are named inside the event and not in its source.
  const list = (users: Someone[]) => ({ members: users.map(({ userId }) => oneToOne(getUser(world, userId))) })
  return {
    chatId: state.chatId,
    state,
    source: (user) => sourceOf(world, state, user),
    async invite() {
      if (state.isBotIn) throw new Error('The bot is in this chat already.')
      state.isBotIn = true
      return dispatcher.send(buildEvent(world, { type: 'join', ...head() }))
    },
    async removeBot() {
      requireBot(state)
      return sendLeave(world, dispatcher, state)
    },
    async join(...users) {
      requireBot(state)
      for (const { userId } of users) state.memberIds.add(getUser(world, userId).userId)
      const draft = { type: 'memberJoined' as const, ...head(), joined: list(users) }
      return dispatcher.send(buildEvent(world, draft))
    },
    async leave(...users) {
      requireBot(state)
      for (const user of users) state.memberIds.delete(at(user).userId)
      const draft = { type: 'memberLeft' as const, ...head(), left: list(users) }
      return dispatcher.send(buildEvent(world, draft))
    },
    say: async (user, content) => postMessage(world, dispatcher, at(user), content),
    unsend: async (user, messageId) => unsendMessage(world, dispatcher, at(user), messageId),
    async postback(user, data) {
      const draft = { type: 'postback' as const, source: at(user).source, mode: state.mode, postback: { data } }
      return dispatcher.send(buildEvent(world, draft))
    },
  }
}

/** The bot sees only what happens while it is there; a test that forgot to invite it would wait for nothing. */
function requireBot({ isBotIn, chatId }: ChatState): void {
  if (!isBotIn) throw new Error(`The bot is not in chat ${chatId}, so the platform sends nothing. Call invite() first.`)
}

function placeOf(world: World, state: ChatState, { userId }: Someone): Place {
  requireBot(state)
  if (!state.memberIds.has(userId)) throw new Error(`User ${userId} is not a member of chat ${state.chatId}.`)
  return { chatId: state.chatId, userId, source: sourceOf(world, state, { userId }), mode: state.mode }
}

function sourceOf(world: World, { type, chatId }: ChatState, user?: Someone) {
  const userId = user && getUser(world, user.userId).hasConsented ? { userId: user.userId } : {}
  return type === 'group'
    ? { type: 'group' as const, groupId: chatId, ...userId }
    : { type: 'room' as const, roomId: chatId, ...userId }
}
