import type { Words } from '../en.ts'
import type { Translated } from '../translated.ts'

export const usage: Translated<Words['usage']> = {
  title: '利用状況',
}
