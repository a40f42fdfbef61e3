import type { TelegramSetupTexts } from './words.ts'

export const traditionalChinese: TelegramSetupTexts = {
  intro: '你需要一個 Telegram 帳號和大約兩分鐘。你會在與 @BotFather（Telegram 的官方機器人）的聊天中建立機器人。',
  addressNeeds: '這個服務會主動向 Telegram 取得訊息，因此不需要公開網址，在任何路由器後方都能運作。',
  steps: {
    create: {
      title: '建立機器人',
      text: '在 Telegram 開啟 @BotFather 並傳送 /newbot，接著選擇名稱，以及以「bot」結尾的使用者名稱。',
    },
    privacy: {
      title: '讓機器人看到所有訊息',
      text: '傳送 /setprivacy 給 @BotFather，選擇機器人，再按「Disable」。否則機器人只看得到指令和對它的回覆，無法備份群組。',
    },
    token: {
      title: '複製權杖',
      text: '你建立機器人時，@BotFather 已將權杖傳送給你。要再次查看，請傳送 /mybots，選擇機器人，再按「API Token」。',
    },
  },
  links: { botFather: '開啟 @BotFather' },
  token: { label: '機器人權杖', hint: '一個數字、冒號和 35 個字元。取得權杖的人就能控制機器人。' },
  invitation: [
    '用手機掃描 QR code 或開啟連結，然後選擇你的群組。你必須有權限在該群組新增成員。',
    '如果機器人加入時隱私模式是開啟的，請將它設為管理員，或先移除再重新加入。',
    '在群組中傳送下方的指令。這會將這個維運帳號連結到你的 Telegram 帳號，讓你在這裡看到這個群組。代碼只能使用一次。群組的擁有者與 Telegram 上的相同。',
  ],
  checks: {
    form: {
      title: '權杖的格式',
      missing: '請輸入 @BotFather 傳送給你的權杖。',
      handle: '這是機器人的使用者名稱。請改從 @BotFather 複製權杖：一個數字、冒號和 35 個字元。',
      incomplete: '這不是完整的權杖。請從 @BotFather 的訊息中只複製權杖：一個數字、冒號和 35 個字元。',
    },
    credentials: {
      title: 'Telegram 的存取權',
      accepted: 'Telegram 認得你的機器人。',
      refused:
        'Telegram 不接受這個權杖，可能不完整或已撤銷。請傳送 /mybots 給 @BotFather，選擇機器人，再按「API Token」重新複製。',
    },
    silence: {
      title: '與 Telegram 的連線',
      text: '無法連線到 Telegram：{reason}。請確認這台機器可以連上網際網路，再試一次。',
    },
    clock: {
      title: '這台機器的時鐘',
      ahead: '這台機器的時鐘快了 {minutes} 分鐘。請開啟自動對時，否則訊息的時間會不正確。',
      behind: '這台機器的時鐘慢了 {minutes} 分鐘。請開啟自動對時，否則訊息的時間會不正確。',
    },
    account: {
      title: '機器人的帳號',
      found: '{name}',
      other:
        '這個權杖屬於機器人「{name}」，但這裡已備份的群組屬於另一個機器人。如果繼續，這個服務將不再收到那些群組的訊息。已備份的內容都會保留。',
    },
    groups: {
      title: '加入群組',
      on: '可以將機器人加入群組。',
      off: '無法將機器人加入群組。請傳送 /setjoingroups 給 @BotFather，選擇機器人，再按「Enable」。',
    },
    privacy: {
      title: '能否看到所有訊息',
      on: '隱私模式已開啟，因此機器人在群組中只看得到指令和對它的回覆。請傳送 /setprivacy 給 @BotFather，選擇機器人，再按「Disable」。之後在它已加入的群組中，請先移除再重新加入機器人，或將它設為管理員。',
      off: '隱私模式已關閉，因此機器人在之後加入的群組中看得到所有訊息。先前已加入的群組，請先移除再重新加入機器人，或將它設為管理員。',
    },
    receiving: {
      title: '接收訊息',
      asked: '這個服務會主動向 Telegram 取得訊息，不需要公開網址。',
      delivered: 'Telegram 會把訊息送到 {url}',
      foreign:
        '另一個程式登錄了網址，因此 Telegram 會把這個機器人的訊息送到 {host}。只要該網址仍登錄著，訊息就不會送到這裡。如果不再需要，請將它移除。',
      remove: '移除該網址',
      removed: '已移除另一個程式的網址。訊息會在一分鐘內開始送達。',
      failing: 'Telegram 無法將訊息送到 {url}：{reason}',
      unknown: '無法向 Telegram 確認訊息如何傳送：{reason}',
    },
  },
}
