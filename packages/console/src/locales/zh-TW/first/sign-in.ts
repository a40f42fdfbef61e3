import type { Texts, Translated } from '../../language.ts'

export const signIn: Translated<Texts['signIn']> = {
  title: '登入 Innkeeper',
  lead: '閱讀並搜尋群組裡說過的話。',
  ended: { title: '你的登入已結束', text: '重新登入，就能從剛才的地方繼續。' },
  problem: {
    title: '無法登入',
    denied: '你沒有在另一個頁面上允許。一切維持原狀，你可以再試一次。',
    expired: '花費太久，或頁面被開啟了兩次。請再試一次。',
    failed: '對方服務未能確認你的身分。請再試一次，或改用連結或金鑰。',
  },
  platform: '使用 {{platform}} 繼續',
  or: '或使用金鑰',
  key: {
    label: 'API 金鑰',
    description: '以 ink_ 開頭。只會由這個頁面傳送一次，瀏覽器只保留登入狀態。',
    submit: '登入',
    wrong: '這把金鑰無效。可能輸入錯誤、已撤銷或已過期。',
    malformed: '金鑰以 ink_ 開頭，共 53 個字元。',
  },
  link: {
    title: '你的一次性連結',
    text: '按下按鈕就會登入這個瀏覽器，連結也隨即失效。登入可維持 30 天，或直到你登出。',
    otherWays: '其他登入方式',
    submit: '登入',
    invalid: {
      title: '這個連結已失效',
      text: '每個連結在 15 分鐘內只能使用一次。請再次傳送 /link 給機器人，取得新的連結。',
    },
  },
  how: {
    title: '手邊沒有金鑰？',
    chat: '在與機器人的一對一聊天中傳送 `/link`，它會回覆這個頁面的連結。',
    operator: '如果這個服務由你架設：`./innkeeper signin --user <id>` 會顯示這樣的連結。',
  },
  cookieNotStored: {
    title: '你的瀏覽器沒有保留登入狀態',
    text: '這個頁面的 Cookie 似乎遭到封鎖。請允許這個網址使用 Cookie，然後重新登入。',
  },
  insecure: {
    title: '無法在這個網址登入',
    text: '頁面是透過未加密的 HTTP 傳送，瀏覽器無法安全地保留登入狀態。請改用 HTTPS 開啟，或在伺服器本機開啟 {{address}}。',
  },
  reference: 'API 參考文件',
}
