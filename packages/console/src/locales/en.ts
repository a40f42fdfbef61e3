import { first } from './en/first/index.ts'
import { rest } from './en/rest/index.ts'

/** All words people read, a file an area. English is the measure of the other languages. */
export const en = { ...first, ...rest } as const

export type Words = typeof en
