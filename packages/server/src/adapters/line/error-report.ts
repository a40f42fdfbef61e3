import type { FailedDelivery } from '../../domain/messages/ledger/failed-delivery.ts'
import { invalid } from '../../domain/refusal.ts'

/**
 * Reads the list of webhook errors that LINE's console offers as TSV: https://developers.line.biz/en/docs/messaging-api/check-webhook-error-statistics/
 * Its times are those of Japan. Columns are found by their headings, in any order. `unread`: numbers of lines that fit nothing.
 */
export function readErrorReport(text: string): { rows: FailedDelivery[]; unread: number[] } {
  const [heading = '', ...lines] = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const names = heading.split('\t').map((name) => unquoted(name).toLowerCase())
  const column = Object.fromEntries(columns.map((name) => [name, names.indexOf(name)]))
  const missing = needed.filter((name) => column[name] === -1)
  if (missing.length > 0) {
    throw invalid(
      `the first line has no column ${missing.join(', ')}. Download the file as TSV in LINE Developers, tab Webhook errors, in English`,
    )
  }
  const rows: FailedDelivery[] = []
  const unread: number[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const cells = line.split('\t').map(unquoted)
    const cell = (name: (typeof columns)[number]) => cells[column[name] ?? -1] ?? ''
    const from = timeIn(cell('date'), cell('start'))
    const to = timeIn(cell('date'), cell('end'))
    if (from === undefined || to === undefined) unread.push(index + 2)
    else rows.push({ ...spanOf(from, to), deliveries: Number(cell('errors')) || 1, detail: describe(cell) })
  }
  return { rows, unread }
}

const columns = ['date', 'start', 'end', 'reason', 'detail', 'errors'] as const
const needed = ['date', 'start', 'end'] as const
const dayMs = 86_400_000

/** An error that begins before midnight ends after it. One that lasts no time happened in its second. */
function spanOf(from: number, to: number): { from: number; to: number } {
  return { from, to: to < from ? to + dayMs : Math.max(to, from + 1000) }
}

function describe(cell: (name: 'reason' | 'detail') => string): string {
  return [cell('reason'), cell('detail')].filter((text) => text !== '').join(': ')
}

/** A cell may have the time alone, or with the date. */
function timeIn(date: string, time: string): number | undefined {
  const [, year, month, day, hour, minute, second = '00'] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(
      /[-/.]/.test(time) ? time : `${date} ${time}`,
    ) ?? []
  if (minute === undefined) return undefined
  const [y, mo, d, h] = [year, month, day, hour].map((part = '') => part.padStart(2, '0'))
  const at = Date.parse(`${y}-${mo}-${d}T${h}:${minute}:${second}+09:00`)
  return Number.isNaN(at) ? undefined : at
}

function unquoted(cell: string): string {
  return cell.trim().replace(/^"(.*)"$/, '$1')
}
