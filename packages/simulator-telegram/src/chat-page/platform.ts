import { type ChatPlatform, listEntries, type PageContent, PageRefusal, recognizeMedia } from '@innkeeper/simulator-kit'
import { addChat, findGroup } from '../chats/create-chat.ts'
import type { Group } from '../chats/group.ts'
import { isIn, notThere } from '../describe.ts'
import type { Happening } from '../entry.ts'
import type { Content } from '../messages/content.ts'
import { addUser, findUser, type Person } from '../people/people.ts'
import { personName } from '../people/person-name.ts'
import { type MessageState, messageKey, type World } from '../world.ts'
import { describeChange, describeEntry, describeWorld, findMessageFile } from './describe.ts'

/** Telegram as the chat page sees it. */
export function createChatPlatform(world: World): ChatPlatform<Happening> {
  return {
    listeners: world.listeners,
    serviceUrl: () => world.serviceUrl,
    describeWorld: () => describeWorld(world),
    describeChange: (change) => describeChange(world, change),
    hasChat: (chatId) => world.chats.has(Number(chatId)) || world.users.has(Number(chatId)),
    listEntries: (chatId, page) => listEntries(world, chatId, page).map((entry) => describeEntry(world, entry)),
    findMedia(messageId) {
      const state = world.messages.get(messageId)
      const file = state && !state.isDeleted ? findMessageFile(world, state.message) : undefined
      return file && { bytes: file.bytes, contentType: recognizeMedia(file.bytes).contentType }
    },
    findPicture: (name) => world.files.get(name)?.bytes,
    actions: createActions(world),
  }
}

type OwnMessage = { chatId: string; userId: string; messageId: string }

