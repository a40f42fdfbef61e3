import { invalid } from '../refusal.ts'
import type { LedgerEntry } from './erasure.ts'

/** One line of the ledger. */
export function renderLedgerLine({ kind, subject, channelSubject, at }: LedgerEntry): string {
  return `${JSON.stringify({ kind, subject, channelSubject, at })}\n`
}

export type LedgerReader = {
  /** The entries of every line that is complete by now. Throws a refusal that names an invalid line. */
  take(text: string): LedgerEntry[]
  /** Throws a refusal if the last line was cut off. */
  end(): void
}

/**
 * Reads a ledger piece by piece: it may be too large for memory. A line that can't be parsed must not be skipped, because no
 * one can know whom it is about.
 */
export function createLedgerReader(name: string): LedgerReader {
  let rest = ''
  let number = 0
  return {
    take(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      return lines.map((line) => {
        number++
        const entry = findLedgerEntry(line)
        if (!entry) throw wrongLine(name, number, 'is not a valid entry')
        return entry
      })
    },
    end() {
      if (rest !== '') throw wrongLine(name, number + 1, 'is cut off')
    },
  }
}

export function findLedgerEntry(line: string): LedgerEntry | undefined {
  try {
    const entry: LedgerEntry = JSON.parse(line)
    const { kind, subject, channelSubject, at } = entry
    const isEntry =
      kinds.has(kind) &&
      isSubject(subject) &&
      (channelSubject === null || isSubject(channelSubject)) &&
      Number.isSafeInteger(at)
    return isEntry ? { kind, subject, channelSubject, at } : undefined
  } catch {
    return undefined
  }
}

const kinds: ReadonlySet<unknown> = new Set<LedgerEntry['kind']>(['channel', 'person', 'message', 'key'])

const isSubject = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

function wrongLine(name: string, number: number, what: string) {
  return invalid(`Line ${number} of ${name} ${what}. Fix it, or remove the line to continue without that erasure.`)
}
