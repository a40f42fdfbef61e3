import type { Texts, Translated } from '../../language.ts'

export const serviceSettingNames: Translated<Texts['serviceSettings']['names']> = {
  baseUrl: {
    label: '公開網址',
    help: '大家開啟這個服務所用的網址。未設定時，機器人無法傳送登入連結。',
  },
  acmeDomain: {
    label: '憑證的網域',
    help: '設定網域後，服務會自行取得並更新 HTTPS 憑證。',
  },
  acmeEmail: {
    label: '憑證的聯絡信箱',
    help: '如有問題，憑證機構會寄信到這裡。輸入即表示你接受憑證機構的條款。',
  },
  timezone: {
    label: '時區',
    help: '用於擁有者尚未選擇時區的頻道，以及所有頻道使用情況中的日期。',
  },
  lineChannelSecret: {
    label: 'Channel secret（Messaging API）',
    help: '位於 LINE Developers Console，Messaging API channel 的「Basic settings」。未設定時，不會連接 LINE。',
  },
  lineChannelSecretOld: {
    label: '先前的 Channel secret',
    help: '只在更換 Channel secret 期間使用。以任一個簽署的 Webhook 都會接受。在設定精靈更換時，會在這裡保留一天。如果外洩，請立即移除。',
  },
  lineChannelAccessToken: {
    label: '存取權杖（Channel access token）',
    help: '「Messaging API」分頁中的長期權杖。如果設定了 Channel ID，就不需要這項。',
  },
  lineChannelId: {
    label: 'Channel ID（Messaging API）',
    help: '位於「Basic settings」。設定後，服務會取得短期權杖並自動更新。',
  },
  lineLoginChannelId: {
    label: 'LINE Login 的 Channel ID',
    help: '與機器人屬於同一個 provider 的 LINE Login channel。未設定時，無法使用 LINE 登入。',
  },
  lineLoginChannelSecret: { label: 'LINE Login 的 Channel secret', help: '該 LINE Login channel 的 Channel secret。' },
  claim: {
    label: '誰會成為擁有者',
    help: '群組沒有擁有者時，由誰成為擁有者。如果平台會告知群組的擁有者，那個人在這裡也可以是擁有者；否則由成員傳送 `/claim` 認領。如果擁有者已離開，只有管理員和回到群組的前擁有者可以認領。',
  },
  telegramBotToken: { label: '機器人權杖', help: '從 @BotFather 取得。未設定時，不會連接 Telegram。' },
  telegramLoginClientSecret: {
    label: '登入用的 client secret',
    help: '位於 @BotFather 的「Bot Settings」→「Web Login」。未設定時，無法在瀏覽器中使用 Telegram 登入。',
  },
  aiBaseUrl: {
    label: '端點',
    help: '與 OpenAI 相容的端點的基本網址，不含 `/chat/completions`。未設定時，無法使用「AI 模型」比對方式。',
  },
  aiModel: { label: '模型', help: '端點列出的模型名稱。' },
  aiKey: { label: '端點的 API 金鑰', help: '如果端點不需要金鑰，可以留空。' },
  aiTimeLimitMs: {
    label: '時間限制（秒）',
    help: '等待模型回覆的時間。機器人大約有一分鐘可以回覆。',
  },
  aiDailyTokens: {
    label: '每日 token 數',
    help: '所有頻道合計，問題和回覆都計算在內。0 表示沒有上限。',
  },
  aiChannelShare: {
    label: '每個頻道的額度（%）',
    help: '一個頻道可以使用每日 token 的比例。當天的第一個問題一定會處理。100 表示沒有上限。',
  },
  aiPersonShare: {
    label: '每個人的額度（%）',
    help: '一個人在所有頻道中可以使用每日 token 的比例。如果平台沒有提供提問者的身分，會算在頻道擁有者身上。100 表示沒有上限。',
  },
  retentionCeilingDays: {
    label: '自動刪除訊息（天後）',
    help: '所有頻道的訊息最晚在這個天數後刪除。擁有者可以選擇更短的天數。留空時由擁有者決定。',
  },
  snapshotSchedule: {
    label: '快照排程',
    help: '服務建立快照的時間，使用上方的時區。儲存位置由環境變數 `INNKEEPER_SNAPSHOT_FOLDER` 或 `INNKEEPER_SNAPSHOT_BUCKET` 設定。留空則不建立。',
  },
  snapshotKeep: {
    label: '保留的快照',
    help: '在每個儲存位置，保留最近這些天、週和月各自的最後一個快照。',
  },
  snapshotDrill: {
    label: '還原測試',
    help: '服務將最新的快照還原到暫存位置、測試後移除的時間。需要可用的磁碟空間。留空則不執行。',
  },
  smtpServer: {
    label: '郵件伺服器',
    help: '用來寄送警示郵件。未設定時，不會寄送郵件。',
  },
  smtpEncryption: {
    label: '郵件加密',
    help: '這台機器上的郵件伺服器不需要加密。',
  },
  smtpUser: {
    label: '郵件伺服器的使用者名稱',
    help: '如果郵件伺服器不需要，可以留空。',
  },
  smtpPassword: {
    label: '郵件伺服器的密碼',
    help: '許多服務商要求使用應用程式密碼。',
  },
  alertMailTo: {
    label: '警示的收件者',
    help: '有事需要處理時，他們會收到郵件。',
  },
  alertMailFrom: {
    label: '警示的寄件者',
    help: '留空時，以使用者名稱或第一位收件者作為寄件者。',
  },
  alertWebhookUrl: {
    label: '警示的 Webhook',
    help: '相同的警示會以帶有簽章的要求傳送到 ntfy 或 n8n 等程式。',
  },
  alertWebhookSecret: {
    label: 'Webhook 的密鑰',
    help: '接收端需要它來驗證要求。',
  },
  mostMediaBytes: {
    label: '媒體檔案大小上限（MiB）',
    help: '更大的檔案不會下載，並會標示為遺失。',
  },
  mostImportBytes: {
    label: '可匯入的聊天記錄大小上限（MiB）',
    help: '擁有者無法上傳更大的檔案。',
  },
  fetchesStickers: {
    label: '貼圖圖片',
    help: '每張貼圖只會從平台下載一次並儲存。關閉時，新的貼圖會顯示為編號。',
  },
  mostVersions: {
    label: '每個頻道的助理版本數',
    help: '超過時，會先移除最舊且沒有名稱的版本。',
  },
  mostVersionBytes: {
    label: '助理版本的空間（MiB）',
    help: '每個頻道的空間。超過時，會先移除最舊且沒有名稱的版本。',
  },
  mostAssistantBytes: {
    label: '規則與版本的空間（MiB）',
    help: '每個頻道合計。達到上限後，兩者都無法再增加。0 表示沒有上限。',
  },
  mostChannelBytes: {
    label: '整個頻道的空間（MiB）',
    help: '包含訊息和媒體檔案，每小時計算一次。達到上限後，規則與版本無法再增加，但仍會備份訊息。0 表示沒有上限。',
  },
  rateLimit: {
    label: '每分鐘的要求數',
    help: '每個人的上限，其所有金鑰和登入合計。0 表示關閉限制。',
  },
  authRateLimit: {
    label: '每分鐘登入失敗次數',
    help: '每個網路位址的上限，無效的金鑰也計算在內。0 表示關閉限制。',
  },
  corsOrigins: {
    label: '可以呼叫 API 的網頁',
    help: '這些網址的網頁可以使用金鑰呼叫 API。留空時，其他網頁都不能呼叫。',
  },
  framedBy: {
    label: '可以嵌入主控台的網頁',
    help: '這些網址的網頁可以在框架中顯示這個主控台。留空時，任何網頁都不能嵌入。',
  },
  logLevel: {
    label: '記錄層級',
    help: '服務寫入記錄檔的詳細程度。`debug` 和 `trace` 最詳細，`silent` 則不寫入任何內容。',
  },
}
