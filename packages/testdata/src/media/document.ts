import type { Language } from '../languages/language.ts'
import type { Random } from '../random.ts'

/** A table of duties (.csv) or a list of things to do (.txt), as UTF-8 and of exactly the size that was announced. */
export function writeDocument(fileName: string, sizeBytes: number, language: Language, random: Random): Buffer {
  const isTable = fileName.endsWith('.csv')
  const lines: Buffer[] = []
  let left = sizeBytes
  const add = (text: string): boolean => {
    const line = Buffer.from(`${text}\n`)
    if (line.length > left) return false
    lines.push(line)
    left -= line.length
    return true
  }
  const { slots, names } = language
  const row = () => [random.pick(slots.day), random.pick(names), random.pick(slots.task)].join(',')
  const entry = () => `- ${random.pick(slots.task)} (${random.pick(names)}, ${random.pick(slots.day)})`
  add(isTable ? language.columns.join(',') : language.columns.join(' / '))
  while (add(isTable ? row() : entry())) {}
  const rest = left > 0 ? [Buffer.from(`${'-'.repeat(left - 1)}\n`)] : []
  return Buffer.concat([...lines, ...rest])
}
