import type { Words } from './en.ts'
import type { Translated } from './translated.ts'
import { first } from './zh-TW/first.ts'
import { rest } from './zh-TW/rest.ts'

export const zhTW: Translated<Words> = { ...first, ...rest }
