import type { Words } from '../../en.ts'
import type { Translated } from '../../translated.ts'

export const shell: Translated<Words['shell']> = {
  name: 'Innkeeper',
  skip: '跳至內容',
  home: '所有頻道',
  channelNav: '這個頻道',
  switchChannel: '切換頻道',
  nav: {
    reader: '對話',
    search: '搜尋',
    gallery: '相簿',
    assistant: '助理',
    members: '成員',
    usage: '使用情況',
    settings: '設定',
    more: '更多',
  },
  scheme: { label: '外觀', light: '淺色', dark: '深色', auto: '跟隨系統' },
  language: '語言',
  account: {
    label: '{{name}} 的帳號',
    keys: '金鑰與登入',
    usage: '所有頻道的使用情況',
    reference: 'API 參考文件',
    operator: '這個服務',
    signOut: '登出',
  },
  time: {
    ahead: '時間以 {{zone}} 為準，目前比你的時間快 {{hours}}',
    behind: '時間以 {{zone}} 為準，目前比你的時間慢 {{hours}}',
    alike: '時間以 {{zone}} 為準，目前與你的時間相同',
    own: '你的時間 {{when}}',
  },
  offline: '連線中斷，正在重試…',
  slow: '花費的時間比平常久，正在重試…',
  loading: '載入中',
  retry: '再試一次',
  cancel: '取消',
  close: '關閉',
  copy: '複製',
  copied: '已複製',
}
