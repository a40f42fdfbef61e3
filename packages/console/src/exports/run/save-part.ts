import { fileNameOf } from '../../ui/download.ts'
import { safeName } from './folder.ts'

/** The body ended early, or isn't a whole ZIP file. */
export class BrokenPartError extends Error {
  override name = 'BrokenPartError'
}

type Saving = {
  folder: FileSystemDirectoryHandle
  /** Asks for the part. */
  request(): Promise<Response>
  onProgress(bytes: number): void
  signal: AbortSignal
}

/** Writes a part to the disk while it arrives, and returns its size. The file only gets its content once it is whole. */
export async function savePart({ folder, request, onProgress, signal }: Saving): Promise<number> {
  const { body, headers } = await request()
  if (!body) throw new BrokenPartError('The response has no body')
  const name = safeName(fileNameOf(headers.get('content-disposition'), 'export.zip'))
  const file = await folder.getFileHandle(name, { create: true })
  const { stream, arrived } = watchBytes(onProgress)
  try {
    const writable = await file.createWritable()
    await body.pipeThrough(stream).pipeTo(writable, { signal, preventClose: true })
    if (!isWholeZip(arrived.end)) {
      await writable.abort()
      throw new BrokenPartError('The ZIP file has no end')
    }
    await writable.close()
    return arrived.bytes
  } catch (error) {
    await removeEmpty(folder, file)
    // What the disk says has a name of its own. Everything else is the connection.
    if (error instanceof DOMException || error instanceof BrokenPartError) throw error
    throw new BrokenPartError('The download broke off', { cause: error })
  }
}

/** The last bytes are enough to see whether the ZIP file is whole. */
function watchBytes(onProgress: (bytes: number) => void) {
  const arrived = { bytes: 0, end: new Uint8Array() }
  const stream = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      arrived.bytes += chunk.byteLength
      arrived.end = lastOf(arrived.end, chunk)
      onProgress(arrived.bytes)
      controller.enqueue(chunk)
    },
  })
  return { stream, arrived }
}

/** The size of the record at the end of a ZIP file without a comment. */
const endBytes = 22

function lastOf(before: Uint8Array, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  if (chunk.byteLength >= endBytes) return chunk.slice(-endBytes)
  const both = new Uint8Array(before.byteLength + chunk.byteLength)
  both.set(before)
  both.set(chunk, before.byteLength)
  return both.slice(-endBytes)
}

/** A proxy can end a body that broke off as if it were whole. */
export function isWholeZip(end: Uint8Array): boolean {
  return end.byteLength === endBytes && [0x50, 0x4b, 5, 6].every((byte, index) => end[index] === byte)
}

async function removeEmpty(folder: FileSystemDirectoryHandle, file: FileSystemFileHandle): Promise<void> {
  try {
    const { size } = await file.getFile()
    if (size === 0) await folder.removeEntry(file.name)
  } catch {
    // The folder is gone, and with it the file.
  }
}
