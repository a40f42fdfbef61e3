import type { Readable, Writable } from 'node:stream'

/** First and last byte, both included: at least one byte. */
export type BlobRange = { start: number; end: number }

/**
 * Files by the SHA-256 of their bytes. A file is complete and durable, or absent. If the store doesn't respond, or is full,
 * every method throws a refusal `unavailable`: it can be retried later.
 */
export type BlobStore = {
  /** Throws if files couldn't be stored at this moment. Cheap, and avoids useless downloads. */
  check(): Promise<void>
  /** Stores the bytes; storing the same bytes twice stores them once. */
  put(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<{ sha256: string; sizeBytes: number }>
  /** Throws when the file is absent; `stat` first. */
  open(sha256: string, range: BlobRange): Readable
  /**
   * The fast path from a file to a client. Calls `begin` when the first bytes are available, writes everything to the stream it
   * returns, ends it, and returns true; also if the stream is closed early. False, without calling `begin`, if the file is
   * absent. The stream must not keep bytes after it has confirmed their write: the buffer is reused.
   */
  pour(sha256: string, range: BlobRange, begin: () => Writable): Promise<boolean>
  /** Undefined when absent. */
  stat(sha256: string): Promise<{ sizeBytes: number } | undefined>
  /** Harmless if absent. The caller has made sure that nothing refers to the file. */
  remove(sha256: string): Promise<void>
  /** Every file there is, in no order. `putAt`: milliseconds since 1970, by the clock of the machine. */
  list(): AsyncIterable<{ sha256: string; putAt: number }>
  /** Deletes unfinished files of processes that died; live processes aren't affected. Returns how many. */
  dropUnfinished(): Promise<number>
  /** A URL from which anyone can download the file for a few minutes, if the store supports it. */
  link?(sha256: string, headers: BlobHeaders): Promise<string>
}

/**
 * The owner of the files: a store, by its id; `nobody`, for a store that isn't complete yet; `any`, for readers. Files that a
 * store doesn't know are deleted, so two stores must not share a location.
 */
export type BlobOwner = { instance: string } | 'nobody' | 'any'

/** The configured media store. */
export type Media = {
  blobs: BlobStore
  /** What is wrong with the media store at the moment, in a word; undefined: nothing known. */
  findTrouble(): string | undefined
  close(): void
}

/** Response headers of a file that is downloaded by its URL. */
export type BlobHeaders = { contentType: string; contentDisposition: string }
