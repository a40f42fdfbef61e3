import type { Message } from '../bot-api.ts'
import { isIn } from '../describe.ts'
import type { Change, Entry } from '../entry.ts'
import { findFile } from '../files/stored-files.ts'
import { personName } from '../people/person-name.ts'
import { type ChatState, messageKey, type StoredFile, type UserState, type World } from '../world.ts'

export function describeWorld(world: World): object {
  const { settings, users, chats } = world
  return {
    platform: { name: 'Telegram', editsPrivateMessages: true },
    bot: { userId: String(settings.bot.id), name: settings.bot.name },
    serviceUrl: world.serviceUrl ?? null,
    timezone: settings.timezone,
    hasWebhook: true,
    people: [...users.values()].map((user) => describePerson(world, user)),
    chats: [...chats.values()].filter(isShown).map((chat) => describeGroup(world, chat)),
  }
}

export function describeChange(world: World, change: Change): object {
  if (change.kind === 'entry') return { kind: 'entry', entry: describeEntry(world, change.entry) }
  if (change.kind === 'person') {
    const user = world.users.get(Number(change.userId))
    return { kind: 'person', person: user ? describePerson(world, user) : null }
  }
  const chat = world.chats.get(Number(change.chatId))
  return { kind: 'chat', chat: chat && isShown(chat) ? describeGroup(world, chat) : null }
}

export function describeEntry(world: World, entry: Entry): object {
  if (entry.kind !== 'message' && entry.kind !== 'bot-message') return entry
  const { message, ...rest } = entry
  const quoted = message.reply_to_message
  const choices = entry.kind === 'bot-message' ? entry.choices.map((text) => ({ label: text, text })) : []
  return {
    ...rest,
    content: describeContent(message),
    ...(quoted ? { quote: describeQuote(world, quoted) } : {}),
    ...(choices.length > 0 ? { choices } : { choices: undefined }),
  }
}

/** The file of a message, in the largest size. */
export function findMessageFile(world: World, message: Message): StoredFile | undefined {
  for (const name of fileFields) {
    const value = message[name]
    const described = Array.isArray(value) ? value.at(-1) : value
    if (described?.file_id) return findFile(world, described.file_id)
  }
  return undefined
}

const fileFields = ['photo', 'video', 'animation', 'video_note', 'voice', 'audio', 'document', 'sticker']

/** Channels have no members who write. A group that became a supergroup goes on there. */
function isShown({ type, migratedTo }: ChatState): boolean {
  return type !== 'channel' && migratedTo === undefined
}

function describePerson(world: World, user: UserState): object {
  const [picture] = user.pictures
  return {
    userId: String(user.id),
    name: personName(user),
    pictureUrl: picture === undefined ? null : `/chat/pictures/${picture}`,
    friendship: { none: 'none', open: 'friend', blocked: 'blocked' }[user.privateChat],
    hasWritten: user.privateChat !== 'none',
    last: lastIn(world, String(user.id)),
  }
}

function describeGroup(world: World, chat: ChatState): object {
  const { bot } = world.settings
  const members = [...chat.members].filter(([, member]) => isIn(member)).map(([userId]) => userId)
  return {
    chatId: String(chat.id),
    type: 'group',
    name: chat.title,
    pictureUrl: chat.picture === undefined ? null : `/chat/pictures/${chat.picture}`,
    memberIds: members.filter((userId) => userId !== bot.id).map(String),
    isBotIn: members.includes(bot.id),
    last: lastIn(world, String(chat.id)),
  }
}

function lastIn(world: World, chatId: string): object | null {
  const entry = world.transcript.chats.get(chatId)?.at(-1)
  return entry ? describeEntry(world, entry) : null
}

/** A message as the page shows it. */
function describeContent(message: Message): object {
  const url = `/chat/media/${messageKey(message.chat.id, message.message_id)}`
  const caption = message.caption === undefined ? {} : { caption: message.caption }
  const durationOf = (name: string) =>
    Number((message[name] as { duration?: number } | undefined)?.duration ?? 0) * 1_000
  if (message.text !== undefined) return { type: 'text', text: message.text }
  if (message.photo) {
    const set = message.media_group_id
    const imageSet = set === undefined ? {} : { imageSet: { id: set, index: message.message_id, total: 0 } }
    return { type: 'image', url, ...imageSet, ...caption }
  }
  if (message.sticker) return { type: 'image', url }
  for (const name of ['video', 'animation', 'video_note'])
    if (message[name]) return { type: 'video', url, durationMs: durationOf(name), ...caption }
  for (const name of ['voice', 'audio'])
    if (message[name]) return { type: 'audio', url, durationMs: durationOf(name), ...caption }
  if (message.document) {
    const { file_name: fileName = 'file', file_size: fileSize } = message.document as {
      file_name?: string
      file_size: number
    }
    return { type: 'file', url, fileName, fileSize, ...caption }
  }
  return describePlace(message) ?? { type: 'other', name: kindOf(message), text: '' }
}

function describePlace({ location, venue }: Message): object | undefined {
  if (!location) return undefined
  const { latitude, longitude } = location as { latitude: number; longitude: number }
  const { title = '', address = '' } = (venue ?? {}) as { title?: string; address?: string }
  return { type: 'location', latitude, longitude, title, address }
}

function kindOf(message: Message): string {
  const head = ['message_id', 'from', 'sender_chat', 'chat', 'date', 'edit_date', 'reply_to_message']
  return Object.keys(message).find((name) => !head.includes(name)) ?? 'empty'
}

function describeQuote(world: World, quoted: Message): object {
  const messageId = messageKey(quoted.chat.id, quoted.message_id)
  const state = world.messages.get(messageId)
  const isBot = state?.byId === world.settings.bot.id
  const text = state?.isDeleted ? null : (quoted.text ?? quoted.caption ?? 'Message')
  return { messageId, who: isBot || !state ? null : String(state.byId), text }
}
