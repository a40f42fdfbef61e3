/** What is shown while no page is open or none can be loaded. */
export type WorkerTexts = {
  /** Where phones list their apps. */
  description: string
  offline: { title: string; text: string; retry: string }
  push: {
    /** {name}: of a saved search. */
    found: string
    foundMany: string
    attention: string
    test: string
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
    push: {
      found: 'New message for “{name}”',
      foundMany: '{count} new messages for “{name}”',
      attention: 'Your service needs attention',
      test: 'Notifications work on this device',
    },
  },
  ja: {
    description: 'チャットグループのアシスタントとバックアップ',
    offline: {
      title: 'オフラインです',
      text: 'Innkeeper に接続できません。通信環境を確認して、もう一度お試しください。',
      retry: '再試行',
    },
    push: {
      found: '「{name}」に一致する新しいメッセージ',
      foundMany: '「{name}」に一致する新しいメッセージ {count} 件',
      attention: 'サービスに確認が必要な項目があります',
      test: 'この端末で通知を受け取れます',
    },
  },
  'zh-TW': {
    description: '聊天群組的助理與備份',
    offline: {
      title: '目前離線',
      text: '無法連線到 Innkeeper。請檢查網路連線，然後再試一次。',
      retry: '再試一次',
    },
    push: {
      found: '「{name}」有新訊息',
      foundMany: '「{name}」有 {count} 則新訊息',
      attention: '服務有需要處理的項目',
      test: '這部裝置可以收到通知',
    },
  },
  th: {
    description: 'ผู้ช่วยและข้อมูลสำรองสำหรับกลุ่มแชทของคุณ',
    offline: {
      title: 'คุณออฟไลน์อยู่',
      text: 'ติดต่อ Innkeeper ไม่ได้ในขณะนี้ ตรวจสอบการเชื่อมต่อแล้วลองอีกครั้ง',
      retry: 'ลองอีกครั้ง',
    },
    push: {
      found: 'ข้อความใหม่สำหรับ “{name}”',
      foundMany: 'ข้อความใหม่ {count} รายการสำหรับ “{name}”',
      attention: 'บริการมีเรื่องที่ต้องตรวจสอบ',
      test: 'การแจ้งเตือนใช้งานได้บนอุปกรณ์นี้',
    },
  },
}

export function textsFor(language: string): WorkerTexts {
  const found = workerTexts[language] ?? workerTexts.en
  if (!found) throw new Error('No texts')
  return found
}
