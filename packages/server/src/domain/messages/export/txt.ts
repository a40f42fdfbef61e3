import { fill } from '../../fill-text.ts'
import {
  captionOf,
  describeContent,
  describeHappening,
  describeReply,
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

/** For reading: `2026-03-01 09:31 Mika: …`. Further lines of a message are indented, so that each message begins at the margin. */
export const txt: ExportFormat = {
  open({ part, channel, outages }) {
    const words = exportWords(channel.language)
    const localTime = createLocalClock(channel.timezone)
    const buffer = createPieceBuffer(`txt/${part.month}.txt`)
    const zone = fill(words.timesIn, { zone: channel.timezone })
    buffer.add(`${cleanName(channel.name)}, ${part.month}\n${zone}\n\n`)
    const notesOf = createDayNotes(outages, words, localTime)
    let day = ''
    return {
      write(record) {
        if (record.kind === 'person') return []
        const { date } = localTime(record.time)
        const notes = date === day ? [] : notesOf(date)
        day = date
        return buffer.add(notes.map((note) => `${date} [${note}]\n`).join('') + render(record, words, localTime))
      },
      close: () => buffer.flush(),
    }
  },
}

type Said = Exclude<ExportRecord, { kind: 'person' }>

function render(record: Said, words: ExportWords, localTime: (ms: number) => LocalTime): string {
  const { date, time } = localTime(record.time)
  const line = (text: string) => `${date} ${time} ${indent(text)}\n`
  switch (record.kind) {
    case 'message':
      return line(`${cleanName(record.message.sender.name)}: ${bodyOf(record, words)}`)
    case 'answer':
      return record.texts.map((text) => line(`(${words.bot}): ${cleanText(text)}`)).join('')
    case 'gap':
      return line(`[${words.unsent}]`)
    case 'happening':
      return describeHappening(record, words, localTime)
        .map((text) => line(`[${text}]`))
        .join('')
  }
}

function bodyOf(record: MessageEntry, words: ExportWords): string {
  const reply = describeReply(record, words)
  const path = findFilePath(record)
  const caption = captionOf(record.message)
  const parts = [
    reply === undefined ? '' : `(${reply}) `,
    describeContent(record.message, words),
    path === undefined ? '' : ` ${path}`,
    caption === undefined ? '' : `\n${caption}`,
    ...listRemarks(record, words).map((remark) => ` (${remark})`),
  ]
  return parts.join('')
}

function indent(text: string): string {
  return text.includes('\n') ? text.replaceAll('\n', '\n    ') : text
}
