export const memories = {
  title: '過去の今日',
  open: '過去の今日：{{years}}',
  ago_other: '{{count}}年前',
  private: '表示されるのはここだけです。トークには何も送信されません。',
  showDay: 'この日を表示',
  showMessage: 'トーク内で表示：{{what}}',
} as const
