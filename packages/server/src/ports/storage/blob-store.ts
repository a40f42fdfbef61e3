import type { Readable, Writable } from 'node:stream'

/** First and last byte, both included: at least one byte. */
export type BlobRange = { start: number; end: number }

/**
 * Files by the SHA-256 of their bytes. A file is whole and durable, or absent. Where the place they lie in does not answer, or has
 * no room, every method throws a refusal `unavailable`: later it will do.
 */
export type BlobStore = {
  /** Throws where files could not be put at this moment. Costs little, so that nobody fetches bytes in vain. */
  check(): Promise<void>
  /** Stores the bytes; storing the same bytes twice stores them once. */
  put(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<{ sha256: string; sizeBytes: number }>
  /** Throws when the file is absent; `stat` first. */
  open(sha256: string, range: BlobRange): Readable
  /**
   * The fast way from a file to a client. Calls `begin` when the first bytes are at hand, writes all to the stream it gives,
   * ends it, and answers true; also when the stream is closed meanwhile. False, without having begun, where the file is
   * absent. The stream must not keep bytes beyond its answer to their write: the buffer is used again.
   */
  pour(sha256: string, range: BlobRange, begin: () => Writable): Promise<boolean>
  /** Undefined when absent. */
  stat(sha256: string): Promise<{ sizeBytes: number } | undefined>
  /** Harmless when absent. Whoever calls this has made sure that nothing refers to the file. */
  remove(sha256: string): Promise<void>
  /** Every file there is, in no order. `putAt`: milliseconds since 1970, by the clock of the machine. */
  list(): AsyncIterable<{ sha256: string; putAt: number }>
  /** Removes what a process that died had begun to put; whoever is alive goes on undisturbed. Answers how many. */
  dropUnfinished(): Promise<number>
  /** An address under which anybody can fetch the file for a few minutes, where the store can give one. */
  link?(sha256: string, headers: BlobHeaders): Promise<string>
}

/**
 * Whose files they are to be: those of a store, by its id; `nobody`, of one in the making; `any`, for whoever only reads. Files that
 * a store does not know are swept away, so no two may share a place.
 */
export type BlobOwner = { instance: string } | 'nobody' | 'any'

/** Where the settings say that files lie. */
export type Media = {
  blobs: BlobStore
  /** What stands in the way of files at this moment, in a word; undefined: nothing that we know of. */
  findTrouble(): string | undefined
  close(): void
}

/** What whoever fetches a file by its address is told about it. */
export type BlobHeaders = { contentType: string; contentDisposition: string }
