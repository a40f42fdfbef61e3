export const memories = {
  title: '往年今日',
  open: '往年今日：{{years}}',
  ago_other: '{{count}} 年前',
  private: '只會顯示在這裡，不會傳送任何訊息到聊天室。',
  showDay: '顯示這一天',
  showMessage: '在對話中顯示：{{what}}',
} as const

export const dayFile = {
  save: '將 {{day}} 儲存為檔案',
  share: '分享 {{day}}',
  ready: '準備完成，立即分享',
} as const