function createActions(world: World): ChatPlatform<Happening>['actions'] {
  const personOf = (userId: string): Person => {
    const person = findUser(world, Number(userId))
    if (!person) throw new PageRefusal(404, `No person has the ID ${userId}. Reload the page to see who is there.`)
    return person
  }
  const groupOf = (chatId: string): Group => {
    const group = findGroup(world, Number(chatId))
    if (!group) throw new PageRefusal(404, `No group has the ID ${chatId}. Reload the page to see all groups.`)
    return group
  }
  const memberOf = (chatId: string, userId: string) => {
    const [group, person] = [groupOf(chatId), personOf(userId)]
    const member = group.state.members.get(person.id)
    if (!member || !isIn(member))
      throw new PageRefusal(409, `${personName(person.state)} is not in ${group.state.title}. Let them join first.`)
    if (group.state.migratedTo !== undefined)
      throw new PageRefusal(409, 'This group became a supergroup. Write there instead.')
    return { group, person }
  }
  const own = ({ userId, messageId }: OwnMessage): MessageState => {
    const state = world.messages.get(messageId)
    if (!state || state.isDeleted) throw new PageRefusal(404, 'This message was deleted or is not in this chat.')
    if (String(state.byId) !== userId) throw new PageRefusal(409, 'Only the sender can change a message.')
    return state
  }
  const entryOf = (messageId: string): object => {
    const entry = world.transcript.messages.get(messageId)
    if (!entry) throw new Error(`Message ${messageId} is not in the transcript.`)
    return describeEntry(world, entry)
  }
  const lastIn = (chatId: string): object => {
    const entry = world.transcript.chats.get(chatId)?.at(-1)
    return entry ? describeEntry(world, entry) : {}
  }
  const isPrivate = ({ chatId, userId }: { chatId: string; userId: string }) => chatId === userId
  return {
    say(chatId, userId, content) {
      const replied = 'quotedMessageId' in content ? Number(content.quotedMessageId?.split(':')[1]) : undefined
      const set =
        content.type === 'image' && content.imageSet ? { media_group_id: albumId(content.imageSet.id) } : undefined
      const options = { ...(replied === undefined ? {} : { replyTo: replied }), ...(set ? { fields: set } : {}) }
      const said = readContent(content)
      if (isPrivate({ chatId, userId })) {
        const person = personOf(userId)
        if (person.state.privateChat === 'blocked')
          throw new PageRefusal(409, `${personName(person.state)} has blocked the bot. Unblock it first.`)
        return entryOf(messageKey(Number(chatId), person.say(said, options).messageId))
      }
      const { group, person } = memberOf(chatId, userId)
      return entryOf(messageKey(Number(chatId), group.say(person, said, options).messageId))
    },
    edit(message, text) {
      const state = own(message)
      if (state.message.text === undefined)
        throw new PageRefusal(409, 'Only text messages can be edited here. Delete this one and send another.')
      const messageId = state.message.message_id
      if (isPrivate(message)) personOf(message.userId).edit(messageId, text)
      else groupOf(message.chatId).edit(personOf(message.userId), messageId, text)
      return entryOf(message.messageId)
    },
    unsend(message) {
      const messageId = own(message).message.message_id
      if (isPrivate(message)) personOf(message.userId).delete(messageId)
      else groupOf(message.chatId).delete(messageId)
      return entryOf(message.messageId)
    },
    join(chatId, userIds) {
      const group = groupOf(chatId)
      const people = [...new Set(userIds)].map(personOf)
      const known = people.find(({ id }) => isIn(group.state.members.get(id) ?? notThere))
      if (known) throw new PageRefusal(409, `${personName(known.state)} is already in this chat.`)
      for (const person of people) group.join(person)
      return lastIn(chatId)
    },
    leave(chatId, userId) {
      const { group, person } = memberOf(chatId, userId)
      group.leave(person)
      return lastIn(chatId)
    },
    invite(chatId) {
      const group = groupOf(chatId)
      if (isIn(group.state.members.get(world.settings.bot.id) ?? notThere))
        throw new PageRefusal(409, 'The bot is already in this chat.')
      // As an admin, so that it gets all messages, whatever its privacy mode.
      group.invite({ asAdmin: true })
    },
    removeBot(chatId) {
      const group = groupOf(chatId)
      if (!isIn(group.state.members.get(world.settings.bot.id) ?? notThere))
        throw new PageRefusal(409, 'The bot is not in this chat.')
      group.removeBot()
    },
    follow(userId) {
      const person = personOf(userId)
      if (person.state.privateChat === 'blocked') person.unblock()
      else person.start()
    },
    unfollow(userId) {
      personOf(userId).block()
    },
    addPerson: (firstName) => ({ userId: String(addUser(world, { firstName }).id) }),
    addGroup(title, memberIds) {
      const members = memberIds.map(personOf)
      return { chatId: String(addChat(world, 'supergroup', { title, members }).id) }
    },
    countPeople: () => world.users.size,
  }
}

/** Telegram's album ids are digits. */
function albumId(setId: string): string {
  return String(BigInt(`0x${setId.slice(0, 15)}`))
}

function readContent(content: PageContent): Content {
  switch (content.type) {
    case 'text':
      return content.text
    case 'sticker':
      return { type: 'sticker', emoji: '🙂', setName: 'Faces', mood: Number(content.stickerId) % 1_000 }
    case 'location': {
      const { latitude, longitude, title, address } = content
      if (!title && !address) return { type: 'location', latitude, longitude }
      return { type: 'venue', latitude, longitude, title: title ?? '', address: address ?? '' }
    }
    case 'image':
      return { type: 'photo', bytes: content.bytes }
    case 'video':
    case 'audio': {
      const seconds = Math.max(1, Math.round((content.durationMs ?? 0) / 1_000))
      const { bytes } = content
      if (content.type === 'video') return { type: 'video', bytes, durationSeconds: seconds }
      return { type: 'voice', bytes, durationSeconds: seconds }
    }
    case 'file':
      return { type: 'document', bytes: content.bytes, fileName: content.fileName, mimeType: content.contentType }
  }
}
