export const memories = {
  title: 'On this day',
  open: 'On this day in {{years}}',
  ago_one: '{{count}} year ago',
  ago_other: '{{count}} years ago',
  private: 'Only shown here. Nothing is sent to the chat.',
  showDay: 'Show this day',
  showMessage: 'Show in conversation: {{what}}',
} as const

export const dayFile = {
  save: 'Save {{day}} as a file',
  share: 'Share {{day}}',
  ready: 'Ready. Share it now',
} as const
