import type { DateOrder, HistoryItem, HistoryMessage } from '../../../src/domain/imports/history.ts'

/** Everything in which WhatsApp's exports differ. Written apart from the reader, so that a mistake in one of them shows. */
export type WhatsappVariant = {
  layout: 'ios' | 'android'
  order: DateOrder | 'year-first'
  separator: '/' | '.' | '-'
  isPadded: boolean
  hasShortYear: boolean
  clock: '24' | ' PM' | '\u202fpm' | '\u00a0p.\u00a0m.' | '午後'
  ends: 'lf' | 'crlf' | 'mixed'
  hasMark: boolean
  language: 'en' | 'de' | 'es' | 'ja'
}

export type WhatsappRecord = { at: number; name: string } & (
  | { kind: 'text'; text: string; isEdited: boolean }
  | { kind: 'file'; type: 'image' | 'video' | 'audio' | 'sticker' | 'file'; number: number; caption: string }
  | { kind: 'omitted' | 'deleted' | 'left' | 'encrypted' }
)

const words = {
  en: {
    attached: 'attached',
    fileAttached: 'file attached',
    image: 'image omitted',
    media: '<Media omitted>',
    deleted: 'This message was deleted',
    edited: '<This message was edited>',
    left: ' left',
    encrypted: 'Messages and calls are end-to-end encrypted: no one outside of this chat can read them.',
  },
  de: {
    attached: 'Anhang',
    fileAttached: 'Datei angehängt',
    image: 'Bild weggelassen',
    media: '<Medien ausgeschlossen>',
    deleted: 'Diese Nachricht wurde gelöscht.',
    edited: '<Diese Nachricht wurde bearbeitet.>',
    left: ' hat die Gruppe verlassen',
    encrypted: 'Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.',
  },
  es: {
    attached: 'adjunto',
    fileAttached: 'archivo adjunto',
    image: 'imagen omitida',
    media: '<Multimedia omitido>',
    deleted: 'Se eliminó este mensaje.',
    edited: '<Se editó este mensaje.>',
    left: ' salió del grupo',
    encrypted: 'Los mensajes y las llamadas están cifrados de extremo a extremo.',
  },
  ja: {
    attached: '添付ファイル',
    fileAttached: '添付ファイル',
    image: '画像は含まれていません',
    media: '<メディアは含まれていません>',
    deleted: 'このメッセージは削除されました',
    edited: '<このメッセージは編集されました>',
    left: 'が退出しました',
    encrypted: 'メッセージと通話はエンドツーエンドで暗号化されています。',
  },
} as const

export function renderWhatsapp(records: readonly WhatsappRecord[], variant: WhatsappVariant) {
  const [recordEnd, innerEnd] = { lf: ['\n', '\n'], crlf: ['\r\n', '\r\n'], mixed: ['\r\n', '\n'] }[variant.ends]
  let text = variant.hasMark ? '\ufeff' : ''
  let line = 1
  const items: HistoryItem[] = []
  for (const record of records) {
    const { written, item } = renderRecord(record, variant)
    const lines = written.split('\n')
    text += lines.join(innerEnd) + recordEnd
    items.push(item({ line, lines: lines.length }))
    line += lines.length
  }
  return { text, items, lines: line - 1 }
}

type Rendered = { written: string; item(where: { line: number; lines: number }): HistoryItem }

