export const memories = {
  title: '過去のこの日',
  open: '過去のこの日：{{years}}',
  ago_other: '{{count}}年前',
  private: '表示されるのはここだけです。トークには何も送信されません。',
  showDay: 'この日を表示',
  showMessage: '会話で表示：{{what}}',
} as const

export const dayFile = {
  save: '{{day}}をファイルに保存',
  share: '{{day}}を共有',
  ready: '準備完了。今すぐ共有',
} as const
