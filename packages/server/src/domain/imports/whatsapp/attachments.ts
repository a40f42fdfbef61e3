import type { HistoryContent } from '../history.ts'

export type Attachment = { content: HistoryContent; file?: string; caption?: string }

type MediaType = 'image' | 'video' | 'audio' | 'sticker' | 'file'

/** The app puts this mark before what it wrote itself. */
export const appMark = '\u200e'

/** The file or place that a text stands for, with or without the file itself. Undefined if it's only a text. */
export function readAttachment(text: string): Attachment | undefined {
  return readBracketed(text) ?? readParenthesized(text) ?? readOmitted(text) ?? readLocation(text)
}

/** iPhones: `<attached: 00000042-PHOTO-2021-01-01-00-05-00.jpg>` in any language, after the text that goes with it. */
function readBracketed(text: string): Attachment | undefined {
  const [matched, mark, file = ''] = bracketed.exec(text) ?? []
  if (matched === undefined || !(mark || numbered.test(file))) return undefined
  const rest = text.replace(matched, '').trim()
  const content = contentOf(file)
  // A document comes with its name and its number of pages.
  return { content, file, ...(rest !== '' && !rest.includes(`• ${appMark}`) && { caption: rest }) }
}
const bracketed = /(\u200e?)<[^<>:：\n]{2,25} ?[:：] ?([^<>:\n/\\]{1,200}\.\w{1,5})>/
const numbered = /^\d{8}-/

/** Android: `IMG-20210101-WA0001.jpg (file attached)`, and below it the text that goes with it. */
function readParenthesized(text: string): Attachment | undefined {
  const [matched, mark, file = '', words = ''] = parenthesized.exec(text) ?? []
  if (matched === undefined || !(mark || named.test(file) || attachedWords.has(words.toLowerCase()))) return undefined
  const rest = text.slice(matched.length).trim()
  return { content: contentOf(file), file, ...(rest !== '' && { caption: rest }) }
}
const parenthesized = /^(\u200e?)([^\n/\\]{1,200}?\.\w{1,5}) \(([^()\n]{2,40})\)(?=\n|$)/
const named = /^(?:IMG|VID|AUD|PTT|STK|DOC)-\d{8}-WA\d{4,}\.\w{1,5}$/
const attachedWords: ReadonlySet<string> = new Set([
  'file attached',
  'datei angehängt',
  'archivo adjunto',
  'fichier joint',
  'arquivo anexado',
  'file allegato',
  'bestand bijgevoegd',
  'file terlampir',
  '添付ファイル',
  '附件檔案',
  '文件附件',
])

/** Apps name files by what they are, and the rest shows by how they end. */
function contentOf(file: string): HistoryContent {
  const type = typesByName.find(({ form }) => form.test(file))?.type ?? 'file'
  return type === 'file' ? { type, fileName: file.replace(/^\d{8}-/, '') } : { type }
}
const typesByName: readonly { type: MediaType; form: RegExp }[] = [
  { type: 'sticker', form: /^(?:\d{8}-STICKER-|STK-\d)/ },
  { type: 'image', form: /^(?:\d{8}-PHOTO-|IMG-\d)/ },
  { type: 'video', form: /^(?:\d{8}-(?:VIDEO|GIF)-|VID-\d)/ },
  { type: 'audio', form: /^(?:\d{8}-AUDIO-|AUD-\d|PTT-\d)/ },
  { type: 'file', form: /^DOC-\d/ },
  { type: 'image', form: /\.(?:jpe?g|png|gif|webp|heic)$/i },
  { type: 'video', form: /\.(?:mp4|mov|3gp)$/i },
  { type: 'audio', form: /\.(?:opus|m4a|mp3|ogg|aac|amr|wav)$/i },
]

/** A history saved without files. iPhones say what was left out, Android doesn't. */
function readOmitted(text: string): Attachment | undefined {
  if (mediaOmitted.has(text.replaceAll(appMark, '').toLowerCase()))
    return { content: { type: 'image', mayBeOther: true } }
  const isFromApp = text.startsWith(appMark) || text.includes(`• ${appMark}`)
  if (!(isFromApp || plainOmitted.test(text)) || text.length > mostOmittedLength || text.includes('\n'))
    return undefined
  const type = omitted.find(({ form }) => form.test(text))?.type
  return type && { content: { type } }
}
const mostOmittedLength = 300
const plainOmitted = /^(?:image|video|audio|GIF|sticker|document) omitted$/
const mediaOmitted: ReadonlySet<string> = new Set([
  '<media omitted>',
  '<medien ausgeschlossen>',
  '<multimedia omitido>',
  '<médias omis>',
  '<mídia oculta>',
  '<arquivo de mídia oculto>',
  '<media omessi>',
  '<media weggelaten>',
  '<media tidak disertakan>',
  '<メディアは含まれていません>',
  '<省略多媒體檔案>',
  '<省略多媒体文件>',
])
const omitted: readonly { type: MediaType; form: RegExp }[] = [
  { type: 'image', form: /^\u200e?(?:image|imagen|imagem|immagine|afbeelding|Bild|画像|圖片|图片|图像|รูปภาพ)/i },
  { type: 'video', form: /^\u200e?(?:v[ií]d[eé]o|GIF|動画|影片|视频|วิดีโอ)/i },
  { type: 'audio', form: /^\u200e?(?:[aá]udio|音声|音訊|音频|เสียง)/i },
  { type: 'sticker', form: /^\u200e?(?:sticker|figurinha|スタンプ|貼圖|贴图|สติกเกอร์)/i },
  { type: 'file', form: /^(?:\u200e?|.+• \u200e.+\u200e)(?:document|documento|Dokument|文件|書類|เอกสาร)/i },
]

function readLocation(text: string): Attachment | undefined {
  const [, latitude, longitude] = place.exec(text) ?? []
  return latitude === undefined
    ? undefined
    : { content: { type: 'location', latitude: Number(latitude), longitude: Number(longitude) } }
}
const place =
  /^\u200e?[^\n:：]{2,20}[:：] ?https:\/\/maps\.google\.com\/\?q=(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/
