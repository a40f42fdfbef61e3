import type { Words } from './en.ts'
import { first } from './ja/first/index.ts'
import { rest } from './ja/rest/index.ts'
import type { Translated } from './translated.ts'

export const ja: Translated<Words> = { ...first, ...rest }
