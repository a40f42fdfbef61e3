import type { Words } from '../en.ts'
import type { Translated } from '../translated.ts'

export const editing: Translated<Words['editing']> = {
  title: '已被他人修改',
}
