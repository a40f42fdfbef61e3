import type { HistoryContent, HistoryHead, HistoryItem, HistoryNoteKind, HistoryPrecision } from './history.ts'
import { findCount, findText, isObject, parseObject, type Untrusted } from './json/untrusted.ts'
import type { TextFormat, TextReading } from './text/text-format.ts'
import type { TextLine } from './text/text-lines.ts'

/** Our own export as JSON lines. */
export const ownFormat: TextFormat = {
  survey() {
    let title: string | undefined
    let isFirst = true
    return {
      add({ text }) {
        const channel = isFirst ? parseObject(text)?.channel : undefined
        if (isObject(channel)) title = findText(channel.name)
        isFirst = false
      },
      close: () => createReading({ format: 'innkeeper', ...(title !== undefined && { title }), questions: [] }),
    }
  },
}

export const looksLikeOwn = ([first = '']: readonly string[]): boolean =>
  first.startsWith('{"kind":"export","format":1,')

function createReading(head: HistoryHead): TextReading {
  let line = 0
  return {
    head,
    add(added) {
      line++
      return [toItem(added, line)]
    },
    close: () => [],
  }
}

const happenings: ReadonlyMap<unknown, HistoryNoteKind> = new Map([
  ['joined', 'joined'],
  ['left', 'left'],
  ['group-renamed', 'renamed'],
  ['group-picture-changed', 'renamed'],
])

function toItem({ text, problem }: TextLine, line: number): HistoryItem {
  const where = { line, lines: 1 } as const
  if (problem) return { kind: 'unread', ...where, reason: problem }
  if (text === '') return { kind: 'frame', ...where, what: 'blank' }
  const record = parseObject(text)
  if (!record) return { kind: 'unread', ...where, reason: 'broken-json' }
  const time = findCount(record.time)
  const at = time === undefined ? {} : { at: { instant: time } }
  switch (record.kind) {
    case 'export':
      return { kind: 'frame', ...where, what: 'title' }
    case 'person':
      return { kind: 'frame', ...where, what: 'person' }
    case 'end':
      return { kind: 'frame', ...where, what: 'other' }
    case 'gap':
      return { kind: 'note', ...where, what: 'unsent', ...at }
    // What the bot said is in its send log.
    case 'answer':
      return { kind: 'note', ...where, what: 'other', ...at }
    case 'happening': {
      const person = isObject(record.person) ? { person: toPerson(record.person) } : {}
      return { kind: 'note', ...where, what: happenings.get(record.what) ?? 'other', ...at, ...person }
    }
    default:
      return toMessage(record, where) ?? { kind: 'unread', ...where, reason: 'unknown-record' }
  }
}

const toPerson = ({ id, name }: Untrusted) => {
  const userId = findText(id)
  return { name: findText(name) ?? '', ...(userId !== undefined && { userId }) }
}

function toMessage(record: Untrusted, where: { line: number; lines: 1 }): HistoryItem | undefined {
  const id = findText(record.id)
  const time = findCount(record.time)
  const content = toContent(record)
  if (record.kind !== 'message' || id === undefined || time === undefined || !content || !isObject(record.sender))
    return undefined
  const { media, details } = record
  const caption = findText(record.caption)
  const file = isObject(media) ? findText(media.path) : undefined
  const repliesTo = isObject(details) ? findText(details.quotedMessageId) : undefined
  const editedAt = findCount(record.editedAt)
  return {
    kind: 'message',
    ...where,
    at: { instant: time },
    precision: precisionOf(record.imported),
    person: toPerson(record.sender),
    content,
    ...(caption !== undefined && { caption }),
    sourceId: id,
    messageId: id,
    ...(repliesTo !== undefined && { repliesTo, repliesToId: repliesTo }),
    ...(file !== undefined && { file }),
    ...(editedAt !== undefined && { isEdited: true as const, editedAt: { instant: editedAt } }),
  }
}

/** Of a message that was imported before it was exported. */
function precisionOf(imported: unknown): HistoryPrecision {
  const precision = isObject(imported) ? imported.precision : undefined
  return precision === 'minute' || precision === 'second' ? precision : 'exact'
}

function toContent(record: Untrusted): HistoryContent | undefined {
  const fileSize = findCount(record.fileSize)
  const size = fileSize ? { fileSize } : {}
  switch (record.type) {
    case 'text':
      return typeof record.content === 'string' ? { type: 'text', text: record.content.toWellFormed() } : undefined
    case 'image':
      return { type: 'image', ...size }
    case 'video':
    case 'audio': {
      const durationMs = findCount(record.duration)
      return { type: record.type, ...size, ...(durationMs ? { durationMs } : {}) }
    }
    case 'file': {
      const fileName = findText(record.fileName)
      return { type: 'file', ...size, ...(fileName !== undefined && { fileName }) }
    }
    case 'location':
      return toLocation(record)
    case 'sticker': {
      const stickerId = findText(record.stickerId)
      const packageId = findText(record.packageId)
      return {
        type: 'sticker',
        ...(stickerId !== undefined && { stickerId }),
        ...(packageId !== undefined && { packageId }),
      }
    }
    default:
      return undefined
  }
}

function toLocation({ latitude, longitude, address }: Untrusted): HistoryContent | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  const found = findText(address)
  return { type: 'location', latitude, longitude, ...(found !== undefined && { address: found }) }
}
