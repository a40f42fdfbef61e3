/** The places of the settings. */
export const snapshotTargets = ['folder', 'bucket'] as const
export type SnapshotTarget = (typeof snapshotTargets)[number]

/** `check`: reading a share of a place again. `drill`: restoring the latest snapshot to a temporary place. */
export const snapshotWorks = ['snapshot', 'check', 'drill'] as const
export type SnapshotWork = (typeof snapshotWorks)[number]

/** `differs`: it was finished, and something isn't as it should be. `impossible`: nothing was tried, because it could not work. */
export const finishedStates = ['done', 'failed', 'differs', 'impossible'] as const
export type FinishedState = (typeof finishedStates)[number]
export type SnapshotRunState = 'running' | FinishedState

/** Figures of a run, as far as its work has them. */
export type SnapshotRunCounts = {
  messages?: number
  channels?: number
  /** What `files` are, as people count them: files of messages once per message. Older snapshots only know the first. */
  mediaFiles?: number
  previews?: number
  profilePictures?: number
  /** Of a snapshot: media files that were written, and that earlier snapshots had written. Of a check or drill: files that were read. */
  files?: number
  sharedFiles?: number
  /** Files that the database refers to and that could not be copied. */
  missing?: number
  removedSnapshots?: number
  damaged?: number
}

/** What a snapshot contains, as its manifest says. */
export function contentCounts(counts: Readonly<Record<string, number>>): SnapshotRunCounts {
  const names = ['messages', 'channels', 'mediaFiles', 'previews', 'profilePictures'] as const
  return Object.fromEntries(names.flatMap((name) => (counts[name] === undefined ? [] : [[name, counts[name]]])))
}

/** What a run leaves for the next one. */
export type SnapshotRunNotes = {
  placeId?: string
  snapshotId?: string
  /** Names of damaged files, at most a thousand. */
  damaged?: string[]
  /** When the current cycle of checks was begun, and when the last one was completed. */
  cycleBegunAt?: number
  cycleEndedAt?: number
}

/** A run as it is stored. */
export type SnapshotRun = {
  runId: string
  target: SnapshotTarget
  work: SnapshotWork
  /** Where the place is, for people. */
  place: string
  begunAt: number
  finishedAt: number | null
  state: SnapshotRunState
  /** Why it failed or what differs; for a snapshot that is done, what else went wrong. Empty: nothing. */
  reason: string
  counts: SnapshotRunCounts
  /** Written by a snapshot, read by the others. */
  bytes: number
  /** Of a check: the name up to which everything was read in the current cycle. */
  verifiedThrough: string
  notes: SnapshotRunNotes
}

export type SnapshotOutcome = Pick<SnapshotRun, 'reason' | 'counts' | 'bytes' | 'verifiedThrough' | 'notes'> & {
  state: FinishedState
}

export const mostNamedDamages = 1000
