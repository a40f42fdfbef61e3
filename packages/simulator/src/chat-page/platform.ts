import { type ChatPlatform, listEntries } from '@innkeeper/simulator-kit'
import type { Happening } from '../entry.ts'
import type { Dispatcher } from '../webhook/dispatcher.ts'
import type { World } from '../world.ts'
import { describeChange, describeEntry, describeWorld } from './describe.ts'
import { createPageActions } from './page-actions.ts'

/** LINE as the chat page sees it. */
export function createChatPlatform(world: World, dispatcher: Dispatcher): ChatPlatform<Happening> {
  return {
    listeners: world.listeners,
    serviceUrl: () => world.serviceUrl,
    describeWorld: () => describeWorld(world),
    describeChange: (change) => describeChange(world, change),
    hasChat: (chatId) => world.chats.has(chatId) || world.users.has(chatId),
    listEntries: (chatId, page) => listEntries(world, chatId, page).map((entry) => describeEntry(world, entry)),
    findMedia: (messageId) => world.messages.get(messageId)?.content,
    findPicture: (name) => world.pictures.get(name),
    actions: createPageActions(world, dispatcher),
  }
}
