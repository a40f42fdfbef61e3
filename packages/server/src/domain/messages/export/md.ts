import { fill } from '../../fill-text.ts'
import {
  captionOf,
  describeContent,
  describeHappening,
  describeMessage,
  findFilePath,
  listRemarks,
} from './describe-record.ts'
import { exportWords } from './export-words.ts'
import { createPieceBuffer, type ExportFormat } from './format.ts'
import { createLocalClock, type LocalTime } from './local-clock.ts'
import { createDayNotes } from './outages.ts'
import { cleanName, cleanText } from './plain-text.ts'
import type { ExportRecord, MessageEntry } from './records.ts'
import type { ExportWords } from './words/words.ts'

/** Markdown for wikis and repositories: a heading per day, replies as quotes, pictures with relative paths. */
export const md: ExportFormat = {
  open({ part, channel, outages }) {
    const words = exportWords(channel.language)
    const localTime = createLocalClock(channel.timezone)
    const buffer = createPieceBuffer(`md/${part.month}.md`)
    const zone = fill(words.timesIn, { zone: channel.timezone })
    buffer.add(`# ${escapeMd(cleanName(channel.name))}, ${part.month}\n\n${escapeMd(zone)}\n`)
    const notesOf = createDayNotes(outages, words, localTime)
    let day = ''
    return {
      write(record) {
        if (record.kind === 'person') return []
        const { date } = localTime(record.time)
        const notes = date === day ? [] : notesOf(date)
        const heading = date === day ? '' : `\n## ${date}\n${notes.map((note) => `\n*${escapeMd(note)}*\n`).join('')}`
        day = date
        return buffer.add(heading + render(record, words, localTime))
      },
      close: () => buffer.flush(),
    }
  },
}

type Said = Exclude<ExportRecord, { kind: 'person' }>

function render(record: Said, words: ExportWords, localTime: (ms: number) => LocalTime): string {
  const { time } = localTime(record.time)
  switch (record.kind) {
    case 'message':
      return renderMessage(record, words, time)
    case 'answer':
      return record.texts
        .map((text) => `\n**${escapeMd(words.bot)}** ${time}\n\n${paragraph(cleanText(text))}\n`)
        .join('')
    case 'gap':
      return `\n*${time} ${escapeMd(words.unsent)}*\n`
    case 'happening':
      return describeHappening(record, words, localTime)
        .map((text) => `\n*${time} ${escapeMd(text)}*\n`)
        .join('')
  }
}

function renderMessage(record: MessageEntry, words: ExportWords, time: string): string {
  const { message } = record
  const remarks = listRemarks(record, words).map((remark) => ` (${escapeMd(remark)})`)
  return `\n**${escapeMd(cleanName(message.sender.name))}** ${time}${remarks.join('')}\n\n${quoteOf(record, words)}${bodyOf(record, words)}\n`
}

/** About a line of the quoted text. */
const mostQuoted = 120

function quoteOf({ quoted }: MessageEntry, words: ExportWords): string {
  if (!quoted) return ''
  if (!quoted.message) return `> ${escapeMd(words.inReplyToEarlier)}\n\n`
  const text = describeMessage(quoted.message, words).replace(/\s+/g, ' ')
  const start = text.length > mostQuoted ? `${text.slice(0, mostQuoted).toWellFormed()}…` : text
  return `> **${escapeMd(cleanName(quoted.message.sender.name))}** ${escapeMd(start)}\n\n`
}

function bodyOf(record: MessageEntry, words: ExportWords): string {
  const { message } = record
  const caption = captionOf(message)
  return `${contentOf(record, words)}${caption === undefined ? '' : `\n\n${paragraph(caption)}`}`
}

function contentOf(record: MessageEntry, words: ExportWords): string {
  const { message } = record
  const path = findFilePath(record)
  const text = describeContent(message, words)
  if (path === undefined) return paragraph(text)
  // One level up: the file is in a folder of its own.
  const target = `../${path.split('/').map(encodeURIComponent).join('/')}`
  return `${message.type === 'image' ? '!' : ''}[${escapeMd(text.replace(/^\[|\]$/g, ''))}](${target})`
}

/** Line breaks of the text stay line breaks. */
function paragraph(text: string): string {
  return text.split('\n').map(escapeMd).join('  \n')
}

/** So that no message becomes a heading, a list, code, a link, a picture from elsewhere, or HTML. */
function escapeMd(text: string): string {
  return text
    .replace(/^[ \t]+/, (spaces) => '\u00a0'.repeat(spaces.length))
    .replace(/[\\`*_{}[\]<>()#!|~&$]/g, '\\$&')
    .replace(/^(\s*)([-+=:])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2')
}
