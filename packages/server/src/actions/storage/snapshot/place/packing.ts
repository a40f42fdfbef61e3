import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, createGzip, gunzip as gunzipAtOnce, gzip as gzipAtOnce } from 'node:zlib'

export const gzip = promisify(gzipAtOnce)
export const gunzip = promisify(gunzipAtOnce)

/** The fastest. Databases and lists of hashes shrink to less than half with it. */
const compression = { level: 1 }

export function packed(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(bytes), createGzip(compression), ignored)
}

/** Ends with an error if it isn't what `packed` made. */
export function unpacked(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(bytes), createGunzip(), ignored)
}

/** Who reads the stream gets the error. */
function ignored(): void {}
