import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { exportManifestName, partManifestName } from '../../domain/messages/export/export-paths.ts'
import { type ExportContents, renderExportManifest } from '../../domain/messages/export/manifest.ts'
import type { OpenExportZip, SinkFile } from '../../ports/export-sink.ts'

type Growing = { stream: PassThrough; isFirst(): boolean }

/**
 * Files come one after the other in a ZIP file, so only the first of those that grow is sent, and the others wait in memory. Equal
 * exports are equal in every byte: dates are those of the messages, at noon, and in no time zone.
 */
export const openExportZip: OpenExportZip = () => {
  const zip = new ZipFile()
  const sent = createSentEntries(zip)
  const output = zip.outputStream as Readable
  const growing: Growing[] = []
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure ??= error
    output.destroy(error)
    for (const { stream } of growing) stream.destroy(error)
  }
  zip.on('error', fail)
  // The client is gone. Without this, the writer would wait forever.
  output.once('close', () => fail(new Error('the ZIP file is not read any more')))
  output.on('error', () => {})
  const check = () => {
    if (failure) throw failure
  }

  const add = (path: string, options: { day: string; isPacked: boolean }): SinkFile => {
    check()
    sent.setAside()
    const stream = new PassThrough()
    const hash = createHash('sha256')
    let sizeBytes = 0
    const file: Growing = { stream, isFirst: () => growing[0] === file }
    growing.push(file)
    stream.on('error', fail)
    zip.addReadStream(stream, path, optionsOf(options))
    return {
      async write(chunk) {
        check()
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        hash.update(bytes)
        sizeBytes += bytes.length
        // The caller may reuse the buffer.
        const hasRoom = stream.write(typeof chunk === 'string' ? bytes : Buffer.from(bytes))
        if (!hasRoom && file.isFirst()) await once(stream, 'drain')
        check()
      },
      sha256: () => hash.copy().digest('hex'),
      async close() {
        const wasFirst = file.isFirst()
        stream.end()
        if (wasFirst && !stream.readableEnded) await once(stream, 'end')
        growing.splice(growing.indexOf(file), 1)
        check()
        return { path, sizeBytes, sha256: hash.digest('hex') }
      },
    }
  }

  return {
    output,
    sink: {
      growsSeveral: false,
      add: async (path, options) => add(path, options),
      async seal(contents) {
        const month = contents.parts[0]?.month
        const name = month === undefined ? exportManifestName : partManifestName(month)
        const manifest = add(name, { day: `${month ?? '2000-01'}-01`, isPacked: false })
        await manifest.write(renderExportManifest(contents))
        await manifest.close()
        sent.putBack()
        zip.end({ comment: commentOf(contents.parts), forceZip64Format: false })
      },
      abandon: () => fail(new Error('the export was abandoned')),
    },
  }
}

/** So that a page that saves the file can say it, without reading what is in it. Empty if nothing is left out. */
function commentOf(parts: ExportContents['parts']): string {
  const sum = (count: (part: (typeof parts)[number]) => number) => parts.reduce((all, part) => all + count(part), 0)
  const [leftOut, filesLeftOut] = [sum((part) => part.leftOut), sum((part) => part.filesLeftOut)]
  return leftOut + filesLeftOut === 0 ? '' : JSON.stringify({ leftOut, filesLeftOut })
}

function optionsOf({ day, isPacked }: { day: string; isPacked: boolean }) {
  const [year = 2000, month = 1, date = 1] = day.split('-').map(Number)
  return {
    // A ZIP file has local times without a zone. At noon, no zone changes its clock.
    mtime: new Date(year, month - 1, date, 12),
    forceDosTimestamp: true,
    mode: 0o100644,
    compress: !isPacked,
  }
}

/**
 * For each file, yazl looks through the list of all files for the first that isn't sent. With 70,000 files that takes longer than
 * everything else. So those that were sent are kept elsewhere, until it writes the index from the list. Its types omit the list.
 */
function createSentEntries(zip: ZipFile): { setAside(): void; putBack(): void } {
  const listed = zip as unknown as { entries: { state: number }[] }
  const sent: (typeof listed)['entries'] = []
  return {
    setAside() {
      for (let [first] = listed.entries; first?.state === isSent; [first] = listed.entries) {
        sent.push(first)
        listed.entries.shift()
      }
    },
    putBack() {
      listed.entries = [...sent, ...listed.entries]
    },
  }
}
/** `Entry.FILE_DATA_DONE` of yazl. */
const isSent = 3
