import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export type ZippedFile = { path: string; content: string | Buffer; mode?: number; compress?: boolean }

export async function zipOf(files: readonly ZippedFile[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { path, content, mode = 0o100644, compress = true } of files) {
    zip.addBuffer(Buffer.from(content), path, { mode, compress })
  }
  zip.end()
  return buffer(zip.outputStream)
}

/** Replaces bytes of a zip wherever they occur, at the same length. */
export function patchZip(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString('latin1')
  if (from.length !== to.length || !text.includes(from)) throw new Error(`The zip file has no ${from} to replace`)
  return Buffer.from(text.replaceAll(from, to), 'latin1')
}
