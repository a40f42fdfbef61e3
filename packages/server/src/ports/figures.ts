/** Whatever came in so many days. */
export type Growth = { messages: number; mediaFiles: number; mediaBytes: number }

/** What is counted over the whole store. */
export type Figures = {
  media: {
    stored: number
    waiting: number
    lost: number
    /** The most frequent first, at most 20. */
    lostReasons: { reason: string; count: number }[]
    /** Files that several messages share count once. */
    bytes: number
  }
  /** Since each of the days that were asked for. */
  growth: Growth[]
  /** Messages that are not in the search index yet. */
  unindexed: number
}

/** Takes as long as there is to count, and holds up nobody. `since`: days such as 2026-03-01. */
export type CountFigures = (since: readonly string[]) => Promise<Figures>

/** How large things are on the disk at this moment, and when a backup of them was last made. */
export type Premises = {
  databaseBytes: number
  logBytes: number
  freeBytes: number
  totalBytes: number
  lastBackupAt: number | null
}

export type LookAround = () => Promise<Premises>
