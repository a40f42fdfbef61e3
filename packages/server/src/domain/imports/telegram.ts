import type {
  HistoryContent,
  HistoryHead,
  HistoryItem,
  HistoryMessage,
  HistoryNoteKind,
  HistoryPerson,
  HistoryTime,
  UnreadReason,
} from './history.ts'
import { type JsonEvent, repairEscapes } from './json/json-events.ts'
import type { JsonFormat, JsonReading } from './json/read-json.ts'
import { findCount, findText, isObject, parseObject, type Untrusted } from './json/untrusted.ts'

/** The `result.json` of Telegram Desktop: a single chat, or all chats of an account, of which one is chosen. */
export const telegramFormat: JsonFormat = {
  survey() {
    const chats = createChatFinder()
    const found: Chat[] = []
    return {
      add(event) {
        const chat = chats.add(event)
        if (chat && !found.includes(chat)) found.push(chat)
      },
      close({ chat: chosenId }) {
        const chosen = found.length === 1 ? found[0] : found.find(({ id }) => id === chosenId)
        return createReading(chosen, found)
      },
    }
  },
}

/** Of one chat, its type. Of an account, the chats, or what comes before them. */
export function looksLikeTelegram(events: readonly JsonEvent[]): boolean {
  return events.some(({ kind, ...event }) => {
    if (!('path' in event)) return false
    if (kind === 'open') return event.path === 'chats.list' || event.path === 'personal_information'
    return event.path === 'type' && 'value' in event && chatTypes.has(event.value)
  })
}
const chatTypes: ReadonlySet<unknown> = new Set([
  'personal_chat',
  'bot_chat',
  'private_group',
  'private_supergroup',
  'public_supergroup',
  'private_channel',
  'public_channel',
  'saved_messages',
  'replies',
])

type Chat = { id: string; name?: string; type: string; messages: number }

/** The chat that each record belongs to: its members come before its messages. */
function createChatFinder() {
  let chat: Chat | undefined
  return {
    /** The chat of a record, and undefined for other events. */
    add(event: JsonEvent): Chat | undefined {
      if (event.kind === 'record') {
        if (chat) chat.messages++
        return chat
      }
      const at = /^(?:(?:chats|left_chats)\.list)?$/
      if (event.kind === 'open') {
        if (at.test(event.path)) chat = { id: '', type: '', messages: 0 }
        return undefined
      }
      const dot = event.path.lastIndexOf('.')
      if (!chat || !at.test(event.path.slice(0, Math.max(0, dot)))) return undefined
      const member = event.path.slice(dot + 1)
      if (member === 'name') chat.name = findText(event.value) ?? ''
      if (member === 'type') chat.type = String(event.value)
      if (member === 'id') chat.id = String(event.value)
      return undefined
    },
  }
}

function createReading(chosen: Chat | undefined, found: readonly Chat[]): JsonReading {
  const chats = createChatFinder()
  const head: HistoryHead = {
    format: 'telegram',
    ...(chosen?.name && { title: chosen.name }),
    questions:
      chosen || found.length === 0
        ? []
        : [{ ask: 'chat', chats: found.map(({ id, name = '', messages }) => ({ id, name, messages })) }],
  }
  return {
    head,
    read(event, line) {
      const chat = chats.add(event)
      if (event.kind !== 'record') return undefined
      const unread = (reason: UnreadReason): HistoryItem[] => [{ kind: 'unread', line, lines: 1, reason }]
      if (!chosen) return unread('chat-unclear')
      if (chat?.id !== chosen.id) return [{ kind: 'frame', line, lines: 1, what: 'other' }]
      if (event.problem) return unread(event.problem)
      const message = parseObject(repairEscapes(event.text))
      if (!message) return unread('broken-json')
      const item = toItem(message, chosen, line)
      return item ? [item] : unread('unknown-record')
    },
  }
}

function toItem(message: Untrusted, chat: Chat, line: number): HistoryItem | undefined {
  const at = toTime(message.date_unixtime, message.date)
  if (!at) return undefined
  const where = { line, lines: 1 } as const
  if (message.type === 'service') {
    const person = toPerson(message.actor, message.actor_id)
    return { kind: 'note', ...where, ...toEvent(message, person), at }
  }
  if (message.type !== 'message') return undefined
  const person = toPerson(message.from, message.from_id)
  if (isObject(message.poll)) return { kind: 'note', ...where, what: 'poll', at, person }
  const said = toContent(message)
  if (!said) return { kind: 'note', ...where, what: 'other', at, person }
  const id = findId(message.id)
  const repliesTo = findId(message.reply_to_message_id)
  const ourId = toOurId(id, chat)
  const repliesToId = toOurId(repliesTo, chat)
  const isHere = message.reply_to_peer_id === undefined
  const editedAt = toTime(message.edited_unixtime, message.edited)
  return {
    kind: 'message',
    ...where,
    at,
    precision: 'second',
    person,
    ...said,
    ...(id !== undefined && ourId !== undefined && { sourceId: id, messageId: ourId }),
    ...(repliesTo !== undefined && repliesToId !== undefined && isHere && { repliesTo, repliesToId }),
    ...(editedAt && { isEdited: true as const, editedAt }),
  }
}

const findId = (value: unknown): string | undefined => (Number.isSafeInteger(value) ? String(value) : undefined)

/**
 * In a supergroup, messages have the same numbers for everyone, so also for our connector. Elsewhere each account has its own, and so they
 * say nothing. Those of the group that a supergroup was before are negative.
 */
