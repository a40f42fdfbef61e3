import type { Words } from '../en.ts'
import type { Translated } from '../translated.ts'

export const assistant: Translated<Words['assistant']> = {
  title: 'ผู้ช่วย',
}
