import type { Texts, Translated } from '../../language.ts'

export const setup: Translated<Texts['setup']> = {
  title: '設定 Innkeeper',
  lead: '為維運這項服務的人建立帳號。',
  exists: '這項服務已有維運帳號。',
  signIn: '前往登入頁面',
  noCode: '請開啟服務在終端機或記錄檔中顯示的設定連結。沒有這個連結，同一個網路上的任何人都可能搶先設定這項服務。',
  linkOver: '這個設定連結已失效。請重新啟動服務，再開啟新顯示的連結。',
  account: {
    title: '維運帳號',
    text: '你可以用這個帳號查看服務狀態，但無法讀取任何聊天內容。',
    name: '名稱',
    nameHint: '登入時使用。',
    passphrase: '密碼詞組',
    passphraseHint: '至少 {{count}} 個字元。用幾個詞組成，好記又不容易被猜到。',
    repeat: '再次輸入密碼詞組',
    tooShort: '請輸入至少 {{count}} 個字元。',
    tooEasy: '這個密碼詞組太容易被猜到。請選擇幾個和你沒有關聯的詞。',
    different: '兩次輸入的密碼詞組不同。',
    submit: '建立帳號',
  },
  codes: {
    title: '復原碼',
    kept: '我已將復原碼存放在安全的地方',
    next: '繼續',
  },
}
