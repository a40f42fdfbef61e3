// The words and forms in which the LINE app writes a history, for tests that render one. Written apart from the reader's own lists,
// so that a mistake in one of them shows.

export type Clock = 'padded' | 'short' | 'beyond' | 'half-day'
export type EventKind = 'joined' | 'left' | 'unsent' | 'call'

export type LineLocale = {
  title: { person: string; group: string }
  saved: string
  /** Of phones, then of computers. `w` is replaced by a weekday of that list. */
  dates: readonly { form: string; weekdays: readonly string[] }[]
  desktopDate: { form: string; weekdays: readonly string[] }
  /** `t` is the time. */
  halves: readonly { am: string; pm: string }[]
  types: Record<'image' | 'video' | 'audio' | 'sticker', string>
  desktopTypes: Record<'image' | 'sticker', string>
  file: string
  location: string
  events: Partial<Record<EventKind, string>>
}

const short = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const long = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const japanese = [...'日月火水木金土']
const chinese = [...'日一二三四五六']
const thaiShort = ['อา.', 'จ.', 'อ.', 'พ.', 'พฤ.', 'ศ.', 'ส.']
const thaiLong = ['วันอาทิตย์', 'วันจันทร์', 'วันอังคาร', 'วันพุธ', 'วันพฤหัสบดี', 'วันศุกร์', 'วันเสาร์']
const after = (word: string) => (day: string) => `${word}${day}`

export const lineLocales: Record<'en' | 'ja' | 'zh-TW' | 'zh-CN' | 'th', LineLocale> = {
  en: {
    title: { person: '[LINE] Chat history with {name}', group: '[LINE] Chat history in {name}' },
    saved: 'Saved on: {at}',
    dates: [
      { form: 'YYYY/MM/DD(w)', weekdays: short },
      { form: 'w, M/D/YYYY', weekdays: short },
      { form: 'w, D/M/YYYY', weekdays: short },
      { form: 'w, DD/MM/YYYY', weekdays: short },
    ],
    desktopDate: { form: 'YYYY.MM.DD w', weekdays: long },
    halves: [
      { am: 't AM', pm: 't PM' },
      { am: 'tam', pm: 'tpm' },
      { am: 't\u00a0AM', pm: 't\u00a0PM' },
      { am: 't\u202fam', pm: 't\u202fpm' },
    ],
    types: { image: '[Photo]', video: '[Video]', audio: '[Voice message]', sticker: '[Sticker]' },
    desktopTypes: { image: 'Photos', sticker: 'Stickers' },
    file: '[File]',
    location: '[Location]',
    events: {
      joined: '{name} joined the group.',
      left: '{name} left the group.',
      unsent: '{name} unsent a message.',
      call: '☎ Call time 1:02',
    },
  },
  ja: {
    title: { person: '[LINE] {name}とのトーク履歴', group: '[LINE] {name}のトーク履歴' },
    saved: '保存日時：{at}',
    dates: [
      { form: 'YYYY/MM/DD(w)', weekdays: japanese },
      { form: 'YYYY/M/D(w)', weekdays: japanese },
    ],
    desktopDate: { form: 'YYYY.MM.DD w', weekdays: japanese.map((day) => `${day}曜日`) },
    halves: [{ am: '午前t', pm: '午後t' }],
    types: { image: '[写真]', video: '[動画]', audio: '[ボイスメッセージ]', sticker: '[スタンプ]' },
    desktopTypes: { image: '画像', sticker: 'スタンプ' },
    file: '[ファイル]',
    location: '[位置情報]',
    events: {
      joined: '{name}が参加しました。',
      left: '{name}が退会しました',
      unsent: '{name}がメッセージの送信を取り消しました',
      call: '☎ 通話時間 0:54',
    },
  },
  'zh-TW': {
    title: { person: '[LINE] 與{name}的聊天記錄', group: '[LINE] {name}的聊天記錄' },
    saved: '儲存日期： {at}',
    dates: [
      { form: 'YYYY/MM/DD（w）', weekdays: chinese },
      { form: 'YYYY/M/D（w）', weekdays: chinese.map(after('週')) },
      { form: 'YYYY/M/Dw', weekdays: chinese.map(after('週')) },
    ],
    desktopDate: { form: 'YYYY.MM.DD w', weekdays: chinese.map(after('星期')) },
    halves: [{ am: '上午t', pm: '下午t' }],
    types: { image: '[照片]', video: '[影片]', audio: '[語音訊息]', sticker: '[貼圖]' },
    desktopTypes: { image: '圖片', sticker: '貼圖' },
    file: '[檔案]',
    location: '[位置]',
    events: { joined: '{name}加入聊天', left: '{name}離開聊天', unsent: '{name}已收回訊息', call: '☎ 未接來電' },
  },
  'zh-CN': {
    title: { person: '[LINE] 与{name}的聊天记录', group: '[LINE] {name}的聊天记录' },
    saved: '保存日期: {at}',
    dates: [{ form: 'YYYY/M/Dw', weekdays: chinese.map(after('周')) }],
    desktopDate: { form: 'YYYY.M.D w', weekdays: chinese.map(after('星期')) },
    halves: [{ am: '上午t', pm: '下午t' }],
    types: { image: '[照片]', video: '[视频]', audio: '[语音信息]', sticker: '[贴图]' },
    desktopTypes: { image: '圖片', sticker: '貼圖' },
    file: '[文件]',
    location: '[位置]',
    events: { unsent: '{name}撤回了一条消息', call: '☎ 通话时长 0:54' },
  },
  th: {
    title: { person: '[LINE] ประวัติการแชทกับ {name}', group: '[LINE] ประวัติการแชทในกลุ่ม "{name}"' },
    saved: 'บันทึกเมื่อ {at}',
    dates: [{ form: 'w DD/MM/BBBB', weekdays: thaiShort }],
    desktopDate: { form: 'YYYY.MM.DD w', weekdays: thaiLong },
    halves: [],
    types: { image: '[รูป]', video: '[วิดีโอ]', audio: '[ข้อความเสียง]', sticker: '[สติกเกอร์]' },
    desktopTypes: { image: 'รูป', sticker: 'สติกเกอร์' },
    file: '[ไฟล์]',
    location: '[ตำแหน่ง]',
    events: { joined: 'สมชาย เพิ่ม {name} เข้ากลุ่ม', unsent: '{name} ยกเลิกข้อความแล้ว', call: '☎ 0:54' },
  },
}
