import type { Words } from '../en.ts'
import type { Translated } from '../translated.ts'

export const members: Translated<Words['members']> = {
  title: 'メンバー',
}
