import type { HappeningWord, Message } from '@innkeeper/contract'
import { fill } from '../../fill-text.ts'
import { captionOf } from './describe-record.ts'
import { createPieceBuffer, type ExportFormat } from './format.ts'
import { createLocalClock } from './local-clock.ts'
import { cleanName, cleanText } from './plain-text.ts'
import type { ExportHead, ExportRecord } from './records.ts'

/** The words of the app's own files, by which other programs recognize them. */
type Words = {
  group: string
  person: string
  saved: string
  days: readonly string[]
  types: Record<Exclude<Message['type'], 'text'>, string>
  happening: Partial<Record<HappeningWord, string>>
  unsent: string
  bot: string
}

const english: Words = {
  group: '[LINE] Chat history in {name}',
  person: '[LINE] Chat history with {name}',
  saved: 'Saved on: {at}',
  days: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  types: {
    image: '[Photo]',
    video: '[Video]',
    audio: '[Voice message]',
    file: '[File]',
    location: '[Location]',
    sticker: '[Sticker]',
  },
  happening: { joined: '{name} joined the group.', left: '{name} left the group.' },
  unsent: 'Message unsent.',
  bot: 'Bot',
}

const japanese: Words = {
  group: '[LINE] {name}のトーク履歴',
  person: '[LINE] {name}とのトーク履歴',
  saved: '保存日時：{at}',
  days: ['日', '月', '火', '水', '木', '金', '土'],
  types: {
    image: '[写真]',
    video: '[動画]',
    audio: '[ボイスメッセージ]',
    file: '[ファイル]',
    location: '[位置情報]',
    sticker: '[スタンプ]',
  },
  happening: { joined: '{name}が参加しました。', left: '{name}が退会しました' },
  unsent: 'メッセージの送信を取り消しました',
  bot: 'ボット',
}

/**
 * The form in which the LINE app saves a chat history, in English or Japanese, for programs that read it. Records end with CRLF and
 * lines inside a message with LF, so a message that quotes a chat history is still one message.
 */
export const lineText: ExportFormat = {
  open(head) {
    const { channel, part } = head
    const words = channel.language === 'ja' ? japanese : english
    const localTime = createLocalClock(channel.timezone)
    const buffer = createPieceBuffer(`line/${part.month}.txt`)
    buffer.add(`${titleOf(head, words)}\r\n`)
    let day = ''
    return {
      write(record) {
        const lines = record.kind === 'person' ? [] : linesOf(record, words)
        if (record.kind === 'person' || lines.length === 0) return []
        const { date, time } = localTime(record.time)
        const heading = date === day ? '' : `${day === '' ? '' : '\r\n'}${dateLine(date, words)}\r\n`
        day = date
        return buffer.add(heading + lines.map((line) => `${time}\t${line}\r\n`).join(''))
      },
      close: () => buffer.flush(),
    }
  },
}

/** The app writes when it saved the file. Here it is the last message, so that equal exports are equal. */
function titleOf({ channel, part, lastAt }: ExportHead, words: Words): string {
  const { date, time } = createLocalClock(channel.timezone)(lastAt ?? part.start)
  const title = fill(channel.type === 'user' ? words.person : words.group, { name: cleanName(channel.name) })
  return `${title}\r\n${fill(words.saved, { at: `${date.replaceAll('-', '/')} ${time}` })}\r\n`
}

function dateLine(date: string, { days }: Words): string {
  return `${date.replaceAll('-', '/')}(${days[new Date(`${date}T00:00:00Z`).getUTCDay()]})`
}

/** After the time. A name and a text are separated by a tab, and a line without a name is about the group. */
function linesOf(record: Exclude<ExportRecord, { kind: 'person' }>, words: Words): string[] {
  switch (record.kind) {
    case 'message':
      return textsOf(record.message, words).map((text) => `${cleanName(record.message.sender.name)}\t${quote(text)}`)
    case 'answer':
      return record.texts.map((text) => `${words.bot}\t${quote(cleanText(text))}`)
    case 'gap':
      return [`\t${words.unsent}`]
    case 'happening': {
      const text = words.happening[record.what]
      return text === undefined || !record.person ? [] : [`\t${fill(text, { name: cleanName(record.person.name) })}`]
    }
  }
}

/** The app knows no captions: programs read one as another message of the same person. */
function textsOf(message: Message, words: Words): string[] {
  const caption = captionOf(message)
  return [contentOf(message, words), ...(caption === undefined ? [] : [caption])]
}

function contentOf(message: Message, { types }: Words): string {
  switch (message.type) {
    case 'text':
      return cleanText(message.content)
    case 'file':
      return `${types.file} ${cleanName(message.fileName)}`
    case 'location':
      return [types.location, cleanName(message.address)].filter(Boolean).join(' ')
    case 'image':
    case 'video':
    case 'audio':
    case 'sticker':
      return types[message.type]
  }
}

/** Only a text of several lines stands in quotation marks. */
function quote(text: string): string {
  return text.includes('\n') ? `"${text.replaceAll('"', '""')}"` : text
}
