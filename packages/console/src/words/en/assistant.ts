export const assistant = {
  title: 'Assistant',
} as const
