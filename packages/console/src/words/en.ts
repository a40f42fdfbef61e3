export const en = { app: { name: 'Innkeeper' } }

export type Words = typeof en
