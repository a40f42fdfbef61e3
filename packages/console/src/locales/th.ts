import type { Words } from './en.ts'
import { first } from './th/first/index.ts'
import { rest } from './th/rest/index.ts'
import type { Translated } from './translated.ts'

export const th: Translated<Words> = { ...first, ...rest }
