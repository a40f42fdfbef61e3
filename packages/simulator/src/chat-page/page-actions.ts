import { type ChatPlatform, PageRefusal } from '@innkeeper/simulator-kit'
import { announce } from '../announce.ts'
import { addGroup, enter, findChat, goAway, listOf, memberOrigin, sourceOf } from '../chats.ts'
import type { Content } from '../content.ts'
import type { Entry, Happening } from '../entry.ts'
import { buildEvent, type EventDraft, type EventType } from '../events.ts'
import { eraseMessage, type MessageOrigin, rewriteMessage, writeMessage } from '../messages.ts'
import { addUser, alone, follow, ownOrigin, unfollow } from '../people.ts'
import { noteDelivery } from '../transcript.ts'
import type { Dispatcher } from '../webhook/dispatcher.ts'
import type { ChatState, UserState, World } from '../world.ts'
import { describeEntry } from './describe.ts'

/**
 * What people do on the page. Unlike in a test, they can also talk in a chat without the bot; then no event is sent. Actions
 * don't wait for the bot: they return an entry, and its delivery status follows later.
 */
type OwnMessage = { chatId: string; userId: string; messageId: string }

export function createPageActions(world: World, dispatcher: Dispatcher): ChatPlatform<Happening>['actions'] {
  /** Sends the event of an entry if the bot is in the chat, and returns the updated entry. */
  const tell = <T extends EventType>(isHeard: boolean, entry: Entry, draft: EventDraft<T>): object => {
    if (isHeard) void announce(world, dispatcher, entry, buildEvent(world, draft))
    else noteDelivery(world, entry.entryId, entry.chatId, { state: 'unheard', reason: 'the bot is not in this chat' })
    return describeEntry(world, current(world, entry))
  }
  const chatOf = (chatId: string) => getChat(world, chatId)

  return {
    say(chatId: string, userId: string, content: Content): object {
      const { origin, isHeard } = standIn(world, chatId, userId)
      checkQuote(world, chatId, content)
      const { message, entry } = writeMessage(world, origin, content)
      return tell(isHeard, entry, { type: 'message', source: origin.source, mode: origin.mode, message })
    },
    edit({ chatId, userId, messageId }: OwnMessage, text: string): object {
      const { origin, isHeard } = standIn(world, chatId, userId)
      if (!world.chats.has(chatId)) throw new PageRefusal(409, 'On LINE, messages can only be edited in groups.')
      const { type } = getOwn(world, { chatId, userId, messageId })
      if (type !== 'text')
        throw new PageRefusal(409, 'Only text messages can be edited. Unsend this one and send another.')
      const { message, entry } = rewriteMessage(world, origin, { messageId, content: text })
      return tell(isHeard, entry, { type: 'messageEdited', source: origin.source, mode: origin.mode, message })
    },
    unsend({ chatId, userId, messageId }: OwnMessage): object {
      const user = getPerson(world, userId)
      const { origin, isHeard } =
        chatId === userId ? { origin: ownOrigin(user), isHeard: isReachable(user) } : standIn(world, chatId, userId)
      getOwn(world, { chatId, userId, messageId })
      const entry = eraseMessage(world, origin, messageId)
      return tell(isHeard, entry, { type: 'unsend', source: origin.source, mode: origin.mode, unsend: { messageId } })
    },
    /** All of them in one event, as when someone adds several people at once. */
    join(chatId: string, userIds: string[]): object {
      const chat = chatOf(chatId)
      const users = [...new Set(userIds)].map((userId) => getPerson(world, userId))
      if (users.length === 0) throw new PageRefusal(400, 'Choose at least one person to join.')
      const member = users.find(({ userId }) => chat.memberIds.has(userId))
      if (member) throw new PageRefusal(409, `${member.displayName} is already in this chat.`)
      const entry = enter(world, chat, users)
      return tell(chat.isBotIn, entry, { ...head(world, chat), type: 'memberJoined', joined: listOf(world, users) })
    },
    leave(chatId: string, userId: string): object {
      const chat = chatOf(chatId)
      const user = getPerson(world, userId)
      requireMember(chat, user)
      const entry = goAway(world, chat, [user])
      return tell(chat.isBotIn, entry, { ...head(world, chat), type: 'memberLeft', left: listOf(world, [user]) })
    },
    invite(chatId: string): void {
      if (chatOf(chatId).isBotIn) throw new PageRefusal(409, 'The bot is already in this chat.')
      void findChat(world, dispatcher, chatId)?.invite()
    },
    removeBot(chatId: string): void {
      if (!chatOf(chatId).isBotIn) throw new PageRefusal(409, 'The bot is not in this chat.')
      void findChat(world, dispatcher, chatId)?.removeBot()
    },
    follow(userId: string): void {
      void follow(world, dispatcher, getPerson(world, userId))
    },
    unfollow(userId: string): void {
      void unfollow(world, dispatcher, getPerson(world, userId))
    },
    addPerson: (displayName) => ({ userId: addUser(world, dispatcher, { displayName }).userId }),
    addGroup(name, memberIds) {
      const members = memberIds.map((userId) => getPerson(world, userId))
      return { chatId: addGroup(world, dispatcher, { name, members }).groupId }
    },
    countPeople: () => world.users.size,
  }
}

