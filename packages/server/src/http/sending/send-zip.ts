import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { ZipFile } from 'yazl'
import type { FileBundle } from '../../actions/media/zip.ts'
import { nameParameters } from './send-download.ts'

type Call = { request: FastifyRequest; reply: FastifyReply }

/** Streamed: one file is open at a time. Nothing is compressed, because pictures and videos already are. */
export async function sendZip(log: Logger, { request, reply }: Call, bundle: FileBundle): Promise<FastifyReply> {
  const zip = packFiles(bundle)
  reply.headers({
    'content-type': 'application/zip',
    'content-length': zip.sizeBytes,
    'content-disposition': `attachment; ${nameParameters(bundle.name)}`,
    'x-files-left-out': bundle.leftOut.length,
  })
  const { statusCode, raw } = reply.code(200).hijack()
  try {
    await zip.pour(raw.writeHead(statusCode, reply.getHeaders() as OutgoingHttpHeaders))
  } catch (error) {
    // A client that disconnects is not an error.
    if (raw.socket?.destroyed === false) log.error({ requestId: request.id, err: error }, 'zip download interrupted')
    // Too late for an error response: the client sees that the body is shorter than announced.
    raw.destroy()
  }
  return reply
}

/** `pour` fails if a file has been deleted since or the client disconnects. It leaves no file open. */
function packFiles({ files, leftOut }: FileBundle): { sizeBytes: number; pour(to: Writable): Promise<void> } {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | undefined
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  for (const { name, sizeBytes, sentAt, open } of files) {
    const options = { size: sizeBytes, mtime: new Date(sentAt), mode: 0o100644, compress: false }
    zip.addReadStreamLazy(name, options, (give) => {
      // yazl listens only for errors of its own streams.
      current = open().on('error', fail)
      give(null, current)
    })
  }
  if (leftOut.length > 0) {
    const note = `Not included:\n\n${leftOut.join('\n')}\n`
    zip.addBuffer(Buffer.from(note), 'not-included.txt', { mode: 0o100644, compress: false })
  }
  let sizeBytes = -1
  end.call(zip, { forceZip64Format: hasLongIndex(files) }, (size) => {
    sizeBytes = size
  })
  const pour = (to: Writable) => pipeline(output, to).finally(() => current?.destroy())
  return { sizeBytes, pour }
}

/** yazl reports the size immediately, because nothing is compressed and all sizes are known. Its types omit this. */
const end = ZipFile.prototype.end as (
  this: ZipFile,
  options: { forceZip64Format: boolean },
  tell: (sizeBytes: number) => void,
) => void

/**
 * From this index size on, yazl counts 76 bytes that it writes only in the ZIP64 format. Requesting that format makes the announced
 * size right.
 */
function hasLongIndex(files: FileBundle['files']): boolean {
  const bytes = files.reduce((sum, { name }) => sum + indexEntryBytes + Buffer.byteLength(name), 0)
  return bytes + noteEntryBytes >= 0xffff
}
const indexEntryBytes = 55
const noteEntryBytes = indexEntryBytes + 'not-included.txt'.length
