import type { OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PartExport } from '../../actions/messages/export/export-parts.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { OpenExportZip } from '../../ports/export-sink.ts'
import type { AppDeps } from '../app-deps.ts'
import { inertPolicy } from '../pages/security-headers.ts'
import { nameParameters } from './send-download.ts'

/** The form in which an export is sent. */
type ExportForm = { contentType: string; open: OpenExportZip }

/** Sent while it is made. Its size isn't known before, so a body that ends early is recognized by its missing last chunk. */
export async function sendExport(
  { log }: Pick<AppDeps, 'log'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  part: PartExport,
  { contentType, open }: ExportForm,
): Promise<FastifyReply> {
  reply.headers({
    'content-type': contentType,
    'content-disposition': `attachment; ${nameParameters(part.fileName)}`,
    'content-security-policy': inertPolicy,
  })
  if (request.method === 'HEAD') return reply.send('')
  const { statusCode, raw } = reply.code(200).hijack()
  const { sink, output } = open()
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
