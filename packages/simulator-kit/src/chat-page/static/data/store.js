import { api } from './api.js'
import { showTimesIn } from './words.js'

/** The page's state. Views read it and are notified of changes. */
export const store = {
  isConnected: true,
  platform: { name: '', editsPrivateMessages: false },
  bot: { userId: '', name: '' },
  serviceUrl: null,
  people: new Map(),
  groups: new Map(),
  /** Chat id → the loaded part of it: `{ entries, hasOlder, isLoading }`. A private chat has the id of its user. */
  logs: new Map(),
  openChatId: undefined,
  newestEntryId: 0,
  /** Chat id → number of unread entries. */
  unread: new Map(),
  /** Chat id → the chosen sender. */
  personas: new Map(),
}

// Above this, the oldest entries are dropped once the user is back at the end.
const mostEntries = 400
const listeners = new Set()

/** `listener` gets what changed: `all`, `lists`, or a new entry. */
export function onChange(listener) {
  listeners.add(listener)
}

export function tell(change) {
  for (const listener of listeners) listener(change)
}

/** Reads everything again. Returns the id of the latest change it includes. */
export async function loadWorld() {
  const world = await api.readWorld()
  if (!world) return undefined
  store.platform = world.platform
  store.bot = world.bot
  store.serviceUrl = world.serviceUrl
  showTimesIn(world.timezone)
  store.people = new Map(world.people.map((person) => [person.userId, person]))
  store.groups = new Map(world.chats.map((chat) => [chat.chatId, chat]))
  const newest = [...world.people, ...world.chats].map(({ last }) => last?.entryId ?? 0)
  store.newestEntryId = Math.max(store.newestEntryId, ...newest)
  store.logs.clear()
  if (findChat(store.openChatId)) await loadOlder(store.openChatId)
  tell({ kind: 'all' })
  return world.latest
}

/** Loads the newest entries of a chat, or those before the oldest loaded one. */
export async function loadOlder(chatId) {
  const log = logOf(chatId)
  if (log.isLoading || !log.hasOlder) return
  log.isLoading = true
  const answer = await api.readEntries(chatId, log.entries[0]?.entryId)
  log.isLoading = false
  if (!answer) return
  for (const entry of answer.entries) put(log, entry)
  log.hasOlder = answer.hasOlder
  log.isLoaded = true
}

export function takeChange(change) {
  if (change.kind === 'person') {
    if (change.person) store.people.set(change.person.userId, change.person)
    tell({ kind: 'lists' })
  } else if (change.kind === 'chat') {
    if (change.chat) store.groups.set(change.chat.chatId, change.chat)
    tell({ kind: 'lists' })
  } else takeEntry(change.entry)
}

export function logOf(chatId) {
  const known = store.logs.get(chatId)
  if (known) return known
  const log = { entries: [], hasOlder: true, isLoading: false, isLoaded: false }
  store.logs.set(chatId, log)
  return log
}

/** Called when the end of a chat is in view. */
export function dropFarAway(chatId) {
  const log = logOf(chatId)
  if (log.entries.length <= mostEntries) return
  log.entries = log.entries.slice(-mostEntries / 2)
  log.hasOlder = true
}

export function nameOf(userId) {
  return store.people.get(userId)?.name ?? 'Unknown'
}

/** A group, or a user's private chat with the bot in the same shape. */
export function findChat(chatId) {
  const group = store.groups.get(chatId)
  if (group) return { ...group, isPrivate: false }
  const person = store.people.get(chatId)
  if (!person) return undefined
  const { userId, name, pictureUrl, friendship, last } = person
  return { chatId: userId, name, pictureUrl, memberIds: [userId], isBotIn: true, isPrivate: true, friendship, last }
}

/** The sender in a chat; the choice is remembered. */
export function choosePersona(chatId, userId) {
  store.personas.set(chatId, userId)
  try {
    localStorage.setItem(`persona ${chatId}`, userId)
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

export function personaIn(chat) {
  const chosen = store.personas.get(chat.chatId) ?? rememberedPersona(chat.chatId)
  return chat.memberIds.includes(chosen) ? chosen : chat.memberIds[0]
}

function rememberedPersona(chatId) {
  try {
    return localStorage.getItem(`persona ${chatId}`)
  } catch {
    return null
  }
}

function takeEntry(entry) {
  const owner = store.groups.get(entry.chatId) ?? store.people.get(entry.chatId)
  if (owner && isAfter(entry, owner.last)) owner.last = entry
  const log = store.logs.get(entry.chatId)
  if (log?.isLoaded) put(log, entry)
  if (entry.kind === 'unsent') forgetQuotes(log, entry.messageId)
  // An entry changes again when its webhook was answered, which does not make it unread.
  const isNew = entry.entryId > store.newestEntryId
  store.newestEntryId = Math.max(store.newestEntryId, entry.entryId)
  const isSpoken = entry.kind === 'message' || entry.kind === 'bot-message'
  if (isNew && isSpoken && entry.chatId !== store.openChatId)
    store.unread.set(entry.chatId, (store.unread.get(entry.chatId) ?? 0) + 1)
  tell({ kind: 'entry', entry, isNew })
}

/** Ordered by time; an existing entry is replaced. */
function put({ entries }, entry) {
  const known = entries.findLastIndex((one) => one.entryId === entry.entryId)
  if (known >= 0) {
    entries[known] = entry
    return
  }
  let index = entries.length
  while (index > 0 && !isAfter(entry, entries[index - 1])) index--
  entries.splice(index, 0, entry)
}

function isAfter(entry, other) {
  if (!other || other.entryId === entry.entryId) return true
  return entry.at > other.at || (entry.at === other.at && entry.entryId > other.entryId)
}

/** An unsent message must not be readable in quotes either. */
function forgetQuotes(log, messageId) {
  for (const [index, entry] of (log?.entries ?? []).entries())
    if (entry.quote?.messageId === messageId) log.entries[index] = { ...entry, quote: { ...entry.quote, text: null } }
}
