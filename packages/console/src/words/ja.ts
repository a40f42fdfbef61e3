import type { Words } from './en.ts'

export const ja: Words = { app: { name: 'Innkeeper' } }
