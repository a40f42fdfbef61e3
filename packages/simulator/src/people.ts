import type { webhook } from '@line/bot-sdk'
import { announce } from './announce.ts'
import type { Content } from './content.ts'
import { buildEvent, type EventTime } from './events.ts'
import { type MessageDelivery, type MessageOrigin, postMessage, unsendMessage } from './messages.ts'
import { addEntry } from './transcript.ts'
import type { Delivery, Dispatcher } from './webhook/dispatcher.ts'
import { hostPicture, notifyListeners, type UserState, type World } from './world.ts'

export type UserDraft = {
  displayName?: string
  /** The simulator serves it. */
  picture?: Buffer
  /** Or an external URL. */
  pictureUrl?: string
  statusMessage?: string
  language?: string
  /** If false, the bot does not get the user's id. */
  hasConsented?: boolean
  userId?: string
}

/** A user. Has the actions in the private chat with the bot; those in groups are on the group. */
export type User = {
  userId: string
  /** The user's current state; change it to rename them. */
  state: UserState
  say(content: Content, told?: EventTime): Promise<MessageDelivery>
  unsend(messageId: string, told?: EventTime): Promise<Delivery<webhook.UnsendEvent>>
}

export function addUser(world: World, dispatcher: Dispatcher, draft: UserDraft): User {
  const userId = draft.userId ?? world.ids.userId()
  if (world.users.has(userId)) throw new Error(`User ${userId} already exists. Get it with findUser.`)
  const pictureUrl = draft.picture ? hostPicture(world, draft.picture) : draft.pictureUrl
  const state: UserState = {
    userId,
    displayName: draft.displayName ?? `User ${world.users.size + 1}`,
    ...(pictureUrl ? { pictureUrl } : {}),
    ...(draft.statusMessage ? { statusMessage: draft.statusMessage } : {}),
    ...(draft.language ? { language: draft.language } : {}),
    hasConsented: draft.hasConsented ?? true,
    friendship: 'none',
    hasWritten: false,
  }
  world.users.set(userId, state)
  notifyListeners(world, { kind: 'person', userId })
  return openUser(world, dispatcher, state)
}

export function findUser(world: World, dispatcher: Dispatcher, userId: string): User | undefined {
  const state = world.users.get(userId)
  return state && openUser(world, dispatcher, state)
}

function openUser(world: World, dispatcher: Dispatcher, state: UserState): User {
  return {
    userId: state.userId,
    state,
    say: async (content, told) => postMessage(world, dispatcher, alone(world, state, told), content),
    unsend: async (messageId, told) => unsendMessage(world, dispatcher, ownOrigin(state, told), messageId),
  }
}

/** A user's private chat with the bot. */
export function alone(world: World, state: UserState, told: EventTime = {}): MessageOrigin {
  const { userId } = state
  if (state.friendship === 'blocked') throw new Error(`User ${userId} has blocked the bot, so nothing reaches it.`)
  if (!state.hasWritten) {
    state.hasWritten = true
    notifyListeners(world, { kind: 'person', userId })
  }
  return ownOrigin(state, told)
}

export function ownOrigin(state: UserState, told: EventTime = {}): MessageOrigin {
  return { ...told, chatId: state.userId, userId: state.userId, source: oneToOne(state), mode: 'active' }
}

/** The user adds the bot as a friend, or unblocks it. */
export function follow(world: World, dispatcher: Dispatcher, { userId }: { userId: string }, told: EventTime = {}) {
  const state = getUser(world, userId)
  const isUnblocked = state.friendship === 'blocked'
  state.friendship = 'friend'
  notifyListeners(world, { kind: 'person', userId })
  const event = buildEvent(world, { type: 'follow', source: oneToOne(state), follow: { isUnblocked } }, told)
  return announce(world, dispatcher, addEntry(world, { chatId: userId, ...told }, { kind: 'followed', userId }), event)
}

/** The user blocks the bot. */
export function unfollow(world: World, dispatcher: Dispatcher, { userId }: { userId: string }, told: EventTime = {}) {
  const state = getUser(world, userId)
  state.friendship = 'blocked'
  notifyListeners(world, { kind: 'person', userId })
  const event = buildEvent(world, { type: 'unfollow', source: oneToOne(state) }, told)
  return announce(world, dispatcher, addEntry(world, { chatId: userId, ...told }, { kind: 'blocked', userId }), event)
}

export function getUser(world: World, userId: string): UserState {
  const state = world.users.get(userId)
  if (!state) throw new Error(`There is no user ${userId}. Create people with addUser.`)
  return state
}

/** A user as a source; without an id if the user never consented. */
export function oneToOne({ userId, hasConsented }: UserState): webhook.UserSource {
  return hasConsented ? { type: 'user', userId } : { type: 'user' }
}
