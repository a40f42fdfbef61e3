import type { Words } from '../en.ts'
import type { Translated } from '../translated.ts'

export const editing: Translated<Words['editing']> = {
  title: '別の人が変更しました',
}
