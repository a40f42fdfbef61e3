/** What was added in a number of days. */
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
  /** Since each of the requested days. */
  growth: Growth[]
  /** Messages that are not in the search index yet. */
  unindexed: number
  /** Those that store the most, the largest first, at most 20. */
  largest: ChannelStorage[]
  /** When messages and media files of channels were last measured; null: not yet. */
  measuredAt: number | null
}

/** What a channel stores, in bytes. */
export type ChannelStorage = {
  channelId: string
  rulesBytes: number
  versionBytes: number
  /** As last measured; so are media files. Those that several channels share count in each. */
  messageBytes: number
  mediaBytes: number
}

/** May take long, but delays no one. `since`: days such as 2026-03-01. */
export type CountFigures = (since: readonly string[]) => Promise<Figures>

/** Measured from time to time by scanning all messages and media files, and stored. */
export type MeasuredChannel = { channelNo: number; messageBytes: number; mediaBytes: number }

/** May take long, but delays no one. */
export type MeasureChannels = () => Promise<MeasuredChannel[]>

/** Counts over the whole store, off the event loop. */
export type FigureCounter = { count: CountFigures; measure: MeasureChannels; close(): Promise<void> }

/** How large things are at this moment. */
export type StorageStats = {
  /** The disk of the data folder, and when the last snapshot was made by command. */
  readDisk(): Promise<{ freeBytes: number; totalBytes: number; lastBackupAt: number | null }>
  readDatabase(): Promise<{ databaseBytes: number; logBytes: number }>
}
