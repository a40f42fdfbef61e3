import type { Words } from './en.ts'
import type { Translated } from './translated.ts'
import { first } from './zh-TW/first/index.ts'
import { rest } from './zh-TW/rest/index.ts'

export const zhTW: Translated<Words> = { ...first, ...rest }
