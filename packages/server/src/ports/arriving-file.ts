/** A file that a caller is sending. It's never in memory as a whole. */
export type ArrivingFile = {
  bytes: AsyncIterable<Uint8Array>
  /** Undefined if the caller didn't say. */
  announcedBytes: number | undefined
}
