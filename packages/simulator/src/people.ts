import type { webhook } from '@line/bot-sdk'
import type { Content } from './content.ts'
import { buildEvent } from './events.ts'
import { type MessageDelivery, postMessage, unsendMessage } from './messages.ts'
import type { Delivery, Dispatcher } from './webhook/dispatcher.ts'
import { hostPicture, type UserState, type World } from './world.ts'

export type UserDraft = {
  displayName?: string
  /** The simulator serves it. */
  picture?: Buffer
  /** Or an address elsewhere. */
  pictureUrl?: string
  statusMessage?: string
  language?: string
  /** False: the user's id is kept from the bot. */
  hasConsented?: boolean
  userId?: string
}

/** Somebody with a phone. What they do one to one with the bot stands here; in groups, at the group. */
export type User = {
  userId: string
  /** How the platform sees the user now; change it to rename somebody. */
  state: UserState
  say(content: Content): Promise<MessageDelivery>
  unsend(messageId: string): Promise<Delivery<webhook.UnsendEvent>>
}

export function addUser(world: World, dispatcher: Dispatcher, draft: UserDraft): User {
  const userId = draft.userId ?? world.ids.userId()
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
  const place = { chatId: userId, userId, source: oneToOne(state), mode: 'active' as const }
  return {
    userId,
    state,
    async say(content) {
      if (state.friendship === 'blocked') throw new Error(`User ${userId} has blocked the bot: nothing reaches it.`)
      state.hasWritten = true
      return postMessage(world, dispatcher, place, content)
    },
    unsend: (messageId) => unsendMessage(world, dispatcher, place, messageId),
  }
}

/** The user adds the bot as a friend, or unblocks it. */
export function follow(world: World, dispatcher: Dispatcher, { userId }: { userId: string }) {
  const state = getUser(world, userId)
  const isUnblocked = state.friendship === 'blocked'
  state.friendship = 'friend'
  return dispatcher.send(buildEvent(world, { type: 'follow', source: oneToOne(state), follow: { isUnblocked } }))
}

/** The user blocks the bot. */
export function unfollow(world: World, dispatcher: Dispatcher, { userId }: { userId: string }) {
  const state = getUser(world, userId)
  state.friendship = 'blocked'
  return dispatcher.send(buildEvent(world, { type: 'unfollow', source: oneToOne(state) }))
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
