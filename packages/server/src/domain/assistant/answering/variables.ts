import { createDateTexts, type DateTexts } from '@innkeeper/contract/date-texts'
import { keepRecentlyUsed } from '../../recently-used.ts'

export type Variable = 'name' | 'names' | 'group' | 'count' | 'date' | 'time' | 'rules'

/** Replaces `{name}` and the like with values. Any other brace is literal text, and values aren't expanded. */
export function fillIn<Piece>(
  template: string,
  values: Partial<Record<Variable, Piece | Piece[]>>,
): (string | Piece)[] {
  const pieces: (string | Piece)[] = []
  let end = 0
  for (const match of template.matchAll(/\{(\w+)\}/g)) {
    const value = Object.hasOwn(values, match[1] ?? '') ? values[match[1] as Variable] : undefined
    if (value === undefined) continue
    pieces.push(template.slice(end, match.index), ...([value].flat() as Piece[]))
    end = match.index + match[0].length
  }
  pieces.push(template.slice(end))
  return pieces.filter((piece) => piece !== '')
}

/** Whether a text uses a variable: some of them cost a read from the store. */
export function asksFor(template: string, variable: Variable): boolean {
  return template.includes(`{${variable}}`)
}

const kept = keepRecentlyUsed<string, DateTexts>(100)

/** Those that a template uses, in the channel's language and zone. Most use none, and writing one takes a while. */
export function dateAndTime(
  template: string,
  at: number,
  { language, timezone }: { language: string; timezone: string },
): Partial<Record<'date' | 'time', string>> {
  if (!asksFor(template, 'date') && !asksFor(template, 'time')) return {}
  const key = `${language} ${timezone}`
  const texts = kept.find(key) ?? createDateTexts(language, timezone)
  kept.keep(key, texts, 1)
  return { date: texts.date(at), time: texts.time(at) }
}
