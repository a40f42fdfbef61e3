import type { OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PartExport } from '../../actions/messages/export/export-parts.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import { nameParameters } from './send-download.ts'

/** Sent while it is made. Its size isn't known before, so a body that ends early is recognized by its missing last chunk. */
export async function sendExport(
  { log, openExportZip }: Pick<AppDeps, 'log' | 'openExportZip'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  part: PartExport,
): Promise<FastifyReply> {
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; ${nameParameters(part.fileName)}`,
  })
  if (request.method === 'HEAD') return reply.send('')
  const { statusCode, raw } = reply.code(200).hijack()
  const { sink, output } = openExportZip()
  const sent = pipeline(output, raw.writeHead(statusCode, reply.getHeaders() as OutgoingHttpHeaders))
  const [written] = await Promise.allSettled([part.write(sink), sent])
  if (written.status === 'rejected') {
    // A client that disconnects is not an error, and neither is a caller who may not read on.
    const isExpected = written.reason instanceof Refusal || raw.socket?.destroyed !== false
    if (!isExpected) log.error({ requestId: request.id, err: written.reason }, 'export interrupted')
    // Too late for an error response: the client sees that the body is incomplete.
    raw.destroy()
  }
  return reply
}
