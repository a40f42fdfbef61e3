import type { LedgerEntry } from './erasure.ts'
import { invalid } from './refusal.ts'

/** One line of the ledger, always written the same way: lines are compared as they stand. */
export function renderLedgerLine({ kind, subject, channelSubject, at }: LedgerEntry): string {
  return `${JSON.stringify({ kind, subject, channelSubject, at })}\n`
}

/** Throws a refusal that names the line which is none: whom it meant cannot be known, so it must not be passed over. */
export function readLedgerLines(text: string, name: string): LedgerEntry[] {
  const lines = text.split('\n')
  if (lines.pop() !== '') throw wrongLine(name, lines.length + 1, 'is cut off')
  return lines.map((line, index) => {
    const entry = findEntry(line)
    if (!entry) throw wrongLine(name, index + 1, 'does not name an erasure')
    return entry
  })
}

function findEntry(line: string): LedgerEntry | undefined {
  try {
    const entry: LedgerEntry = JSON.parse(line)
    const { kind, subject, channelSubject, at } = entry
    const isEntry =
      (kind === 'person' || kind === 'channel') &&
      isSubject(subject) &&
      (channelSubject === null || isSubject(channelSubject)) &&
      Number.isSafeInteger(at)
    return isEntry ? { kind, subject, channelSubject, at } : undefined
  } catch {
    return undefined
  }
}

const isSubject = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

function wrongLine(name: string, number: number, what: string) {
  return invalid(`Line ${number} of ${name} ${what}. Mend it, or remove the line to go on without that erasure.`)
}
