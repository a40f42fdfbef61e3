import type { HistoryChoices, HistoryHead, HistoryItem, HistoryTime } from '../../../src/domain/imports/history.ts'
import { openHistory } from '../../../src/domain/imports/open-history.ts'

/** Reads a whole history, in pieces of a few bytes so that lines and characters are cut everywhere. */
export async function readHistory(
  bytes: Uint8Array,
  choices: HistoryChoices = {},
  pieceBytes = 4096,
): Promise<{ head: HistoryHead; items: HistoryItem[] }> {
  const file = async function* () {
    for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes)
  }
  const { head, items } = await openHistory(file, choices)
  return { head, items: await Array.fromAsync(items) }
}

/**
 * Fails unless every line belongs to exactly one item, in the order of the file. Returns how many lines there are. A message that is
 * one of several in a record has no line of its own.
 */
export function countLines(items: readonly HistoryItem[]): number {
  let next = 1
  for (const { line, lines } of items) {
    if (lines === 0 && line === next - 1) continue
    if (line !== next || lines < 1)
      throw new Error(`Expected line ${next}, but an item has ${lines} lines from ${line}`)
    next += lines
  }
  return next - 1
}

/** An item as one line: `4 2026-03-01 09:31 message Mika text “hello”`. With `4+2` if it has two lines. */
export function describe(item: HistoryItem): string {
  const { line, lines } = item
  const where = lines === 1 ? `${line}` : `${line}+${lines}`
  if (item.kind === 'frame') return `${where} ${item.what}`
  if (item.kind === 'unread') return `${where} unread ${item.reason}`
  const { person, at } = item
  const start = [where, ...(at ? [describeTime(at)] : []), ...(item.kind === 'note' ? ['note', item.what] : [])]
  if (item.kind === 'note') return [...start, ...(person ? [person.name] : [])].join(' ')
  const { kind, line: _, lines: __, at: ___, precision: ____, person: _____, content, ...more } = item
  const { type, ...members } = content
  const text =
    type === 'text' ? [`“${content.text}”`] : Object.keys(members).length > 0 ? [JSON.stringify(members)] : []
  return [
    ...start,
    item.person.name,
    type,
    ...text,
    ...(Object.keys(more).length > 0 ? [JSON.stringify(more)] : []),
  ].join(' ')
}

export function describeTime(at: HistoryTime): string {
  const iso = new Date('wall' in at ? at.wall : at.instant).toISOString().replace(/(?:\.000)?Z$/, '')
  return 'wall' in at ? iso.replace('T', ' ').replace(/:00$/, '') : `${iso}Z`
}
