import type { HistoryContent, HistoryNoteKind } from '../history.ts'

/** What a person's text in a history stands for. */
export type LineContent =
  | { kind: 'message'; content: HistoryContent; mayBeText?: string }
  | { kind: 'note'; what: HistoryNoteKind }

type MarkedType = 'image' | 'video' | 'audio' | 'sticker'

/** The whole text. `bare`: on a computer there are no brackets, so people may also have typed the word. */
const markers: Record<MarkedType, { words: readonly string[]; bare: readonly string[] }> = {
  image: { words: ['[Photo]', '[写真]', '[照片]', '[รูป]'], bare: ['Photos', '画像', '圖片', 'รูป'] },
  video: {
    words: ['[Video]', '[動画]', '[影片]', '[视频]', '[วิดีโอ]'],
    bare: ['Videos', '動画', '影片', 'วิดีโอ'],
  },
  audio: {
    words: ['[Voice message]', '[ボイスメッセージ]', '[語音訊息]', '[语音信息]', '[ข้อความเสียง]'],
    bare: ['Voice messages', 'ボイスメッセージ', '語音訊息', 'ข้อความเสียง'],
  },
  sticker: {
    words: ['[Sticker]', '[スタンプ]', '[貼圖]', '[贴图]', '[สติกเกอร์]'],
    bare: ['Stickers', 'スタンプ', '貼圖', 'สติกเกอร์'],
  },
}

const notes: readonly { what: HistoryNoteKind; words: readonly string[] }[] = [
  { what: 'poll', words: ['[Poll]', '[投票]'] },
  { what: 'album', words: ['[Album]', '[アルバム]', '[相簿]', '[相册]'] },
  { what: 'other', words: ['[Contact]', '[連絡先]', '[Gift]', '[プレゼント]', '[Notes]', '[ノート]', '[記事本]'] },
  // Where the line still has the name of the sender.
  {
    what: 'unsent',
    words: ['Message unsent.', 'メッセージの送信を取り消しました', '已收回訊息', '撤回了一条消息', 'ยกเลิกข้อความแล้ว'],
  },
  // Most have ☎.
  { what: 'call', words: ['ไม่ได้รับสาย', '未接來電'] },
]

const known: ReadonlyMap<string, LineContent> = new Map<string, LineContent>([
  ...markedTypes().flatMap((type) =>
    markers[type].words.map((word): [string, LineContent] => [word, { kind: 'message', content: { type } }]),
  ),
  ...notes.flatMap(({ what, words }) => words.map((word): [string, LineContent] => [word, { kind: 'note', what }])),
])

const bareWords: ReadonlyMap<string, MarkedType> = new Map(
  markedTypes().flatMap((type) => markers[type].bare.map((word): [string, MarkedType] => [word, type])),
)

function markedTypes(): readonly MarkedType[] {
  return ['image', 'video', 'audio', 'sticker']
}

export function readContent(text: string, isDesktop: boolean): LineContent {
  const found = known.get(text)
  if (found) return found
  if (text === '' || text.startsWith('☎')) return { kind: 'note', what: text === '' ? 'other' : 'call' }
  const type = isDesktop ? bareWords.get(text) : undefined
  if (type) return { kind: 'message', content: { type }, mayBeText: text }
  if (albumForm.test(text)) return { kind: 'note', what: 'album' }
  return { kind: 'message', content: readFile(text) ?? readLocation(text) ?? { type: 'text', text } }
}
const albumForm = /^\[(?:Album|アルバム|相簿|相册)\][^\n]*$/

function readFile(text: string): HistoryContent | undefined {
  const [found, fileName = ''] = fileForm.exec(text) ?? []
  return found === undefined ? undefined : { type: 'file', ...(fileName !== '' && { fileName }) }
}
const fileForm = /^\[(?:File|ファイル|檔案|文件|ไฟล์)\](?: ([^\n]+))?$/

/** A place may have an address, or a link to a map. */
function readLocation(text: string): HistoryContent | undefined {
  const [found, word, rest = ''] = locationForm.exec(text) ?? []
  if (found === undefined || (word === 'null' && !rest.startsWith('http'))) return undefined
  const [, latitude, longitude] = mapForm.exec(rest) ?? []
  return {
    type: 'location',
    ...(latitude !== undefined && { latitude: Number(latitude), longitude: Number(longitude) }),
    ...(latitude === undefined && rest !== '' && { address: rest }),
  }
}
const locationForm = /^\[(Location|位置情報|位置|ตำแหน่ง|null)\](?: ([^\n]+))?$/
const mapForm = /^https:\/\/\S*[?&](?:q|ll)=(-?\d{1,3}(?:\.\d+)?)(?:,|%2C)(-?\d{1,3}(?:\.\d+)?)(?:&\S*)?$/i
