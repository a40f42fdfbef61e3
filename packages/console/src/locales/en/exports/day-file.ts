export const dayFile = {
  save: 'Save {{day}} as a file',
  share: 'Share {{day}}',
  ready: 'Ready. Share it now',
} as const
