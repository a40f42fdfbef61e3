/** What people see of a chat, oldest first. A chat is listed once something has happened in it. */
export type Transcript<Happening> = {
  lastEntryId: number
  chats: Map<string, Entry<Happening>[]>
  /** The entries of messages, by their ids. */
  messages: Map<string, Entry<Happening>>
}

/** One entry of a chat. Ids increase in the order of arrival; `at` is the entry's time, by which a chat is sorted. */
export type Entry<Happening> = { entryId: number; chatId: string; at: number; delivery?: DeliveryState } & Happening

/** The delivery status of an entry's event. `unheard`: the bot gets no event for it. */
export type DeliveryState = { state: 'under-way' | 'delivered' | 'failed' | 'unheard'; reason?: string }

/** A change that the chat page must show. */
export type Change<Happening> =
  | { kind: 'entry'; entry: Entry<Happening> }
  | { kind: 'chat'; chatId: string }
  | { kind: 'person'; userId: string }

/** A world that keeps a transcript. */
type Witness<Happening> = {
  transcript: Transcript<Happening>
  settings: { clock: () => number }
  /** Called synchronously with each change. */
  listeners: Set<(change: Change<Happening>) => void>
}

export function addEntry<Happening extends object>(
  world: Witness<Happening>,
  origin: { chatId: string; at?: number | undefined },
  happening: Happening,
): Entry<Happening> {
  const { transcript } = world
  const at = origin.at ?? world.settings.clock()
  const entry: Entry<Happening> = { entryId: ++transcript.lastEntryId, chatId: origin.chatId, at, ...happening }
  const entries = transcript.chats.get(origin.chatId) ?? []
  transcript.chats.set(origin.chatId, entries)
  // Nearly every entry goes to the end; only entries with an older time are inserted.
  let index = entries.length
  while (index > 0 && (entries[index - 1]?.at ?? 0) > at) index--
  entries.splice(index, 0, entry)
  publish(world, entry)
  return entry
}

/** Keeps the old entry's position, id and time. */
export function replaceEntry<Happening extends object>(
  world: Witness<Happening>,
  old: Entry<Happening>,
  happening: Happening,
): Entry<Happening> {
  const { entryId, chatId, at } = old
  return put(world, { entryId, chatId, at, ...happening })
}

export function noteDelivery<Happening extends object>(
  world: Witness<Happening>,
  entryId: number,
  chatId: string,
  delivery: DeliveryState,
): void {
  const entry = world.transcript.chats.get(chatId)?.findLast((one) => one.entryId === entryId)
  if (entry) put(world, { ...entry, delivery })
}

/** The newest entries, or the newest before a given one. */
export function listEntries<Happening>(
  { transcript }: Pick<Witness<Happening>, 'transcript'>,
  chatId: string,
  page: { before?: number; limit: number },
): Entry<Happening>[] {
  const entries = transcript.chats.get(chatId) ?? []
  const end = page.before === undefined ? entries.length : entries.findIndex(({ entryId }) => entryId === page.before)
  return end < 0 ? [] : entries.slice(Math.max(0, end - page.limit), end)
}

function put<Happening extends object>(world: Witness<Happening>, entry: Entry<Happening>): Entry<Happening> {
  const entries = world.transcript.chats.get(entry.chatId) ?? []
  const index = entries.findLastIndex(({ entryId }) => entryId === entry.entryId)
  entries[index] = entry
  publish(world, entry)
  return entry
}

function publish<Happening extends object>(
  { transcript, listeners }: Witness<Happening>,
  entry: Entry<Happening>,
): void {
  if ('messageId' in entry && typeof entry.messageId === 'string') transcript.messages.set(entry.messageId, entry)
  for (const listener of listeners) listener({ kind: 'entry', entry })
}
