import type {
  HistoryContent,
  HistoryHead,
  HistoryItem,
  HistoryMessage,
  HistoryNoteKind,
  HistoryPerson,
} from './history.ts'
import type { JsonEvent } from './json/json-events.ts'
import type { JsonFormat, JsonReading } from './json/read-json.ts'
import { findCount, findText, isObject, parseObject, type Untrusted } from './json/untrusted.ts'

/** A channel that DiscordChatExporter exported as JSON. */
export const discordFormat: JsonFormat = {
  survey() {
    let title: string | undefined
    return {
      add(event) {
        if (event.kind === 'member' && event.path === 'channel.name') title = findText(event.value)
      },
      close: () => createReading({ format: 'discord', ...(title !== undefined && { title }), questions: [] }),
    }
  },
}

export function looksLikeDiscord(events: readonly JsonEvent[]): boolean {
  return ['guild', 'channel'].every((path) => events.some((event) => event.kind === 'open' && event.path === path))
}

function createReading(head: HistoryHead): JsonReading {
  return {
    head,
    read(event, line) {
      if (event.kind !== 'record') return undefined
      const message = event.problem ? undefined : parseObject(event.text)
      const items = message && toItems(message, line)
      const reason = event.problem ?? (message ? 'unknown-record' : 'broken-json')
      return items ?? [{ kind: 'unread', line, lines: 1, reason }]
    },
  }
}

const notes: ReadonlyMap<unknown, HistoryNoteKind> = new Map([
  ['RecipientAdd', 'joined'],
  ['GuildMemberJoin', 'joined'],
  ['RecipientRemove', 'left'],
  ['Call', 'call'],
  ['ChannelNameChange', 'renamed'],
  ['ChannelIconChange', 'renamed'],
])

/** These are what people said. All other types are what the app says. */
const messageTypes: ReadonlySet<unknown> = new Set([
  'Default',
  'Reply',
  'ChatInputCommand',
  'ContextMenuCommand',
  'ThreadStarterMessage',
])

function toItems(message: Untrusted, line: number): HistoryItem[] | undefined {
  const id = findText(message.id)
  const instant = findInstant(message.timestamp)
  if (id === undefined || instant === undefined) return undefined
  const at = { instant }
  const person = toPerson(message.author)
  const note = notes.get(message.type)
  if (note || !messageTypes.has(message.type))
    return [{ kind: 'note', line, lines: 1, what: note ?? 'other', at, person }]
  const said = toContents(message)
  if (said.length === 0) return [{ kind: 'note', line, lines: 1, what: 'other', at, person }]
  const repliesTo = isObject(message.reference) ? findText(message.reference.messageId) : undefined
  const editedAt = findInstant(message.timestampEdited)
  return said.map((content, index) => ({
    kind: 'message',
    line,
    lines: index === 0 ? 1 : 0,
    at,
    precision: 'exact',
    person,
    ...content,
    sourceId: index === 0 ? id : `${id}/${index}`,
    ...(repliesTo !== undefined && index === 0 && { repliesTo }),
    ...(editedAt !== undefined && index === 0 && { isEdited: true as const, editedAt: { instant: editedAt } }),
  }))
}

function findInstant(value: unknown): number | undefined {
  const instant = typeof value === 'string' && /T.*(?:Z|[+-]\d\d:\d\d)$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant) ? undefined : instant
}

function toPerson(author: unknown): HistoryPerson {
  if (!isObject(author)) return { name: '' }
  const id = findText(author.id)
  return {
    name: findText(author.nickname) ?? findText(author.name) ?? '',
    ...(id !== undefined && { userId: id }),
    ...(author.isBot === true && { isBot: true }),
  }
}

type Said = Pick<HistoryMessage, 'content' | 'caption' | 'file'>

/** A message can have a text and several files. The text goes with the first of them. */
function toContents(message: Untrusted): Said[] {
  const text = findText(message.content)
  const files = listOf(message.attachments).map(toFile)
  const stickers = listOf(message.stickers).map(toSticker)
  const [first, ...others] = [...files, ...stickers]
  if (!first) return text === undefined ? [] : [{ content: { type: 'text', text } }]
  if (text === undefined) return [first, ...others]
  // Stickers have no captions.
  if (first.content.type === 'sticker') return [{ content: { type: 'text', text } }, first, ...others]
  return [{ ...first, caption: text }, ...others]
}

const listOf = (value: unknown): Untrusted[] => (Array.isArray(value) ? value.filter(isObject) : [])

const typesByEnd: readonly { type: 'image' | 'video' | 'audio'; form: RegExp }[] = [
  { type: 'image', form: /\.(?:jpe?g|png|gif|webp|avif|heic)$/i },
  { type: 'video', form: /\.(?:mp4|mov|webm|mkv)$/i },
  { type: 'audio', form: /\.(?:ogg|opus|mp3|m4a|wav|flac)$/i },
]

function toFile({ url, fileName, fileSizeBytes }: Untrusted): Said {
  const name = findText(fileName)
  const fileSize = findCount(fileSizeBytes)
  const type = typesByEnd.find(({ form }) => form.test(name ?? ''))?.type ?? 'file'
  const size = fileSize === undefined ? {} : { fileSize }
  const content: HistoryContent =
    type === 'file' ? { type, ...size, ...(name !== undefined && { fileName: name }) } : { type, ...size }
  const path = findText(url)
  // Exported without files, it's a link that expires.
  return { content, ...(path !== undefined && !/^[a-z]+:/i.test(path) && { file: path }) }
}

function toSticker({ id }: Untrusted): Said {
  const stickerId = findText(id)
  return { content: { type: 'sticker', ...(stickerId !== undefined && { stickerId }) } }
}
