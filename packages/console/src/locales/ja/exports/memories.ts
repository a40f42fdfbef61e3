export const memories = {
  title: '過去のこの日',
  open: '過去のこの日：{{years}}',
  ago_other: '{{count}}年前',
  private: '表示されるのはここだけです。トークには何も送信されません。',
  showDay: 'この日を表示',
  showMessage: '会話で表示：{{what}}',
} as const
