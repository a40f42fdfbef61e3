import type { MediaFiles } from '@innkeeper/simulator-kit'
import type { Entry } from '../entry.ts'
import type { ChatState, MessageState, StoredContent, World } from '../world.ts'

type Pairs<T> = [string, T][]
type ValueOf<M> = M extends Map<string, infer V> ? V : never
type SavedContent = { file: string; contentType: string; preview?: string; readyAt: number; hasFailed: boolean }

/**
 * The saved form of a world. Reply tokens, sign-in codes and rate limits are not saved, and neither are the records of requests
 * and sent messages: they belong to one run.
 */
export type SavedWorld = Pick<World, 'webhookUrl' | 'usage'> & {
  users: ValueOf<World['users']>[]
  chats: (Omit<ChatState, 'memberIds'> & { memberIds: string[] })[]
  messages: (Omit<MessageState, 'content'> & { content?: SavedContent })[]
  lastEntryId: number
  entries: Entry[]
  pictures: Pairs<string>
  quoteTokens: Pairs<ValueOf<World['quoteTokens']>>
  readTokens: Pairs<ValueOf<World['readTokens']>>
  acceptedRequests: Pairs<ValueOf<World['acceptedRequests']>>
  accessTokens: Pairs<ValueOf<World['accessTokens']>>
  loginTokens: Pairs<ValueOf<World['logins']['accessTokens']>>
  refreshTokens: Pairs<ValueOf<World['logins']['refreshTokens']>>
}

/** Content that was loaded from disk, and its files. */
export type KnownFiles = WeakMap<StoredContent, SavedContent>

export function describeWorld(world: World, files: MediaFiles, known: KnownFiles): SavedWorld {
  const local = (one: { pictureUrl?: string }) => movePicture(one, world.origin, '')
  return {
    webhookUrl: world.webhookUrl,
    usage: world.usage,
    users: [...world.users.values()].map((user) => ({ ...user, ...local(user) })),
    chats: [...world.chats.values()].map((chat) => ({ ...chat, ...local(chat), memberIds: [...chat.memberIds] })),
    messages: [...world.messages.values()].map(({ content, ...message }) => ({
      ...message,
      ...(content ? { content: describeContent(content, files, known) } : {}),
    })),
    lastEntryId: world.transcript.lastEntryId,
    entries: [...world.transcript.chats.values()].flat(),
    pictures: [...world.pictures].map(([name, bytes]) => [name, files.plan(bytes)]),
    quoteTokens: [...world.quoteTokens],
    readTokens: [...world.readTokens],
    acceptedRequests: [...world.acceptedRequests],
    // The token that never expires is part of the settings.
    accessTokens: [...world.accessTokens].filter(([, { expiresAt }]) => Number.isFinite(expiresAt)),
    loginTokens: [...world.logins.accessTokens],
    refreshTokens: [...world.logins.refreshTokens],
  }
}

/** Fills a new world with the saved state. Its own URL is not known yet, so `setOrigin` follows. */
export function restoreWorld(world: World, saved: SavedWorld, files: MediaFiles, known: KnownFiles): void {
  world.webhookUrl ??= saved.webhookUrl
  world.usage = saved.usage
  for (const user of saved.users) world.users.set(user.userId, user)
  for (const chat of saved.chats) world.chats.set(chat.chatId, { ...chat, memberIds: new Set(chat.memberIds) })
  for (const { content, ...message } of saved.messages) {
    const restored = content && restoreContent(content, files, known)
    world.messages.set(message.messageId, { ...message, ...(restored ? { content: restored } : {}) })
  }
  world.transcript.lastEntryId = saved.lastEntryId
  for (const entry of saved.entries) restoreEntry(world, entry)
  for (const [name, file] of saved.pictures) world.pictures.set(name, files.read(file))
  fill(world.quoteTokens, saved.quoteTokens)
  fill(world.readTokens, saved.readTokens)
  fill(world.acceptedRequests, saved.acceptedRequests)
  fill(world.accessTokens, saved.accessTokens)
  fill(world.logins.accessTokens, saved.loginTokens)
  fill(world.logins.refreshTokens, saved.refreshTokens)
}

/** Pictures are served from the simulator's own URL, which may change at each start. */
export function setOrigin(world: World, origin: string): void {
  world.origin = origin
  for (const one of [...world.users.values(), ...world.chats.values()]) Object.assign(one, movePicture(one, '', origin))
}

/** The files that a saved world references. */
export function filesOf({ messages, pictures }: SavedWorld): Set<string> {
  const contents = messages.flatMap(({ content }) => [content?.file, content?.preview])
  return new Set([...contents, ...pictures.map(([, file]) => file)].filter((name) => name !== undefined))
}

function movePicture({ pictureUrl }: { pictureUrl?: string }, from: string, to: string): { pictureUrl?: string } {
  const base = `${from}/pictures/`
  return pictureUrl?.startsWith(base) ? { pictureUrl: `${to}/pictures/${pictureUrl.slice(base.length)}` } : {}
}

function restoreEntry({ transcript }: World, entry: Entry): void {
  const isOpen = entry.delivery?.state === 'under-way'
  const ended: Entry = isOpen ? { ...entry, delivery: { state: 'failed', reason: 'the simulator was stopped' } } : entry
  const entries = transcript.chats.get(entry.chatId)
  if (entries) entries.push(ended)
  else transcript.chats.set(entry.chatId, [ended])
  if ('messageId' in ended) transcript.messages.set(ended.messageId, ended)
}

function describeContent(content: StoredContent, files: MediaFiles, known: KnownFiles): SavedContent {
  const saved = known.get(content)
  if (saved) return saved
  const { bytes, preview, ...rest } = content
  return { ...rest, file: files.plan(bytes), ...(preview ? { preview: files.plan(preview) } : {}) }
}

/** Read on demand: years of pictures don't have to be in memory. */
function restoreContent(saved: SavedContent, files: MediaFiles, known: KnownFiles): StoredContent {
  const { file, preview, ...rest } = saved
  files.check(file)
  const content: StoredContent = {
    ...rest,
    get bytes() {
      return files.read(file)
    },
  }
  if (preview !== undefined) Object.defineProperty(content, 'preview', { get: () => files.read(preview) })
  known.set(content, saved)
  return content
}

function fill<T>(map: Map<string, T>, pairs: Pairs<T>): void {
  for (const [key, value] of pairs) map.set(key, value)
}
