import type { Readable } from 'node:stream'
import type { HistoryArchive } from '../domain/imports/open-archive.ts'
import type { BlobRange } from './storage/blob-store.ts'

/** A zip file, wherever its bytes are. */
export type ZipBytes = { sizeBytes: number; open(range: BlobRange): Readable }

/** Where a file is in a zip file, and what the zip file says about it. Plain, because it crosses a thread. */
export type PackedFile = {
  headerAt: number
  packedBytes: number
  sizeBytes: number
  isPacked: boolean
  checksum: number
}

/** A zip file that someone uploaded. Nothing in it is trusted. */
export type UploadedZip = HistoryArchive & { find(path: string): PackedFile | undefined }

export type ZipReader = {
  /** Reads the list of what is in it, or refuses the zip file with a sentence. */
  open(zip: ZipBytes): Promise<UploadedZip>
  /** Reads one of its files piece by piece. Throws `DamagedFile` if it isn't exactly what the zip file says. */
  readFile(zip: ZipBytes, file: PackedFile): AsyncIterable<Uint8Array>
}
