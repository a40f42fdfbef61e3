import type { DateOrder, HistoryTime } from '../history.ts'
import { toDay } from '../text/day.ts'
import { findTime } from './clock.ts'

/** The name of the chat in the first line of a history saved on a phone. Undefined if the line isn't a title. */
export function readTitle(line: string): string | undefined {
  const text = line.replace(/^\[LINE\] /, '')
  for (const form of titleForms) {
    const name = form.exec(text)?.groups?.name
    if (name !== undefined) return name
  }
  // In another language. The name is somewhere in it.
  return text === line ? undefined : text
}

const titleForms: readonly RegExp[] = [
  /^Chat history (?:with|in) (?<name>.+)$/,
  /^Chat with (?<name>.+)$/,
  /^"(?<name>.+)"のトーク履歴$/,
  /^(?<name>.+?)と?のトーク履歴$/,
  /^[與与](?<name>.+)的聊天[記记][錄录]$/,
  /^(?<name>.+)的聊天[記记][錄录]$/,
  /^ประวัติการ(?:แชท|สนทนา)กับ (?<name>.+)$/,
  /^ประวัติการแชทในกลุ่ม "(?<name>.+)"$/,
]

export const isSavedLine = (line: string): boolean => savedForm.test(line)
const savedForm = /^(?:Saved on: |保存日時：|儲存日期：|保存日期[:：]|บันทึกเมื่อ ) ?\d/

/** When the history was saved. Its date has the order that the whole file has, except in Thai, where the day is always first. */
export function readSaved(line: string, order: DateOrder | undefined): HistoryTime | undefined {
  const time = findTime(line)
  const yearFirst = /(\d{4})\/(\d{1,2})\/(\d{1,2})/.exec(line)
  const yearLast = /(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(line)
  const [, first = '', second = '', third = ''] = yearFirst ?? yearLast ?? []
  const isDayFirst = line.startsWith('บันทึก') || order === 'day-month'
  if (time === undefined || first === '' || (!yearFirst && !isDayFirst && order === undefined)) return undefined
  const day = yearFirst
    ? toDay(first, second, third)
    : toDay(third, ...(isDayFirst ? ([second, first] as const) : ([first, second] as const)))
  return day === undefined ? undefined : { wall: day + time }
}
