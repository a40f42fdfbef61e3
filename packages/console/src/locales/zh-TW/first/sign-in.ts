import type { Texts, Translated } from '../../language.ts'

export const signIn: Translated<Texts['signIn']> = {
  title: '登入 Innkeeper',
  lead: '查看及搜尋群組訊息。',
  add: { title: '新增帳號', lead: '其他帳號會保持登入。', back: '返回帳號' },
  ended: { title: '你已登出', text: '重新登入，就能從剛才的地方繼續。' },
  problem: {
    title: '登入失敗',
    denied: '你在另一個頁面拒絕了存取要求。沒有任何變更，你可以再試一次。',
    expired: '操作逾時，或頁面被開啟了兩次。請再試一次。',
    failed: '平台未能確認你的身分。請再試一次，或改用連結或 API 金鑰登入。',
  },
  platform: '使用 {{platform}} 繼續',
  chat: {
    title: '向機器人取得連結',
    text: '在一對一聊天中傳送 `/link` 給群組的機器人，它會回覆登入連結。',
    open: '在 {{name}} 取得連結',
  },
  or: '或使用 API 金鑰',
  key: {
    label: 'API 金鑰',
    description: '以 ink_ 開頭。同一把金鑰可以重複使用。這個瀏覽器不會記住金鑰。',
    submit: '登入',
    wrong: '這把金鑰無效。可能是輸入錯誤、已撤銷或已過期。',
    malformed: '金鑰以 ink_ 開頭，共有 53 個字元。',
  },
  link: {
    title: '你的登入連結',
    stay: '{{names}} 也保持登入',
    text: '這個連結只能使用一次。你會在這個瀏覽器保持登入 30 天，或直到你登出為止。',
    otherWays: '其他登入方式',
    submit: '登入',
    invalid: {
      title: '這個連結已失效',
      text: '每個連結只能使用一次，有效時間為 15 分鐘。請傳送 /link 給機器人，取得新的連結。',
    },
  },
  operator:
    '如果你是這個服務的維運人員，請在伺服器上執行這個指令，取得登入連結（如果資料不在 `./data`，請加上 `--data`）：',
  setUp: {
    title: '這個服務尚未設定',
    text: '如果你是這個服務的維運人員，請用服務啟動時顯示的連結，在瀏覽器中設定。',
    button: '設定服務',
  },
  operatorAccount: {
    open: '以維運帳號登入',
    title: '維運帳號',
    name: '名稱',
    passphrase: '密碼詞組',
    recoveryCode: '復原碼',
    wrong: '名稱或密碼詞組錯誤。',
    submit: '登入',
    useRecoveryCode: '改用復原碼',
    usePassphrase: '改用密碼詞組',
  },
  cookieNotStored: {
    title: '你的瀏覽器封鎖了登入',
    text: '這個頁面的 Cookie 似乎遭到封鎖。請允許這個網址使用 Cookie，然後重新登入。',
  },
  insecure: {
    title: '無法在這個網址登入',
    text: '這個頁面透過未加密的 HTTP 載入，登入並不安全。請改用 HTTPS 開啟，或在伺服器本機開啟 {{address}}。',
  },
  reference: 'API 參考文件',
}
