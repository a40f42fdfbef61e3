/** What is shown while no page is open or none can be loaded. */
export type WorkerTexts = {
  /** Where phones list their apps. */
  description: string
  offline: { title: string; text: string; retry: string }
  notifications: {
    /** `{name}`: of a saved search. */
    search: string
    searches: string
    messages: { one: string; other: string }
    /** One line for each search. */
    line: string
    more: string
    findings: { title: string; text: string }
    /** Of a channel, because its receiver accepts nothing. */
    webhookOff: { title: string; text: string }
    test: { title: string; text: string }
  }
}

export const workerTexts: Record<string, WorkerTexts> = {
  en: {
    description: 'Assistant and backup for your chat groups',
    offline: {
      title: 'You’re offline',
      text: 'Innkeeper can’t be reached right now. Check your connection, then try again.',
      retry: 'Try again',
    },
    notifications: {
      search: '“{name}”',
      searches: 'New messages match your saved searches',
      messages: { one: '{count} new message', other: '{count} new messages' },
      line: '“{name}”: {count}',
      more: 'More searches: {count}',
      findings: { title: 'The service needs attention', text: 'Open the service status to see why.' },
      webhookOff: {
        title: 'A webhook was turned off',
        text: 'Its receiver doesn’t accept events. Check it, then turn the webhook on again.',
      },
      test: { title: 'Notifications are on', text: 'This is what they look like in this browser.' },
    },
  },
  ja: {
    description: 'チャットグループのアシスタントとバックアップ',
    offline: {
      title: 'オフラインです',
      text: 'Innkeeper に接続できません。通信環境を確認して、もう一度お試しください。',
      retry: '再試行',
    },
    notifications: {
      search: '「{name}」',
      searches: '保存した検索に一致する新しいメッセージ',
      messages: { one: '新しいメッセージ{count}件', other: '新しいメッセージ{count}件' },
      line: '「{name}」：{count}件',
      more: 'ほかの検索：{count}件',
      findings: { title: 'サービスに確認が必要です', text: '詳しくはサービスの稼働状況をご覧ください。' },
      webhookOff: {
        title: 'Webhookがオフになりました',
        text: '受信側がイベントを受け付けていません。確認してから、もう一度オンにしてください。',
      },
      test: { title: '通知はオンです', text: 'このブラウザではこのように表示されます。' },
    },
  },
  'zh-TW': {
    description: '聊天群組的助理與備份',
    offline: {
      title: '目前離線',
      text: '無法連線到 Innkeeper。請檢查網路連線，然後再試一次。',
      retry: '再試一次',
    },
    notifications: {
      search: '「{name}」',
      searches: '有新訊息符合已儲存的搜尋',
      messages: { one: '{count} 則新訊息', other: '{count} 則新訊息' },
      line: '「{name}」：{count} 則',
      more: '其他搜尋：{count} 個',
      findings: { title: '服務需要處理', text: '請開啟服務狀態查看原因。' },
      webhookOff: { title: 'Webhook 已關閉', text: '接收端不接受事件。請檢查接收端，再重新開啟 Webhook。' },
      test: { title: '通知已開啟', text: '在這個瀏覽器中會這樣顯示。' },
    },
  },
  th: {
    description: 'ผู้ช่วยและข้อมูลสำรองสำหรับกลุ่มแชทของคุณ',
    offline: {
      title: 'คุณออฟไลน์อยู่',
      text: 'เชื่อมต่อกับ Innkeeper ไม่ได้ในขณะนี้ ตรวจสอบการเชื่อมต่อแล้วลองอีกครั้ง',
      retry: 'ลองอีกครั้ง',
    },
    notifications: {
      search: '“{name}”',
      searches: 'มีข้อความใหม่ตรงกับการค้นหาที่บันทึกไว้',
      messages: { one: 'ข้อความใหม่ {count} ข้อความ', other: 'ข้อความใหม่ {count} ข้อความ' },
      line: '“{name}”: {count} ข้อความ',
      more: 'การค้นหาอื่น: {count} รายการ',
      findings: { title: 'บริการมีสิ่งที่ต้องตรวจสอบ', text: 'เปิดสถานะบริการเพื่อดูสาเหตุ' },
      webhookOff: { title: 'Webhook ถูกปิด', text: 'ปลายทางไม่รับเหตุการณ์ โปรดตรวจสอบ แล้วเปิด Webhook อีกครั้ง' },
      test: { title: 'การแจ้งเตือนเปิดอยู่', text: 'ในเบราว์เซอร์นี้จะแสดงแบบนี้' },
    },
  },
}

export function textsFor(language: string): WorkerTexts {
  const found = workerTexts[language] ?? workerTexts.en
  if (!found) throw new Error('No texts')
  return found
}
