export const editing = {
  title: 'Changed meanwhile',
} as const
