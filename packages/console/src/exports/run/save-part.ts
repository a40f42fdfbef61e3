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

/** What the service left out of a part: messages that were unsent or expired since the plan, and files that it couldn't read. */
export type LeftOut = { messages: number; files: number }

/** Writes a part to the disk while it arrives, and returns its size and what was left out of it. The file only gets its content once it is whole. */
export async function savePart({
  folder,
  request,
  onProgress,
  signal,
}: Saving): Promise<{ bytes: number; leftOut: LeftOut }> {
  const { body, headers } = await request()
  if (!body) throw new BrokenPartError('The response has no body')
  const name = safeName(fileNameOf(headers.get('content-disposition'), 'export.zip'))
  const file = await folder.getFileHandle(name, { create: true })
  const { stream, arrived } = watchBytes(onProgress)
  try {
    const writable = await file.createWritable()
    await body.pipeThrough(stream).pipeTo(writable, { signal, preventClose: true })
    const leftOut = readZipEnd(arrived.end)
    if (!leftOut) {
      await writable.abort()
      throw new BrokenPartError('The ZIP file has no end')
    }
    await writable.close()
    return { bytes: arrived.bytes, leftOut }
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

/** The size of the record at the end of a ZIP file, and of a comment after it. */
const [recordBytes, commentBytes] = [22, 128]
const endBytes = recordBytes + commentBytes

function lastOf(before: Uint8Array, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  if (chunk.byteLength >= endBytes) return chunk.slice(-endBytes)
  const both = new Uint8Array(before.byteLength + chunk.byteLength)
  both.set(before)
  both.set(chunk, before.byteLength)
  return both.slice(-endBytes)
}

const noneLeftOut: LeftOut = { messages: 0, files: 0 }

/**
 * What the service left out of a part, by the comment of its ZIP file. Undefined if the file isn't whole: a proxy can end a body that
 * broke off as if it were.
 */
export function readZipEnd(end: Uint8Array): LeftOut | undefined {
  for (let at = end.byteLength - recordBytes; at >= 0; at--) {
    const length = end.byteLength - at - recordBytes
    const isEnd = [0x50, 0x4b, 5, 6].every((byte, index) => end[at + index] === byte)
    if (!isEnd || end[at + 20] !== length % 256 || end[at + 21] !== length >> 8) continue
    return readComment(new TextDecoder().decode(end.subarray(at + recordBytes)))
  }
  return undefined
}

function readComment(comment: string): LeftOut {
  if (comment === '') return noneLeftOut
  const { leftOut, filesLeftOut } = JSON.parse(comment) as { leftOut: number; filesLeftOut: number }
  return { messages: leftOut, files: filesLeftOut }
}

async function removeEmpty(folder: FileSystemDirectoryHandle, file: FileSystemFileHandle): Promise<void> {
  try {
    const { size } = await file.getFile()
    if (size === 0) await folder.removeEntry(file.name)
  } catch {
    // The folder is gone, and with it the file.
  }
}

/** Why a part couldn't be saved. Undefined if the service refused, or couldn't be reached. */
export function whyOf(error: unknown): 'broken' | 'folder' | 'space' | undefined {
  if (error instanceof BrokenPartError) return 'broken'
  if (!(error instanceof DOMException)) return undefined
  return error.name === 'QuotaExceededError' ? 'space' : 'folder'
}
