import type { Readable } from 'node:stream'

/** Files by the SHA-256 of their bytes. A file is whole and durable, or absent. */
export type BlobStore = {
  /** Stores the bytes; storing the same bytes twice stores them once. */
  put(bytes: AsyncIterable<Uint8Array>): Promise<{ sha256: string; sizeBytes: number }>
  /** Bytes from `start` to `end`, both included. Throws when the file is absent; `stat` first. */
  open(sha256: string, range: { start: number; end: number }): Readable
  /** Undefined when absent. */
  stat(sha256: string): Promise<{ sizeBytes: number } | undefined>
  /** Harmless when absent. Whoever calls this has made sure that nothing refers to the file. */
  remove(sha256: string): Promise<void>
}
