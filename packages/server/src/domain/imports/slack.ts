import type { HistoryContent, HistoryItem, HistoryMessage, HistoryNoteKind, HistoryPerson } from './history.ts'
import type { JsonFormat } from './json/read-json.ts'
import { findCount, findText, isObject, parseObject, type Untrusted } from './json/untrusted.ts'
import { plainSlackText, type SlackNames } from './slack-text.ts'

/** What is known around the messages of a channel. */
export type SlackContext = {
  channel: string
  /** Names and bots by ID. */
  people: ReadonlyMap<string, HistoryPerson>
  /** Whether the export contains a file. */
  hasFile(path: string): boolean
}

/** One channel of a Slack export: the arrays of its days, one after the other. */
export function slackFormat(context: SlackContext): JsonFormat {
  const names: SlackNames = (id) => context.people.get(id)?.name
  return {
    survey: () => ({
      add: () => {},
      close: () => ({
        head: { format: 'slack', title: context.channel, questions: [] },
        read(event, line) {
          if (event.kind !== 'record') return undefined
          const message = event.problem ? undefined : parseObject(event.text)
          const items = message && toItems(message, line, context, names)
          const reason = event.problem ?? (message ? 'unknown-record' : 'broken-json')
          return items ?? [{ kind: 'unread', line, lines: 1, reason }]
        },
      }),
    }),
  }
}

/** The people of `users.json`, under the names that others see. */
export function readSlackPeople(json: string): Map<string, HistoryPerson> {
  const people = new Map<string, HistoryPerson>()
  for (const user of parseList(json)) {
    const id = findText(user.id)
    if (id === undefined) continue
    const profile = isObject(user.profile) ? user.profile : {}
    const name = [profile.display_name, profile.real_name, user.real_name, user.name]
      .map(findText)
      .find((one) => one !== undefined)
    people.set(id, { name: name ?? '', userId: id, ...(user.is_bot === true && { isBot: true }) })
  }
  return people
}

export function parseList(json: string): Untrusted[] {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.filter(isObject) : []
  } catch {
    return []
  }
}

/** All other subtypes are what the app says. */
const messageSubtypes: ReadonlySet<unknown> = new Set([
  undefined,
  'bot_message',
  'me_message',
  'thread_broadcast',
  'file_share',
])

const notes: ReadonlyMap<unknown, HistoryNoteKind> = new Map([
  ['channel_join', 'joined'],
  ['group_join', 'joined'],
  ['channel_leave', 'left'],
  ['group_leave', 'left'],
  ['channel_name', 'renamed'],
  ['group_name', 'renamed'],
  ['huddle_thread', 'call'],
  ['tombstone', 'unsent'],
])

function toItems(
  message: Untrusted,
  line: number,
  context: SlackContext,
  names: SlackNames,
): HistoryItem[] | undefined {
  const id = findText(message.ts)
  const instant = findInstant(id)
  if (message.type !== 'message' || id === undefined || instant === undefined) return undefined
  const at = { instant }
  const person = toPerson(message, context)
  const note = messageSubtypes.has(message.subtype) ? undefined : (notes.get(message.subtype) ?? 'other')
  const said = note ? [] : toContents(message, context, names)
  if (said.length === 0) return [{ kind: 'note', line, lines: 1, what: note ?? 'other', at, person }]
  const thread = findText(message.thread_ts)
  const editedAt = isObject(message.edited) ? findInstant(findText(message.edited.ts)) : undefined
  return said.map((content, index) => ({
    kind: 'message',
    line,
    lines: index === 0 ? 1 : 0,
    at,
    precision: 'exact',
    person,
    ...content,
    sourceId: index === 0 ? id : `${id}/${index}`,
    ...(thread !== undefined && thread !== id && index === 0 && { repliesTo: thread }),
    ...(editedAt !== undefined && index === 0 && { isEdited: true as const, editedAt: { instant: editedAt } }),
  }))
}

/** `1772357465.000100`, in seconds. */
function findInstant(ts: string | undefined): number | undefined {
  return ts !== undefined && /^\d{9,11}\.\d{1,6}$/.test(ts) ? Math.floor(Number(ts) * 1000) : undefined
}

function toPerson(message: Untrusted, { people }: SlackContext): HistoryPerson {
  const id = findText(message.user) ?? findText(message.bot_id)
  const profile = isObject(message.user_profile) ? message.user_profile : {}
  const known = id === undefined ? undefined : people.get(id)
  if (known) return known
  const name = findText(message.username) ?? findText(profile.display_name) ?? findText(profile.real_name) ?? ''
  const isBot = message.subtype === 'bot_message' || message.bot_id !== undefined
  return { name, ...(id !== undefined && { userId: id }), ...(isBot && { isBot }) }
}

type Said = Pick<HistoryMessage, 'content' | 'caption' | 'file'>

/** A message can have a text and several files. The text goes with the first of them. */
function toContents(message: Untrusted, context: SlackContext, names: SlackNames): Said[] {
  const text = plainSlackText(findText(message.text) ?? '', names)
  const given: readonly unknown[] = Array.isArray(message.files) ? message.files : []
  const [first, ...others] = given
    .filter(isObject)
    .flatMap((file) => (file.mode === 'tombstone' ? [] : [toFile(file, context)]))
  if (!first) return text === '' ? [] : [{ content: { type: 'text', text } }]
  return [{ ...first, ...(text !== '' && { caption: text }) }, ...others]
}

function toFile({ id, name, mimetype, size }: Untrusted, { hasFile, channel }: SlackContext): Said {
  const fileName = findText(name)
  const fileSize = findCount(size)
  const [kind] = typeof mimetype === 'string' ? mimetype.split('/') : []
  const more = fileSize === undefined ? {} : { fileSize }
  const content: HistoryContent =
    kind === 'image' || kind === 'video' || kind === 'audio'
      ? { type: kind, ...more }
      : { type: 'file', ...more, ...(fileName !== undefined && { fileName }) }
  // Slack's own exports have only links. slackdump adds the files, in one of two layouts.
  const file = [`__uploads/${id}/${fileName}`, `${channel}/attachments/${id}-${fileName}`].find(hasFile)
  return { content, ...(file !== undefined && { file }) }
}
