import type { MediaFiles } from '@innkeeper/simulator-kit'
import type { Entry } from '../entry.ts'
import type { ChatState, MemberState, MessageState, StoredFile, UserState, WebhookState, World } from '../world.ts'

type Pairs<Key, T> = [Key, T][]
type SavedFile = Omit<StoredFile, 'bytes'> & { file: string }

/**
 * The saved form of a world. Sign-in codes, limits and the records of requests and sent messages are not saved: they belong to
 * one run.
 */
export type SavedWorld = {
  users: UserState[]
  chats: (Omit<ChatState, 'members' | 'topics'> & {
    members: Pairs<number, MemberState>
    topics: Pairs<number, string>
  })[]
  messages: MessageState[]
  lastMessageId: number
  files: SavedFile[]
  queue: World['queue']
  allowedUpdates: string[] | null
  webhook: WebhookState | null
  loggedOutUntil: number
  commands: Pairs<string, { command: string; description: string }[]>
  lastEntryId: number
  entries: Entry[]
  entryIds: Pairs<string, number>
  underWay: Pairs<number, { entryId: number; chatId: string }>
}

/** Files that were loaded from disk, and their names there. */
export type KnownFiles = WeakMap<StoredFile, string>

export function describeWorld(world: World, files: MediaFiles, known: KnownFiles, isDefault: boolean): SavedWorld {
  return {
    users: [...world.users.values()],
    chats: [...world.chats.values()].map((chat) => ({ ...chat, members: [...chat.members], topics: [...chat.topics] })),
    messages: [...world.messages.values()],
    lastMessageId: world.lastMessageId,
    files: [...world.files.values()].map((file) => describeFile(file, files, known)),
    queue: world.queue,
    allowedUpdates: isDefault ? null : [...world.allowedUpdates],
    webhook: world.webhook ?? null,
    loggedOutUntil: world.loggedOutUntil,
    commands: [...world.commands],
    lastEntryId: world.transcript.lastEntryId,
    entries: [...world.transcript.chats.values()].flat(),
    entryIds: [...world.entries],
    underWay: [...world.underWay],
  }
}

export function restoreWorld(world: World, saved: SavedWorld, files: MediaFiles, known: KnownFiles): void {
  for (const user of saved.users) world.users.set(user.id, user)
  for (const chat of saved.chats)
    world.chats.set(chat.id, { ...chat, members: new Map(chat.members), topics: new Map(chat.topics) })
  for (const state of saved.messages) world.messages.set(`${state.chatId}:${state.message.message_id}`, state)
  world.lastMessageId = saved.lastMessageId
  for (const file of saved.files) world.files.set(file.key, restoreFile(file, files, known))
  Object.assign(world.queue, saved.queue)
  if (saved.allowedUpdates) world.allowedUpdates = new Set(saved.allowedUpdates)
  world.webhook = saved.webhook ?? undefined
  world.loggedOutUntil = saved.loggedOutUntil
  for (const [key, commands] of saved.commands) world.commands.set(key, commands)
  world.transcript.lastEntryId = saved.lastEntryId
  for (const entry of saved.entries) {
    const entries = world.transcript.chats.get(entry.chatId) ?? []
    world.transcript.chats.set(entry.chatId, entries)
    entries.push(entry)
    if ('messageId' in entry) world.transcript.messages.set(entry.messageId, entry)
  }
  for (const [key, entryId] of saved.entryIds) world.entries.set(key, entryId)
  for (const [updateId, where] of saved.underWay) world.underWay.set(updateId, where)
}

export function filesOf({ files }: SavedWorld): Set<string> {
  return new Set(files.map(({ file }) => file))
}

function describeFile(stored: StoredFile, files: MediaFiles, known: KnownFiles): SavedFile {
  const { key, kind, sizeBytes, name, linkUntil, isUnavailable } = stored
  const file = known.get(stored) ?? files.plan(stored.bytes)
  return { key, kind, sizeBytes, name, linkUntil, isUnavailable, file }
}

/** Read on demand: years of pictures don't have to be in memory. */
function restoreFile({ file, ...rest }: SavedFile, files: MediaFiles, known: KnownFiles): StoredFile {
  files.check(file)
  const stored: StoredFile = {
    ...rest,
    get bytes() {
      return files.read(file)
    },
  }
  known.set(stored, file)
  return stored
}
