import type { Readable } from 'node:stream'

/** Bytes that have all arrived, on the local disk. */
export type SpooledFile = {
  sha256: string
  sizeBytes: number
  read(): Readable
}

/** Where bytes wait until all of them are there, and it is known what they are. */
export type Spool = {
  /**
   * Lets `work` have the bytes, and clears them away whatever comes of it. An error of their source is thrown as it is; trouble
   * with the disk is a refusal `unavailable`.
   */
  take<T>(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, work: (file: SpooledFile) => Promise<T>): Promise<T>
  /** Removes what processes that died left; answers how many. */
  dropUnfinished(): Promise<number>
}
