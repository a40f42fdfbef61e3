export const dayFile = {
  save: '{{day}}をファイルに保存',
  share: '{{day}}を共有',
  ready: '準備完了。今すぐ共有',
} as const
