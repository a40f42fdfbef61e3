import type { Texts, Translated } from '../../language.ts'

export const usage: Translated<Texts['usage']> = {
  title: '使用情況',
  allTitle: '所有頻道的使用情況',
  allText: '統計你有存取權的所有頻道，日期依各頻道的時區計算。',
  nothing: '這段期間沒有備份任何訊息。只會計算已備份的訊息。',
  span: {
    label: '日期範圍',
    days_other: '{{count}} 天',
    year: '1 年',
    own: '自訂',
    pick: '開始與結束日期：{{days}}',
    previousMonth: '上個月',
    nextMonth: '下個月',
    tooLong: '最多選擇 {{count}} 天。',
  },
  counters: {
    messages: '訊息',
    mediaFiles: '媒體檔案',
    mediaBytes: '媒體大小',
    autoReplies: '自動回覆',
    welcomes: '歡迎訊息',
    apiRequests: 'API 要求',
  },
  change: {
    against_other: '與前一期（{{count}} 天）相比 {{change}}',
    same_other: '與前一期（{{count}} 天）相同',
    new_other: '前一期（{{count}} 天）為 0',
  },
  chart: '{{name}}：共 {{total}}，最多的是 {{days}}：{{most}}',
  none: '這段期間沒有資料。',
  table: {
    show: '以表格顯示「{{name}}」',
    back: '以圖表顯示「{{name}}」',
    label: '表格：{{name}}',
    days: '日期',
    from: '開始',
    to: '結束',
    copy: '複製「{{name}}」表格',
  },
  busiest: {
    title: '尖峰時段',
    weekday: '一週中{{weekday}}的訊息最多。',
    both: '一週中{{weekday}}的訊息最多，一天之中則以{{hours}}最多。',
    byWeekday: '一週各天的訊息數',
    byHour: '一週各時段的訊息數',
    counted: '已備份的訊息，{{days}}',
  },
  compare: {
    title: '比較頻道',
    text: '依上方選擇的期間統計。',
    by: '比較項目',
    list: '各頻道的「{{name}}」',
    channel: '頻道',
    more_other: '再顯示 {{count}} 個',
  },
  requests: {
    title: '你的 API 要求',
    text: '你的程式和瀏覽器連線到 Innkeeper 的次數，包括這個頁面。日期依伺服器的時區計算。',
  },
  model: {
    own: {
      title: '你今天的 AI token',
      text: '額度用完後，助理在明天之前不會再為你詢問 AI 模型。',
    },
    channel: {
      title: '這個頻道今天的 AI token',
      text: '額度用完後，助理在明天之前不會再於這個頻道詢問 AI 模型。',
    },
    used: '已用 {{used}} 個 token',
    usedOf: '已用 {{used}} / {{limit}} 個 token',
  },
}
