export const operator = {
  title: 'This service',
} as const
