import type { messagingApi, webhook } from '@line/bot-sdk'
import type { Change, SendingKind, Transcript } from './entry.ts'
import type { Ids } from './ids.ts'
import type { Settings } from './options.ts'
import type { AccessToken } from './rules/access-tokens.ts'
import type { Logins } from './rules/login.ts'
import type { Usage } from './rules/quota.ts'
import type { Bucket } from './rules/rate-limit.ts'
import type { ReplyToken } from './rules/reply-tokens.ts'
import type { AcceptedRequest } from './rules/retry-keys.ts'

/** Everything the platform knows, as plain data. The API and the chat page read and change it. */
export type World = {
  settings: Settings
  ids: Ids
  /** Known once the port is open. */
  origin: string
  webhookUrl: string | undefined
  serviceUrl: string | undefined
  users: Map<string, UserState>
  /** Groups and rooms; a one-to-one chat is its user. */
  chats: Map<string, ChatState>
  messages: Map<string, MessageState>
  transcript: Transcript
  pictures: Map<string, Buffer>
  replyTokens: Map<string, ReplyToken>
  /** Quote token → the quoted message; valid only in that chat. */
  quoteTokens: Map<string, { chatId: string; messageId: string }>
  readTokens: Map<string, { chatId: string; messageId: string }>
  acceptedRequests: Map<string, AcceptedRequest>
  accessTokens: Map<string, AccessToken>
  logins: Logins
  buckets: Map<string, Bucket>
  usage: Usage
  sent: SentRecord[]
  requests: RequestRecord[]
  /** Called synchronously with each change. */
  listeners: Set<(change: Change) => void>
}

export type UserState = {
  userId: string
  displayName: string
  pictureUrl?: string
  statusMessage?: string
  language?: string
  /** False for people who never used the app on a phone: bots don't get their ids. */
  hasConsented: boolean
  friendship: 'none' | 'friend' | 'blocked'
  /** Whether the user ever wrote to the bot one to one. */
  hasWritten: boolean
}

export type ChatState = {
  chatId: string
  type: 'group' | 'room'
  name: string
  pictureUrl?: string
  memberIds: Set<string>
  isBotIn: boolean
  /** In standby another channel of the account controls the chat, and events have no reply tokens. */
  mode: webhook.EventMode
}

export type MessageState = {
  messageId: string
  chatId: string
  userId: string
  type: string
  /** When it arrived, regardless of its timestamp: content expires from then on. */
  sentAt: number
  isUnsent: boolean
  content?: StoredContent
}

export type StoredContent = {
  bytes: Buffer
  contentType: string
  preview?: Buffer
  /** Video and audio are being prepared until then: 202 without a body. */
  readyAt: number
  hasFailed: boolean
}

/** A message that the bot sent to one chat. */
export type SentRecord = {
  kind: SendingKind
  chatId: string
  messages: messagingApi.Message[]
  sentMessages: messagingApi.SentMessage[]
  at: number
  replyToken?: string
  retryKey?: string
  /** How many people get it, which is the cost of a push; 0 if the user has blocked the bot. */
  recipients: number
  notificationDisabled: boolean
}

export type RequestRecord = {
  method: string
  path: string
  /** The route's template, such as `/v2/bot/profile/{userId}`; absent if there is no such route. */
  route?: string
  /** Absent until there is a response, and forever if the connection was dropped or left hanging. */
  status?: number
  at: number
  requestId: string
}

export function createWorld(settings: Settings, ids: Ids, webhookUrl: string | undefined): World {
  const longLived: AccessToken = { kind: 'long-lived', issuedAt: settings.clock(), expiresAt: Number.POSITIVE_INFINITY }
  return {
    settings,
    ids,
    origin: '',
    webhookUrl,
    serviceUrl: undefined,
    users: new Map(),
    chats: new Map(),
    messages: new Map(),
    transcript: { lastEntryId: 0, chats: new Map(), messages: new Map() },
    pictures: new Map(),
    replyTokens: new Map(),
    quoteTokens: new Map(),
    readTokens: new Map(),
    acceptedRequests: new Map(),
    accessTokens: new Map([[settings.accessToken, longLived]]),
    logins: { codes: new Map(), accessTokens: new Map(), refreshTokens: new Map() },
    buckets: new Map(),
    usage: { month: '', count: 0 },
    sent: [],
    requests: [],
    listeners: new Set(),
  }
}

/** Serves a picture from the simulator's own URL. */
export function hostPicture(world: World, bytes: Buffer): string {
  const name = world.ids.opaque(24)
  world.pictures.set(name, bytes)
  return `${world.origin}/pictures/${name}`
}

export function notifyListeners(world: World, change: Change): void {
  for (const listener of world.listeners) listener(change)
}