function getPerson(world: World, userId: string): UserState {
  const user = world.users.get(userId)
  if (!user) throw new PageRefusal(404, `No person has the ID ${userId}. Reload the page to see who is there.`)
  return user
}

function getChat(world: World, chatId: string): ChatState {
  const chat = world.chats.get(chatId)
  if (!chat) throw new PageRefusal(404, `No group has the ID ${chatId}. Reload the page to see all groups.`)
  return chat
}

/** A private chat has the id of its user. */
function standIn(world: World, chatId: string, userId: string): { origin: MessageOrigin; isHeard: boolean } {
  const user = getPerson(world, userId)
  if (chatId === userId) {
    if (!isReachable(user)) throw new PageRefusal(409, `${user.displayName} has blocked the bot. Unblock it first.`)
    return { origin: alone(world, user), isHeard: true }
  }
  const chat = getChat(world, chatId)
  requireMember(chat, user)
  return { origin: memberOrigin(world, chat, user), isHeard: chat.isBotIn }
}

function isReachable({ friendship }: UserState): boolean {
  return friendship !== 'blocked'
}

function requireMember(chat: ChatState, { userId, displayName }: UserState): void {
  if (!chat.memberIds.has(userId))
    throw new PageRefusal(409, `${displayName} is not in ${chat.name}. Let them join first, or write as someone else.`)
}

function head(world: World, chat: ChatState) {
  return { source: sourceOf(world, chat), mode: chat.mode }
}

function checkQuote(world: World, chatId: string, content: Content): void {
  const quoted = typeof content === 'object' && 'quotedMessageId' in content ? content.quotedMessageId : undefined
  if (quoted === undefined) return
  const entry = world.transcript.messages.get(quoted)
  if (entry?.chatId !== chatId || entry.kind === 'unsent')
    throw new PageRefusal(409, 'The message you are replying to is no longer available. Send yours without the quote.')
}

function getOwn(world: World, { chatId, userId, messageId }: OwnMessage) {
  const message = world.messages.get(messageId)
  if (!message || message.chatId !== chatId || message.isUnsent)
    throw new PageRefusal(404, 'This message was unsent or is not in this chat.')
  if (message.userId !== userId) throw new PageRefusal(409, 'Only the sender can change a message.')
  return message
}

function current(world: World, { chatId, entryId }: Entry): Entry {
  const entry = world.transcript.chats.get(chatId)?.findLast((one) => one.entryId === entryId)
  if (!entry) throw new Error(`There is no entry ${entryId}.`)
  return entry
}
