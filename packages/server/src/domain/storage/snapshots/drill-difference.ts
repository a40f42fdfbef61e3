type Counts = Readonly<Record<string, number>>

type Found = {
  /** What the run that made the snapshot recorded; undefined if this service doesn't know the snapshot. */
  recorded: Counts | undefined
  /** What the manifest of the snapshot says. */
  said: Counts
  /** Rows as they were copied, and after what was erased, unsent or revoked since was removed again. */
  copied: Counts
  settled: Counts
  removed: RemovedAgain
  /** What the restored service has. */
  counts: Counts
  isWell: boolean
  wrongFile: string | undefined
}

/** What a restore reports that it removed. */
export type RemovedAgain = {
  /** Erasures of people and channels. */
  erasures: number
  erased: { messages: number; versions: number; mediaFiles: number; members: number }
  unsent: { messages: number; versions: number; mediaFiles: number }
  signedOut: number
}

/** The first thing that isn't as it should be, as a sentence; undefined if there is none. */
export function findDrillDifference({ isWell, wrongFile, ...found }: Found): string | undefined {
  const difference = findCountDifference(found)
  if (difference !== undefined) return difference
  if (!isWell) return 'The service started on the restored data, but does not respond as it should.'
  return wrongFile === undefined ? undefined : `The restored file ${wrongFile}.`
}

function findCountDifference({
  recorded = {},
  said,
  copied,
  settled,
  removed,
  counts,
}: Omit<Found, 'isWell' | 'wrongFile'>): string | undefined {
  for (const [kind, count] of Object.entries(recorded)) {
    if (said[kind] === count) continue
    return `The snapshot says ${said[kind] ?? 0} ${wordFor(kind)}; ${count} were recorded when it was made.`
  }
  for (const [kind, count] of Object.entries(copied)) {
    const expected = said[kind]
    if (expected === undefined || count === expected) continue
    return `The restored data has ${count} ${wordFor(kind)}; the snapshot says ${expected}.`
  }
  const allowed = allowedShortage(removed)
  for (const [kind, count] of Object.entries(settled)) {
    const before = copied[kind] ?? 0
    if (count <= before && before - count <= (allowed[kind] ?? 0)) continue
    return (
      `The restored data had ${before} ${wordFor(kind)} and has ${count}, after what was erased since was removed again; ` +
      `at most ${allowed[kind] ?? 0} should be gone.`
    )
  }
  for (const [kind, count] of Object.entries(counts)) {
    if (count === settled[kind]) continue
    return `The service shows ${count} ${wordFor(kind)} of the restored data; there should be ${settled[kind] ?? 0}.`
  }
  return undefined
}

/** How many rows of each kind a restore may remove. Other kinds can't become fewer. */
function allowedShortage({ erasures, erased, unsent, signedOut }: RemovedAgain): Counts {
  // Erasures don't report how many rules a channel and how many keys a person had.
  const unreported = erasures > 0 ? Number.POSITIVE_INFINITY : 0
  return {
    messages: erased.messages + unsent.messages,
    versions: erased.versions + unsent.versions,
    mediaFiles: erased.mediaFiles + unsent.mediaFiles,
    members: erased.members,
    channels: erasures,
    rules: unreported,
    // A browser's sign-in is a key, too. Revoked keys are still rows.
    keys: signedOut + unreported,
  }
}

const words: Record<string, string> = {
  mediaFiles: 'media files',
  profilePictures: 'profile pictures',
  versions: 'earlier versions',
}

function wordFor(kind: string): string {
  return words[kind] ?? kind
}
