export const usage = {
  title: 'Usage',
} as const
