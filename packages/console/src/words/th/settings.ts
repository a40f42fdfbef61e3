import type { Words } from '../en.ts'
import type { Translated } from '../translated.ts'

export const settings: Translated<Words['settings']> = {
  title: 'การตั้งค่า',
}
