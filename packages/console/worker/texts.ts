/** What is shown while no page is open or none can be loaded. */
export type WorkerTexts = {
  /** Where phones list their apps. */
  description: string
  offline: { title: string; text: string; retry: string }
}

export const workerTexts: Record<string, WorkerTexts> = {
  en: {
    description: 'Assistant and backup for your chat groups',
    offline: {
      title: 'You’re offline',
      text: 'Innkeeper can’t be reached right now. Check your connection, then try again.',
      retry: 'Try again',
    },
  },
  ja: {
    description: 'チャットグループのアシスタントとバックアップ',
    offline: {
      title: 'オフラインです',
      text: 'Innkeeper に接続できません。通信環境を確認して、もう一度お試しください。',
      retry: '再試行',
    },
  },
  'zh-TW': {
    description: '聊天群組的助理與備份',
    offline: {
      title: '目前離線',
      text: '無法連線到 Innkeeper。請檢查網路連線，然後再試一次。',
      retry: '再試一次',
    },
  },
  th: {
    description: 'ผู้ช่วยและข้อมูลสำรองสำหรับกลุ่มแชทของคุณ',
    offline: {
      title: 'คุณออฟไลน์อยู่',
      text: 'ติดต่อ Innkeeper ไม่ได้ในขณะนี้ ตรวจสอบการเชื่อมต่อแล้วลองอีกครั้ง',
      retry: 'ลองอีกครั้ง',
    },
  },
}

export function textsFor(language: string): WorkerTexts {
  const found = workerTexts[language] ?? workerTexts.en
  if (!found) throw new Error('No texts')
  return found
}
