import type { HistoryContent, HistoryItem } from '../../../src/domain/imports/history.ts'
import { type Clock, type EventKind, type LineLocale, lineLocales } from './line-locales.ts'

/** A history as a test wants it: what was said, apart from how a file writes it. */
export type Chat = { name: string; isGroup: boolean; people: readonly string[]; days: readonly ChatDay[] }
type ChatDay = { date: string; records: readonly ChatRecord[] }
export type ChatRecord = { minute: number } & (
  | { person: number; said: Said }
  | { person: number; event: EventKind; hasEmptyName: boolean }
)
export type Said =
  | { type: 'text'; text: string }
  | { type: 'image' | 'video' | 'audio' | 'sticker' }
  | { type: 'file'; fileName: string }
  | { type: 'location'; address: string }

/** Everything in which files differ. */
export type LineVariant = {
  locale: keyof typeof lineLocales
  layout: 'phone' | 'desktop'
  date: number
  clock: Clock
  half: number
  ends: 'lf' | 'crlf' | 'mixed'
  hasMark: boolean
  hasHead: boolean
  hasBlanksBetweenDays: boolean
  /** How a phone writes a text of several lines. */
  continued: 'quoted' | 'plain' | 'indented'
}

export type RenderedHistory = { text: string; lines: number; items: HistoryItem[] }

export function renderLine(chat: Chat, variant: LineVariant): RenderedHistory {
  const locale = lineLocales[variant.locale]
  const items: HistoryItem[] = []
  const [recordEnd, innerEnd] = { lf: ['\n', '\n'], crlf: ['\r\n', '\r\n'], mixed: ['\r\n', '\n'] }[variant.ends]
  let text = variant.hasMark ? '\ufeff' : ''
  let line = 1
  const write = (record: string, itemAt: (where: { line: number; lines: number }) => HistoryItem): void => {
    const lines = record.split('\n')
    text += `${lines.join(innerEnd)}${recordEnd}`
    items.push(itemAt({ line, lines: lines.length }))
    line += lines.length
  }
  const frame = (record: string, what: 'title' | 'saved' | 'date' | 'blank') =>
    write(record, (where) => ({ kind: 'frame', ...where, what }))
  if (variant.hasHead && variant.layout === 'phone') {
    frame(
      locale.title[chat.isGroup ? 'group' : 'person'].replace('{name}', () => chat.name),
      'title',
    )
    frame(locale.saved.replace('{at}', '2026/12/31 21:15'), 'saved')
    frame('', 'blank')
  }
  for (const [index, day] of chat.days.entries()) {
    if (index > 0 && variant.hasBlanksBetweenDays) frame('', 'blank')
    frame(dateLine(day.date, variant, locale), 'date')
    for (const record of day.records) {
      const at = { wall: Date.parse(`${day.date}T00:00Z`) + record.minute * 60_000 }
      const name = chat.people[record.person] ?? ''
      const time = timeOf(record.minute, variant, locale)
      if ('event' in record) {
        const separator = variant.layout === 'desktop' ? ' ' : record.hasEmptyName ? '\t\t' : '\t'
        const form = locale.events[record.event] ?? locale.events.unsent ?? ''
        const what = locale.events[record.event] ? record.event : 'unsent'
        write(`${time}${separator}${form.replace('{name}', () => name)}`, (where) => ({
          kind: 'note',
          ...where,
          what,
          at,
          ...(form.includes('{name}') && { person: { name } }),
        }))
        continue
      }
      const { written, content, mayBeText } = writeSaid(record.said, variant, locale)
      write([time, name, written].join(variant.layout === 'phone' ? '\t' : ' '), (where) => ({
        kind: 'message',
        ...where,
        at,
        precision: 'minute',
        person: { name },
        content,
        ...(mayBeText !== undefined && { mayBeText }),
      }))
    }
  }
  return { text, lines: line - 1, items }
}

function dateLine(date: string, { layout, date: index }: LineVariant, locale: LineLocale): string {
  const { form, weekdays } =
    layout === 'desktop' ? locale.desktopDate : (locale.dates[index % locale.dates.length] ?? locale.desktopDate)
  const [year = '', month = '', day = ''] = date.split('-')
  return form
    .replace('YYYY', year)
    .replace('BBBB', String(Number(year) + 543))
    .replace('MM', month)
    .replace('DD', day)
    .replace('M', String(Number(month)))
    .replace('D', String(Number(day)))
    .replace('w', weekdays[new Date(date).getUTCDay()] ?? '')
}

function timeOf(minute: number, { clock, half }: LineVariant, { halves }: LineLocale): string {
  const hour = Math.floor(minute / 60)
  const minutes = String(minute % 60).padStart(2, '0')
  const words = halves[half % Math.max(1, halves.length)]
  if (clock === 'half-day' && words) {
    return words[hour < 12 ? 'am' : 'pm'].replace('t', `${hour % 12 === 0 ? 12 : hour % 12}:${minutes}`)
  }
  if (clock === 'short') return `${hour}:${minutes}`
  if (clock === 'beyond' && hour === 0) return `24:${minutes}`
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

function writeSaid(
  said: Said,
  variant: LineVariant,
  locale: LineLocale,
): { written: string; content: HistoryContent; mayBeText?: string } {
  switch (said.type) {
    case 'text':
      return { written: writeText(said.text, variant), content: said }
    case 'file':
      return { written: `${locale.file} ${said.fileName}`, content: said }
    case 'location':
      return { written: `${locale.location} ${said.address}`, content: said }
    case 'image':
    case 'sticker': {
      if (variant.layout === 'phone') return { written: locale.types[said.type], content: said }
      const word = locale.desktopTypes[said.type]
      return { written: word, content: said, mayBeText: word }
    }
    case 'video':
    case 'audio':
      return { written: locale.types[said.type], content: said }
  }
}

function writeText(text: string, { layout, continued, ends }: LineVariant): string {
  if (!text.includes('\n') || layout === 'desktop') return text
  if (continued === 'quoted' || ends === 'mixed') return `"${text.replaceAll('"', '""')}"`
  return continued === 'plain' ? text : text.split('\n').join('\n\t')
}