function renderRecord(record: WhatsappRecord, variant: WhatsappVariant): Rendered {
  const isIos = variant.layout === 'ios'
  const own = words[variant.language]
  const { name } = record
  const at = { wall: isIos ? record.at : record.at - (record.at % 60_000) }
  const stamp = stampOf(record.at, variant)
  const hasMarkBefore = isIos && record.kind !== 'text'
  const start = isIos ? `${hasMarkBefore ? '\u200e' : ''}[${stamp}] ` : `${stamp} - `
  const message = (
    written: string,
    more: Pick<HistoryMessage, 'content' | 'caption' | 'file' | 'isEdited'>,
  ): Rendered => ({
    written: `${start}${name}: ${written}`,
    item: (where) => ({
      kind: 'message',
      ...where,
      at,
      precision: isIos ? 'second' : 'minute',
      person: { name },
      ...more,
    }),
  })
  switch (record.kind) {
    case 'text': {
      const { text, isEdited } = record
      const content = { type: 'text' as const, text }
      if (!isEdited) return message(text, { content })
      return message(`${text} ${isIos ? '\u200e' : ''}${own.edited}`, { content, isEdited: true })
    }
    case 'file': {
      const { file, content } = fileOf(record, isIos)
      const { caption } = record
      const more = { content, file, ...(caption !== '' && { caption }) }
      if (isIos) return message(`${caption}${caption && ' '}\u200e<${own.attached}: ${file}>`, more)
      return message(`${file} (${own.fileAttached})${caption && '\n'}${caption}`, more)
    }
    case 'omitted': {
      if (isIos) return message(`\u200e${own.image}`, { content: { type: 'image' } })
      return message(own.media, { content: { type: 'image', mayBeOther: true } })
    }
    case 'deleted':
      return {
        written: `${start}${name}: ${isIos ? '\u200e' : ''}${own.deleted}`,
        item: (where) => ({ kind: 'note', ...where, what: 'unsent', at, person: { name } }),
      }
    case 'left':
      return {
        written: isIos ? `${start}Book club: \u200e${name}${own.left}` : `${start}${name}${own.left}`,
        item: (where) => ({ kind: 'note', ...where, what: 'left', at, person: { name } }),
      }
    case 'encrypted':
      return {
        written: isIos ? `${start}Book club: \u200e${own.encrypted}` : `${start}${own.encrypted.replace(': ', ', ')}`,
        item: (where) => ({
          kind: 'note',
          ...where,
          what: 'other',
          at,
          ...(isIos && { person: { name: 'Book club' } }),
        }),
      }
  }
}

function fileOf({ type, number }: Extract<WhatsappRecord, { kind: 'file' }>, isIos: boolean) {
  const [iosName, androidName, end] = {
    image: ['PHOTO', 'IMG', 'jpg'],
    video: ['VIDEO', 'VID', 'mp4'],
    audio: ['AUDIO', 'PTT', 'opus'],
    sticker: ['STICKER', 'STK', 'webp'],
    file: ['Report', 'DOC', 'pdf'],
  }[type]
  const id = String(number)
  if (type === 'file' && isIos) {
    const fileName = `Report ${id}.pdf`
    return { file: `${id.padStart(8, '0')}-${fileName}`, content: { type, fileName } }
  }
  const file = isIos
    ? `${id.padStart(8, '0')}-${iosName}-2021-01-01-00-05-00.${end}`
    : `${androidName}-20210101-WA${id.padStart(4, '0')}.${end}`
  return { file, content: type === 'file' ? { type, fileName: file } : { type } }
}

function stampOf(at: number, variant: WhatsappVariant): string {
  const { layout, order, separator, isPadded, hasShortYear, clock } = variant
  const [date = '', time = ''] = new Date(at).toISOString().split(/[T.]/)
  const [year = '', month = '', day = ''] = date.split('-').map((part) => (isPadded ? part : String(Number(part))))
  const shown = hasShortYear && order !== 'year-first' ? year.slice(-2) : year
  const parts = {
    'day-month': [day, month, shown],
    'month-day': [month, day, shown],
    'year-first': [year, month, day],
  }[order]
  const [hour = '', minute = '', second = ''] = time.split(':')
  const end = layout === 'ios' ? `:${second}` : ''
  const half = Number(hour) % 12 === 0 ? 12 : Number(hour) % 12
  const isLate = Number(hour) >= 12
  if (clock === '24') return `${parts.join(separator)}, ${hour}:${minute}${end}`
  if (clock === '午後') return `${parts.join(separator)} ${isLate ? '午後' : '午前'}${half}:${minute}${end}`
  const word = isLate ? clock : clock.replace('P', 'A').replace('p', 'a')
  return `${parts.join(separator)}, ${half}:${minute}${end}${word}`
}
