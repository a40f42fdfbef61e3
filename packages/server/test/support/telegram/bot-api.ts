import { readFileSync } from 'node:fs'

/** The machine-readable description of Telegram's Bot API. */
type Field = { name: string; types: string[]; required: boolean }
type BotApi = { types: Record<string, { fields?: Field[]; subtypes?: string[] }> }

const { types } = JSON.parse(readFileSync(new URL('bot-api.json', fixtures()), 'utf8')) as BotApi

function fixtures(): URL {
  return new URL('../../../../simulator-telegram/test/fixtures/bot-api/', import.meta.url)
}

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Members = { [name: string]: Json }

const group: Members = { id: -1002222333344, type: 'supergroup', title: 'Flat' }
const person: Members = { id: 5550001111, is_bot: false, first_name: 'Mai' }
const deepest = 3

export function fieldsOf(type: string): Field[] {
  return types[type]?.fields ?? []
}

/** A value of this type: its required members, and these. Below a few levels, only what is required. */
export function sampleOf(type: string, members: string[] = [], level = 0): Json {
  const list = /^Array of (.+)$/.exec(type)?.[1]
  if (list !== undefined) return level > deepest ? [] : [sampleOf(list, [], level + 1)]
  if (type === 'Chat') return { ...group }
  if (type === 'User') return { ...person }
  const definition = types[type]
  if (definition === undefined) return simple(type)
  const [subtype] = definition.subtypes ?? []
  // The members of a text are texts again.
  if (subtype !== undefined) return subtype === 'String' ? 'text' : sampleOf(subtype, members, level + 1)
  const wanted = fieldsOf(type).filter(({ name, required }) => required || members.includes(name))
  return Object.fromEntries(wanted.map((field) => [field.name, member(field, level)]))
}

function member({ name, types: [first = 'String'] }: Field, level: number): Json {
  if (name === 'status') return 'member'
  if (name === 'type') return 'paragraph'
  return sampleOf(first, [], level + 1)
}

function simple(type: string): Json {
  switch (type) {
    case 'Integer':
      return 1_790_000
    case 'Float':
      return 12.5
    case 'Boolean':
      return true
    default:
      return 'text'
  }
}

/** One update of each kind, and a message and an edit for each member that a message can have. */
export function sampleUpdates(): Members[] {
  const kinds = fieldsOf('Update').filter(({ required }) => !required)
  const contents = fieldsOf('Message').filter(({ required }) => !required)
  const plain = kinds.map(({ name, types: [type = ''] }) => ({ [name]: sampleOf(type, ['text', 'from']) }))
  const messages = ['message', 'edited_message'].flatMap((kind) =>
    contents.map(({ name }) => ({ [kind]: sampleOf('Message', isAbout(name) ? [name, 'text'] : [name]) })),
  )
  return [...plain, ...messages].map((update, index) => ({ update_id: 1000 + index, ...update }))
}

/** What says something about a message, but isn't its content. */
const about = new Set(
  `message_thread_id direct_messages_topic from sender_chat sender_boost_count sender_business_bot sender_tag guest_query_id
   business_connection_id forward_origin is_topic_message is_automatic_forward reply_to_message external_reply quote
   reply_to_story reply_to_checklist_task_id reply_to_poll_option_id via_bot guest_bot_caller_user guest_bot_caller_chat
   edit_date has_protected_content is_from_offline is_paid_post media_group_id author_signature paid_star_count entities
   link_preview_options suggested_post_info effect_id caption caption_entities show_caption_above_media has_media_spoiler
   reply_markup`.split(/\s+/),
)

function isAbout(name: string): boolean {
  return about.has(name)
}

const largest = Number.MAX_SAFE_INTEGER
const wrong: Json[] = [null, true, -1, 1e300, largest, '', '\ud800', 'a\0b', [], [null], {}, { id: 'x' }]

/** The same with each member left out, replaced by something else, and with one too many. */
export function* mutationsOf(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  const entries = Object.entries(value)
  const rebuild = (changed: [string, Json][]) =>
    Array.isArray(value) ? changed.map(([, one]) => one) : Object.fromEntries(changed)
  yield rebuild([...entries, ['something_new', { id: 1 }]])
  for (const [index, [name, inner]] of entries.entries()) {
    yield rebuild(entries.toSpliced(index, 1))
    for (const other of wrong) yield rebuild(entries.with(index, [name, other]))
    for (const changed of mutationsOf(inner)) yield rebuild(entries.with(index, [name, changed]))
  }
}
