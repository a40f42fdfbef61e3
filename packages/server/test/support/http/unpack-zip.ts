import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

/** Names and bytes, read by a different library than the one that wrote the zip. */
export async function unpackZip(bytes: Buffer): Promise<Record<string, Buffer>> {
  const zip = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(bytes, { lazyEntries: false })
  const files: Record<string, Buffer> = {}
  const reads: Promise<void>[] = []
  zip.on('entry', (entry: yauzl.Entry) => {
    const open = promisify<yauzl.Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))
    reads.push(
      open(entry).then(async (stream) => {
        files[entry.fileName] = await buffer(stream)
      }),
    )
  })
  await new Promise((resolve, reject) => zip.on('end', resolve).on('error', reject))
  await Promise.all(reads)
  return files
}
