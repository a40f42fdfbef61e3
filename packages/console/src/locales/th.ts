import type { Words } from './en.ts'
import { first } from './th/first.ts'
import { rest } from './th/rest.ts'
import type { Translated } from './translated.ts'

export const th: Translated<Words> = { ...first, ...rest }
