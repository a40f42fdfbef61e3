import type { DeliveryState, Entry, Happening } from './entry.ts'
import { notifyListeners, type World } from './world.ts'

export function addEntry(
  world: World,
  origin: { chatId: string; at?: number | undefined },
  happening: Happening,
): Entry {
  const { transcript } = world
  const at = origin.at ?? world.settings.clock()
  const entry: Entry = { entryId: ++transcript.lastEntryId, chatId: origin.chatId, at, ...happening }
  const entries = transcript.chats.get(origin.chatId) ?? []
  transcript.chats.set(origin.chatId, entries)
  // Nearly every entry goes to the end; only entries with an older time are inserted.
  let index = entries.length
  while (index > 0 && (entries[index - 1]?.at ?? 0) > at) index--
  entries.splice(index, 0, entry)
  if ('messageId' in entry) transcript.messages.set(entry.messageId, entry)
  notifyListeners(world, { kind: 'entry', entry })
  return entry
}

/** Keeps the old entry's position, id and time. */
export function replaceEntry(world: World, old: Entry, happening: Happening): Entry {
  const { entryId, chatId, at } = old
  return put(world, { entryId, chatId, at, ...happening })
}

export function noteDelivery(world: World, entryId: number, chatId: string, delivery: DeliveryState): void {
  const entry = world.transcript.chats.get(chatId)?.findLast((one) => one.entryId === entryId)
  if (entry) put(world, { ...entry, delivery })
}

/** The newest entries, or the newest before a given one. */
export function listEntries(world: World, chatId: string, page: { before?: number; limit: number }): Entry[] {
  const entries = world.transcript.chats.get(chatId) ?? []
  const end = page.before === undefined ? entries.length : entries.findIndex(({ entryId }) => entryId === page.before)
  return end < 0 ? [] : entries.slice(Math.max(0, end - page.limit), end)
}

function put(world: World, entry: Entry): Entry {
  const entries = world.transcript.chats.get(entry.chatId) ?? []
  const index = entries.findLastIndex(({ entryId }) => entryId === entry.entryId)
  entries[index] = entry
  if ('messageId' in entry) world.transcript.messages.set(entry.messageId, entry)
  notifyListeners(world, { kind: 'entry', entry })
  return entry
}
