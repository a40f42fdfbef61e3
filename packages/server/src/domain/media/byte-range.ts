/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

export type RangeDecision = { kind: 'whole' } | { kind: 'part'; range: ByteRange } | { kind: 'unsatisfiable' }

export type Conditions = {
  range?: string | undefined
  ifRange?: string | undefined
  ifNoneMatch?: string | undefined
}

/** RFC 9110 section 13.1.2: compared weakly, so that a cache's weakened tag still counts. */
export function isNotModified({ ifNoneMatch }: Conditions, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/**
 * RFC 9110 section 14: which bytes to send. A range we do not understand, several ranges, or a file that has changed
 * since the client's first part, all yield the whole file, as the standard allows.
 */
export function decideRange({ range, ifRange }: Conditions, etag: string, sizeBytes: number): RangeDecision {
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return { kind: 'whole' }
  const match = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range)
  if (!match) return { kind: 'whole' }
  const [first, last] = [match[1] ?? '', match[2] ?? '']
  if (first === '') return last === '' ? { kind: 'whole' } : suffix(Number(last), sizeBytes)
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  return start < sizeBytes ? { kind: 'part', range: { start, end } } : { kind: 'unsatisfiable' }
}

/** A file shorter than the suffix is sent whole; an empty one can't be expressed as a range. */
function suffix(length: number, sizeBytes: number): RangeDecision {
  if (length === 0) return { kind: 'unsatisfiable' }
  if (sizeBytes === 0) return { kind: 'whole' }
  return { kind: 'part', range: { start: Math.max(0, sizeBytes - length), end: sizeBytes - 1 } }
}
