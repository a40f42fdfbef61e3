import type { Texts, Translated } from '../../language.ts'

export const usage: Translated<Texts['usage']> = {
  title: '使用情況',
  allTitle: '所有頻道的使用情況',
  allText: '你可以查看的所有頻道合計，日期依各頻道的時區計算。',
  nothing: '這段期間沒有保存任何訊息。只會計算有保存的訊息。',
  span: {
    label: '期間',
    days_other: '{{count}} 天',
    year: '1 年',
    own: '自訂',
    pick: '開始與結束日期：{{days}}',
    previousMonth: '上個月',
    nextMonth: '下個月',
    tooLong: '一次最多可查看 {{count}} 天。',
  },
  counters: {
    messages: '訊息',
    mediaFiles: '媒體檔案',
    mediaBytes: '媒體容量',
    autoReplies: '助理回覆',
    welcomes: '歡迎訊息',
    apiRequests: '請求',
  },
  change: {
    against_other: '與前 {{count}} 天相比 {{change}}',
    same_other: '與前 {{count}} 天相同',
    new_other: '前 {{count}} 天沒有',
  },
  chart: '{{name}}：共 {{total}}，最多的是 {{days}}：{{most}}',
  none: '這段期間沒有。',
  table: {
    show: '以表格顯示{{name}}',
    back: '以圖表顯示{{name}}',
    label: '表格：{{name}}',
    days: '日期',
    from: '開始',
    to: '結束',
    copy: '複製{{name}}的表格',
  },
  busiest: {
    title: '大家什麼時候聊天',
    weekday: '{{weekday}}的訊息最多。',
    both: '{{weekday}}的訊息最多，最熱鬧的時段是{{hours}}。',
    byWeekday: '每週各日的訊息數',
    byHour: '每週各時段的訊息數',
    counted: '目前仍保存的訊息，{{days}}',
  },
  compare: {
    title: '各頻道比較',
    text: '同一段期間，各頻道並列比較。',
    by: '比較項目',
    list: '各頻道的{{name}}',
    channel: '頻道',
    more_other: '再顯示 {{count}} 個',
  },
  requests: {
    title: '你的請求',
    text: '你的金鑰與登入向服務送出的請求數，依服務的日期計算；開啟這個頁面也算在內。',
  },
  model: {
    own: {
      title: '你今天的 AI 詞元',
      text: '額度用完後，助理到明天為止不會再為你詢問語言模型。',
    },
    channel: {
      title: '這個頻道今天的 AI 詞元',
      text: '額度用完後，助理到明天為止不會在這個頻道詢問語言模型。',
    },
    used: '{{used}} 個詞元',
    usedOf: '已用 {{used}} / {{limit}} 個詞元',
  },
}
