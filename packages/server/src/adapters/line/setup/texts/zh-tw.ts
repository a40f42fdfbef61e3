import type { LineSetupTexts } from './words.ts'

export const traditionalChinese: LineSetupTexts = {
  intro: '你需要一個 LINE 帳號和大約五分鐘。「」中是 LINE 頁面上顯示的名稱。LINE 把機器人的帳號稱為 channel。',
  addressNeeds: 'LINE 只會把訊息送到使用 HTTPS 的公開網址，且憑證必須由公開的憑證機構簽發。',
  steps: {
    create: {
      title: '建立機器人的帳號',
      text: '在 LINE Official Account Manager 建立官方帳號，接著開啟「設定」→「Messaging API」並啟用 Messaging API。LINE 會詢問「服務提供者」，請輸入你的群組或社團的名稱，之後無法變更。',
    },
    groups: {
      title: '允許機器人加入群組',
      text: '在 LINE Developers Console 開啟該帳號的「Messaging API」分頁，啟用「Allow bot to join group chats」。預設是關閉的，開啟之前機器人無法加入群組。',
    },
    replies: {
      title: '關閉 LINE 自己的回覆',
      text: '在 LINE Official Account Manager 開啟「回應設定」，關閉「加入好友的歡迎訊息」和「自動回應訊息」，否則大家會收到兩次回覆。',
    },
    values: {
      title: '複製兩個值',
      text: '在 LINE Developers Console 開啟該帳號的「Basic settings」分頁，兩個值都在那裡。',
    },
  },
  links: { manager: '開啟 LINE Official Account Manager', console: '開啟 LINE Developers Console' },
  fields: {
    channelId: { label: 'Channel ID', hint: '機器人的 ID，不是群組的。只有數字，在「Basic settings」分頁。' },
    channelSecret: { label: 'Channel secret', hint: '32 個英數字元，在同一分頁的下方。' },
    accessToken: {
      label: 'Channel access token (long-lived)',
      hint: '已輸入 Channel ID 就不需要。在「Messaging API」分頁。',
    },
  },
  invitation: [
    '用 LINE 掃描 QR code，或在手機上開啟連結，把機器人加為好友。',
    '在 LINE 開啟你的群組，像邀請其他好友一樣邀請機器人。一個群組只能有一個官方帳號。',
    '在群組中傳送下方的指令（包含代碼）。這會讓你成為這個群組的擁有者，並將這個維運帳號連結到你的 LINE 帳號。代碼只能使用一次。',
  ],
  checks: {
    form: {
      title: '輸入值的格式',
      secretAsId: '「{field}」填入了 Channel secret。Channel ID 只有數字，在同一分頁的上方。',
      handleAsId: '「{field}」填入了以 @ 開頭的機器人 LINE ID。請改從「Basic settings」分頁複製 Channel ID。',
      userAsId: '「{field}」填入了使用者 ID。請改從「Basic settings」分頁複製 Channel ID，它只有數字。',
      notDigits: '「{field}」只能有數字。請從「Basic settings」分頁重新複製。',
      idAsSecret: '「{field}」只有數字，像是 Channel ID。請複製同一分頁下方的 Channel secret。',
      tokenAsSecret: '「{field}」填入了存取權杖。請改從「Basic settings」分頁複製 Channel secret。',
      secretLength: '「{field}」有 {count} 個字元，應為 32 個。請重新複製。',
      secretAsToken:
        '「{field}」填入了 Channel secret。請留空並輸入 Channel ID，或在「Messaging API」分頁按「Issue」後複製權杖。',
      shortToken: '「{field}」不是完整的存取權杖。可能少了一部分，請重新複製。',
    },
    credentials: {
      title: 'LINE 的存取權',
      accepted: 'LINE 認得你的機器人。',
      refusedPair:
        'LINE 不接受這組 Channel ID 與 Channel secret。請從同一個「Basic settings」分頁重新複製兩者。如果你重新發行了 secret，舊的就不能再用。',
      refusedToken:
        'LINE 不接受這個存取權杖。它可能不完整或已撤銷。請在「Messaging API」分頁重新發行，或改為輸入 Channel ID。',
      otherChannel: '這個存取權杖屬於另一個 channel（ID {id}）。請移除權杖，或從同一個 channel 複製所有值。',
      missing: '請輸入 Channel ID。',
    },
    silence: {
      title: '與 LINE 的連線',
      text: '無法連線到 LINE：{reason}。請確認這台機器能連上網際網路，再試一次。',
    },
    account: {
      title: '機器人的帳號',
      found: '{name}',
      other:
        '這些值屬於機器人「{name}」，但這裡已備份的群組屬於另一個機器人。如果繼續，這個服務將不再收到那些群組的訊息。已備份的內容都會保留。',
    },
    clock: {
      title: '這台機器的時鐘',
      ahead: '這台機器的時鐘快了 {minutes} 分鐘。請開啟自動對時，否則訊息的時間會不正確。',
      behind: '這台機器的時鐘慢了 {minutes} 分鐘。請開啟自動對時，否則訊息的時間會不正確。',
    },
    address: {
      title: 'Webhook 網址',
      set: 'LINE 會把訊息送到 {url}',
      refused: 'LINE 不接受 {url}。需要使用 HTTPS 的公開網址。請在「網址」步驟輸入，再檢查一次。',
      failed: '無法在 LINE 登錄網址：{reason}。請一分鐘後再檢查。',
    },
    switch: {
      title: 'Webhook 開關',
      on: '「Use webhook」已開啟。',
      off: '「Use webhook」是關閉的，所以 LINE 不會把訊息傳送到這個服務。請在 LINE Developers Console 的「Messaging API」分頁開啟。',
      unknown: '無法從 LINE 得知「Use webhook」是否已開啟。請在 LINE Developers Console 的「Messaging API」分頁查看。',
    },
    delivery: {
      title: 'Webhook 測試',
      works: 'LINE 的測試 Webhook 已送達。',
      unreachable:
        'LINE 無法連線到 {url}。請確認網域指向這台機器、路由器與防火牆已開放連接埠，且憑證來自公開的憑證機構。',
      late: '連線到 {url} 逾時。請檢查路由器、防火牆與 Proxy。',
      signature:
        'LINE 的測試 Webhook 已送達，但簽章不符。請檢查 Channel secret。Proxy 必須原樣轉送 X-Line-Signature 標頭與內容。',
      redirected: '{url} 會重新導向到另一個網址，但 LINE 不支援。請在「網址」步驟輸入最終網址。',
      notFound: '在 {url} 回應的是另一個伺服器。請確認 Proxy 會把所有內容轉送到這個服務。',
      status: '{url} 的伺服器回應狀態碼 {status}。請檢查這個服務前方的 Proxy。',
      unknown: 'LINE 的測試 Webhook 失敗：{reason}',
    },
    redelivery: {
      title: 'Webhook 重送',
      seen: 'LINE 曾重送過 Webhook，所以「Webhook redelivery」已開啟。',
      unknown:
        '無法從 LINE 得知「Webhook redelivery」是否已開啟。請在「Messaging API」分頁開啟。否則這個服務停機時傳送的訊息會遺失。',
    },
    replies: {
      title: 'LINE 自己的回覆',
      chatOn:
        'LINE Official Account Manager 的「回應設定」中「聊天」已開啟，因此 LINE 可能會替你回覆。如果不在那裡手動回覆，請關閉。',
      unknown:
        '「聊天」已關閉，這樣是對的。我們看不到「加入好友的歡迎訊息」和「自動回應訊息」是否也已關閉，請在 LINE Official Account Manager 的「回應設定」查看。',
    },
    groups: {
      title: '加入群組',
      text: '無法從 LINE 得知「Allow bot to join group chats」是否已開啟。如果機器人立刻離開群組，請開啟後再邀請一次。',
    },
  },
}
