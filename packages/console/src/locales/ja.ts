import type { Words } from './en.ts'
import { first } from './ja/first.ts'
import { rest } from './ja/rest.ts'
import type { Translated } from './translated.ts'

export const ja: Translated<Words> = { ...first, ...rest }
