import type { Readable } from 'node:stream'
import type { MediaSource } from './connector.ts'

/** A complete file on the local disk. */
export type SpooledFile = {
  sha256: string
  sizeBytes: number
  read(): Readable
}

/** A local folder where uploads wait until they are complete and their hash is known. */
export type Spool = {
  /**
   * Passes the bytes to `work` and deletes them afterwards. Errors of the source are rethrown as they are; disk errors become the
   * refusal `unavailable`.
   */
  take<T>(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, work: (file: SpooledFile) => Promise<T>): Promise<T>
  /** Deletes the files of processes that died. Returns how many. */
  dropUnfinished(): Promise<number>
}

/**
 * Scales a picture down, off the event loop: WebP, upright, at most `previewEdge` on its longer side. Undefined if the bytes are not a
 * complete picture.
 */
export type PreviewMaker = (bytes: Uint8Array) => Promise<Preview | undefined>

/**
 * Re-encodes a picture for an answer: JPEG or PNG, upright, without metadata, at most a megabyte. Undefined if the bytes are not a
 * complete picture.
 */
export type RenderPicture = (bytes: Uint8Array) => Promise<{ bytes: Uint8Array; contentType: string } | undefined>

/** Sizes in pixels. */
export type Preview = { bytes: Uint8Array; width: number; height: number }

/**
 * Files at URLs that users supplied. Sends no credentials, and never connects to addresses inside our own network, whatever the
 * hostname resolves to. Throws `PlatformSilence` if there is no response.
 */
export type ExternalFiles = { open(url: string): Promise<MediaSource> }
