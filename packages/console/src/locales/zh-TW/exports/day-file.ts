export const dayFile = {
  save: '將 {{day}} 儲存為檔案',
  share: '分享 {{day}}',
  ready: '準備完成，立即分享',
} as const
