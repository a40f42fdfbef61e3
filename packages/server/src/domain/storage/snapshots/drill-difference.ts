type Found = {
  /** `counts`: what the snapshot says. `isSmaller`: something was erased, unsent or revoked since, and was removed again. */
  restored: { counts: Readonly<Record<string, number>>; isSmaller: boolean }
  /** What the restored service has. */
  counts: Readonly<Record<string, number>>
  isWell: boolean
  wrongFile: string | undefined
}

/** The first thing that isn't as the snapshot says, as a sentence; undefined if there is none. */
export function findDrillDifference({ restored, counts, isWell, wrongFile }: Found): string | undefined {
  if (!isWell) return 'The service started on the restored data, but does not respond as it should.'
  for (const [kind, count] of Object.entries(counts)) {
    const expected = restored.counts[kind]
    if (expected === undefined || count === expected || (restored.isSmaller && count < expected)) continue
    return `The restored data has ${count} ${kind}; the snapshot says ${expected}.`
  }
  return wrongFile === undefined ? undefined : `The restored file ${wrongFile}.`
}
