import type { Words } from '../en.ts'
import type { Translated } from '../translated.ts'

export const operator: Translated<Words['operator']> = {
  title: '這個服務',
}
