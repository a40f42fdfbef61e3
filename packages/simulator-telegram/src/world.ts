import type { ChatType, MemberStatus, Message } from './bot-api.ts'
import type { Change, Transcript } from './entry.ts'
import type { Ids } from './ids.ts'
import { createLogins, type Logins } from './login/login.ts'
import type { Settings } from './options.ts'
import { defaultUpdates } from './updates/allowed-updates.ts'
import { createQueue, type UpdateQueue } from './updates/update-queue.ts'

/** Everything the platform knows, as plain data. The API and what people do read and change it. */
export type World = {
  settings: Settings
  ids: Ids
  /** Known once the port is open. */
  origin: string
  users: Map<number, UserState>
  /** Groups, supergroups and channels. A private chat is its user. */
  chats: Map<number, ChatState>
  /** Messages of all chats, by `<chat id>:<message id>`. */
  messages: Map<string, MessageState>
  /** Private chats and basic groups share one counter per account. */
  lastMessageId: number
  files: Map<string, StoredFile>
  /** The file of the bot's own picture. */
  botPicture: string | undefined
  queue: UpdateQueue
  allowedUpdates: ReadonlySet<string>
  webhook: WebhookState | undefined
  /** Until then, the bot is logged out. */
  loggedOutUntil: number
  commands: Map<string, { command: string; description: string }[]>
  /** When the bot sent messages, newest last: by chat, and under `all`. */
  sendTimes: Map<string, number[]>
  answeredCallbacks: Map<string, Record<string, unknown>>
  logins: Logins
  sent: SentRecord[]
  requests: RequestRecord[]
  transcript: Transcript
  /** The entries of messages, by `<chat id>:<message id>`, also of those that aren't shown as messages. */
  entries: Map<string, number>
  /** Entries whose update the bot hasn't confirmed, by its id. */
  underWay: Map<number, { entryId: number; chatId: string }>
  /** Called synchronously with each change that the chat page shows. */
  listeners: Set<(change: Change) => void>
  serviceUrl: string | undefined
  /** Called with each update that enters the queue, and when a setting of the webhook changes. */
  wake: Set<() => void>
}

export type UserState = {
  id: number
  isBot: boolean
  firstName: string
  lastName?: string
  username?: string
  languageCode?: string
  /** Files of profile pictures, newest first. */
  pictures: string[]
  /** Only of bots. */
  botToBot: boolean
  /** Of the private chat with the bot: the bot can write only after the person did. */
  privateChat: 'none' | 'open' | 'blocked'
}

export type ChatState = {
  id: number
  type: Exclude<ChatType, 'private'>
  title: string
  username?: string
  picture?: string
  description?: string
  isForum: boolean
  members: Map<number, MemberState>
  /** Topics of a forum, by the id of their first message. */
  topics: Map<number, string>
  /** Of supergroups and channels, which count their own messages. */
  lastMessageId: number
  /** Whether the bot gets all messages without being an admin: its privacy mode when it was added. */
  seesAll: boolean
  /** The last bot that wrote here; commands without a bot's name are for it. */
  lastBot?: number
  migratedTo?: number
  linkedChannel?: number
  hasHiddenMembers: boolean
  autoDeleteSeconds: number
}

export type MemberState = {
  status: MemberStatus
  isAnonymous: boolean
  title?: string
  /** For `restricted`. */
  isMember: boolean
}

export type MessageState = {
  message: Message
  chatId: number
  /** The real sender, also behind an anonymous admin; the bot's own id for its messages. */
  byId: number
  isDeleted: boolean
  /** Whether the bot got it. */
  wasSeen: boolean
}

export type StoredFile = {
  key: string
  kind: string
  bytes: Buffer
  /** As the platform says, which may be more than the stored bytes. */
  sizeBytes: number
  name: string
  /** Until when the link from `getFile` works. */
  linkUntil: number
  isUnavailable: boolean
}

export type WebhookState = {
  url: string
  secretToken: string | undefined
  maxConnections: number
  lastErrorAt?: number
  lastErrorMessage?: string
}

/** A message that the bot sent. */
export type SentRecord = {
  method: string
  chatId: number
  messageId: number
  message: Message
  parameters: Record<string, unknown>
  at: number
}

export type RequestRecord = {
  /** The method of the Bot API as the bot wrote it, or the path of a file. */
  name: string
  httpMethod: string
  parameters: Record<string, unknown>
  at: number
  /** Absent until there is a response, and forever if the connection was dropped or left hanging. */
  status?: number
  description?: string
}

export function createWorld(settings: Settings, ids: Ids): World {
  return {
    settings,
    ids,
    origin: '',
    users: new Map(),
    chats: new Map(),
    messages: new Map(),
    lastMessageId: 0,
    files: new Map(),
    botPicture: undefined,
    queue: createQueue(ids.updates),
    allowedUpdates: defaultUpdates,
    webhook: undefined,
    loggedOutUntil: 0,
    commands: new Map(),
    sendTimes: new Map(),
    answeredCallbacks: new Map(),
    logins: createLogins(),
    sent: [],
    requests: [],
    transcript: { lastEntryId: 0, chats: new Map(), messages: new Map() },
    entries: new Map(),
    underWay: new Map(),
    listeners: new Set(),
    serviceUrl: undefined,
    wake: new Set(),
  }
}

export function messageKey(chatId: number, messageId: number): string {
  return `${chatId}:${messageId}`
}

export function getChat(world: World, chatId: number): ChatState {
  const chat = world.chats.get(chatId)
  if (!chat) throw new Error(`There is no chat ${chatId}. Create chats with addGroup, addSupergroup or addChannel.`)
  return chat
}

export function getUser(world: World, userId: number): UserState {
  const user = world.users.get(userId)
  if (!user) throw new Error(`There is no user ${userId}. Create people with addUser.`)
  return user
}

export function unixTime(ms: number): number {
  return Math.floor(ms / 1_000)
}