function toOurId(id: string | undefined, { id: chat, type }: Chat): string | undefined {
  const isShared = id !== undefined && type.endsWith('_supergroup') && !id.startsWith('-')
  return isShared ? `tg:${-(1_000_000_000_000 + Number(chat))}:${id}` : undefined
}

/** The local time has no zone, so the other one is used where it's there. */
function toTime(unix: unknown, local: unknown): HistoryTime | undefined {
  const seconds = findCount(unix)
  if (seconds !== undefined && seconds > 0 && seconds < 1e11) return { instant: seconds * 1000 }
  const wall =
    typeof local === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  return Number.isNaN(wall) ? undefined : { wall }
}

/** The account of a person who deleted it has no name. */
function toPerson(name: unknown, id: unknown): HistoryPerson {
  const [, kind, number = ''] = typeof id === 'string' ? (/^(user|channel|chat)(\d{1,16})$/.exec(id) ?? []) : []
  const userId = kind === 'user' ? `tg:${number}` : kind === 'chat' ? `tg:-${number}` : `tg:${-(1e12 + Number(number))}`
  return { name: findText(name) ?? '', ...(kind !== undefined && { userId }) }
}

const joins: ReadonlySet<unknown> = new Set(['invite_members', 'join_group_by_link', 'join_group_by_request'])
const renames: ReadonlySet<unknown> = new Set([
  'edit_group_title',
  'edit_group_photo',
  'delete_group_photo',
  'create_group',
])
const calls: ReadonlySet<unknown> = new Set(['phone_call', 'group_call', 'invite_to_group_call'])

/** Only names of the people that someone added or removed are known. */
function toEvent(
  { action, members }: Untrusted,
  actor: HistoryPerson,
): { what: HistoryNoteKind; person?: HistoryPerson } {
  const name = Array.isArray(members) ? findText(members[0]) : undefined
  const person = name === undefined || name === actor.name ? actor : { name }
  if (joins.has(action)) return { what: 'joined', person }
  if (action === 'remove_members') return { what: 'left', person }
  return { what: renames.has(action) ? 'renamed' : calls.has(action) ? 'call' : 'other', person: actor }
}

type Said = Pick<HistoryMessage, 'content' | 'caption' | 'file'>

function toContent(message: Untrusted): Said | undefined {
  const text = toText(message)
  const media = toMedia(message)
  if (media) return { ...media, ...(text !== '' && media.content.type !== 'sticker' && { caption: text }) }
  const place = toPlace(message)
  if (place) return { content: place }
  return text === '' ? undefined : { content: { type: 'text', text } }
}

/** A text with links or formats is a list of strings and objects. `text_entities` always is one of objects. */
function toText({ text, text_entities: entities }: Untrusted): string {
  if (typeof text === 'string') return text.toWellFormed()
  const parts: readonly unknown[] = Array.isArray(entities) ? entities : Array.isArray(text) ? text : []
  return parts.map((part) => findText(isObject(part) ? part.text : part) ?? '').join('')
}

const mediaTypes: ReadonlyMap<unknown, 'video' | 'audio'> = new Map([
  ['video_message', 'video'],
  ['video_file', 'video'],
  ['animation', 'video'],
  ['voice_message', 'audio'],
  ['audio_file', 'audio'],
])

function toMedia(message: Untrusted): Said | undefined {
  const { photo, file, media_type: kind } = message
  if (typeof photo === 'string') {
    return { content: { type: 'image', ...sizeOf(message.photo_file_size) }, ...fileOf(photo) }
  }
  if (typeof file !== 'string') return undefined
  if (kind === 'sticker') return { content: { type: 'sticker' }, ...fileOf(file) }
  const type = mediaTypes.get(kind) ?? 'file'
  const size = sizeOf(message.file_size)
  return { content: type === 'file' ? toFile(message, size) : toRecording(type, message, size), ...fileOf(file) }
}

const toRecording = (
  type: 'video' | 'audio',
  { duration_seconds: seconds }: Untrusted,
  size: { fileSize?: number },
): HistoryContent => {
  const duration = findCount(seconds)
  return { type, ...size, ...(duration !== undefined && { durationMs: duration * 1000 }) }
}

function toFile({ file, file_name: given }: Untrusted, size: { fileSize?: number }): HistoryContent {
  const path = typeof file === 'string' && !isLeftOut(file) ? file : ''
  const fileName = findText(given) ?? findText(path.slice(path.lastIndexOf('/') + 1))
  return { type: 'file', ...size, ...(fileName !== undefined && { fileName }) }
}

function sizeOf(value: unknown): { fileSize?: number } {
  const fileSize = findCount(value)
  return fileSize === undefined ? {} : { fileSize }
}

/** In place of a path: `(File not included. Change data exporting settings to download.)` */
const isLeftOut = (path: string): boolean => path.startsWith('(')

const fileOf = (path: string): { file?: string } => (isLeftOut(path) ? {} : { file: path.toWellFormed() })

function toPlace(message: Untrusted): HistoryContent | undefined {
  const place = message.location_information
  if (!isObject(place) || typeof place.latitude !== 'number' || typeof place.longitude !== 'number') return undefined
  const address = [findText(message.place_name), findText(message.address)]
    .filter((part) => part !== undefined)
    .join(', ')
  return { type: 'location', latitude: place.latitude, longitude: place.longitude, ...(address !== '' && { address }) }
}
