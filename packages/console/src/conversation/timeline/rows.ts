import type { TimelineItem, TimelineMessage } from '@innkeeper/contract'
import { type Entry, timeOf } from './conversation.ts'

/** What one row shows: an item, pictures that were sent together, or people who joined one after the other. */
export type Row = {
  key: string
  day: string
  /** Shows the heading of the day. */
  startsDay: boolean
  /** Everything from here on is new since the person last looked. */
  startsNew: boolean
  /** First of several messages in a row by the same person: shows name and picture. */
  isLead: boolean
  /** Last of them: shows the time. */
  isLast: boolean
  /** The bot answers the row above, so the question is not quoted. */
  answersAbove: boolean
  entries: readonly [Entry, ...Entry[]]
}

const oneGoMs = 5 * 60_000

type RowsContext = {
  /** The day of a moment in the channel's time zone. */
  dayOf: (at: string) => string
  /** There is nothing before the first entry, so its day starts there. */
  isFromStart: boolean
  /** The key of the first new entry. */
  newFrom?: string | undefined
}

export function toRows(entries: readonly Entry[], { dayOf, isFromStart, newFrom }: RowsContext): Row[] {
  const rows: Row[] = []
  const keys = new Set<string>()
  const days = new Map<string, string>()
  for (const entry of entries) {
    const last = rows.at(-1)
    // Offsets are whole minutes, and formatting every message would take longer than everything else.
    const minute = timeOf(entry.item).slice(0, 16)
    const day = days.get(minute) ?? dayOf(timeOf(entry.item))
    days.set(minute, day)
    const startsNew = entry.key === newFrom
    if (last && !startsNew && last.day === day && isOneRow(last.entries[0].item, entry.item)) {
      last.entries = [...last.entries, entry]
      continue
    }
    const startsDay = last ? last.day !== day : isFromStart
    const goesOn = last !== undefined && !startsDay && !startsNew && isInOneGo(last.entries.at(-1)?.item, entry.item)
    if (last) last.isLast = !goesOn
    const key = rowKey(entry, keys)
    keys.add(key)
    rows.push({
      key,
      day,
      startsDay,
      startsNew,
      isLead: !goesOn,
      isLast: true,
      answersAbove: isAnswerTo(last, entry.item),
      entries: [entry],
    })
  }
  return rows
}

/** So that only changed rows are rendered again. */
export function isSameRow(a: Row, b: Row): boolean {
  return (
    a.key === b.key &&
    a.startsDay === b.startsDay &&
    a.startsNew === b.startsNew &&
    a.isLead === b.isLead &&
    a.isLast === b.isLast &&
    a.answersAbove === b.answersAbove &&
    a.day === b.day &&
    a.entries.length === b.entries.length &&
    a.entries.every(({ item }, index) => item === b.entries[index]?.item)
  )
}

export function findRow(rows: readonly Row[], entryKey: string): number {
  return rows.findIndex(({ entries }) => entries.some(({ key }) => key === entryKey))
}

/** The estimated height in pixels: the better the estimate, the smoother the scrolling. */
export function guessHeight({ entries, startsDay, startsNew, isLead, isLast }: Row, isNarrow: boolean): number {
  const { item } = entries[0]
  const above = (startsDay ? 56 : 0) + (startsNew ? 36 : 0)
  if (item.kind === 'gap') return above + 28
  if (item.kind === 'happening') return above + (item.missingSince === null ? 28 : isNarrow ? 68 : 48)
  const around = above + (isLead ? 30 : 0) + (isLast ? 8 : 0) + 4
  if (item.kind === 'answer') return around + item.texts.reduce((sum, text) => sum + textHeight(text, isNarrow), 0)
  const quote = item.quoted ? 48 : 0
  return around + quote + bodyHeight(item, entries.length, isNarrow) + captionHeight(entries, isNarrow)
}

function bodyHeight(item: TimelineMessage, count: number, isNarrow: boolean): number {
  switch (item.type) {
    case 'text':
      return textHeight(item.content, isNarrow)
    case 'image':
    case 'video':
      return count > 1 ? 150 * Math.ceil(count / 2) : pictureSize(item.preview).height
    case 'audio':
      return 64
    case 'file':
    case 'location':
      return 76
    case 'sticker':
      return item.sticker ? stickerSize(item.sticker).height : 76
  }
}

function captionHeight(entries: Row['entries'], isNarrow: boolean): number {
  const captions = entries.flatMap(({ item }) =>
    item.kind === 'message' && 'mediaKey' in item && item.caption ? [item.caption] : [],
  )
  return captions.reduce((sum, caption) => sum + textHeight(caption, isNarrow), 0)
}

function textHeight(text: string, isNarrow: boolean): number {
  const perLine = isNarrow ? 34 : 62
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / perLine)), 0)
  return 18 + 22 * Math.min(lines, 24)
}

/** East Asian characters are twice as wide. */
function widthOf(line: string): number {
  let width = 0
  for (let at = 0; at < line.length; at++) width += line.charCodeAt(at) > 0x2e80 ? 2 : 1
  return width
}

const picture = { width: 340, height: 340, least: 96 } as const

/** The size is known before the picture has loaded, so that nothing moves. */
export function pictureSize(preview: { width: number | null; height: number | null } | null): {
  width: number
  height: number
} {
  if (!preview?.width || !preview.height) return { width: 240, height: 180 }
  const scale = Math.min(picture.width / preview.width, picture.height / preview.height)
  const size = (pixels: number) => Math.max(picture.least, Math.round(pixels * scale))
  return { width: size(preview.width), height: size(preview.height) }
}

/** As large as in the chat, about. */
const stickerEdge = 160

export function stickerSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(stickerEdge / width, stickerEdge / height, 1)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Other messages may come between the pictures of a set; then the later part needs its own key. */
function rowKey({ key, item }: Entry, taken: ReadonlySet<string>): string {
  const setId = item.kind === 'message' && isPictured(item) ? item.imageSet?.id : undefined
  if (setId === undefined) return key
  return taken.has(`s:${setId}`) ? key : `s:${setId}`
}

function isAnswerTo(above: Row | undefined, item: TimelineItem): boolean {
  const cause = above?.entries.at(-1)?.item
  return item.kind === 'answer' && cause?.kind === 'message' && cause.id === item.messageId
}

/** Several people may do these one after the other, and are named together. */
const folded: readonly string[] = ['joined', 'left', 'picture-changed']

function isOneRow(a: TimelineItem, b: TimelineItem): boolean {
  if (a.kind === 'happening' && b.kind === 'happening') return a.what === b.what && folded.includes(a.what)
  return isOneAlbum(a, b)
}

function isOneAlbum(a: TimelineItem, b: TimelineItem): boolean {
  if (a.kind !== 'message' || b.kind !== 'message' || !isPictured(a) || !isPictured(b)) return false
  return a.imageSet !== null && a.imageSet.id === b.imageSet?.id && a.sender.id === b.sender.id
}

/** What albums consist of. On some platforms they mix photos and videos. */
function isPictured({ type }: TimelineMessage): boolean {
  return type === 'image' || type === 'video'
}

function isInOneGo(before: TimelineItem | undefined, item: TimelineItem): boolean {
  if (!before || before.kind !== item.kind || item.kind === 'gap' || item.kind === 'happening') return false
  if (before.kind === 'message' && item.kind === 'message') {
    if (before.sender.id !== item.sender.id || before.sender.name !== item.sender.name) return false
  }
  return Date.parse(timeOf(item)) - Date.parse(timeOf(before)) <= oneGoMs
}
