import type { OutgoingHttpHeaders } from 'node:http'
import { type ConnectionProgress, errors, type PlatformConnection } from '@innkeeper/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReportCheck } from '../../actions/platforms/connect-platform.ts'
import type { AppDeps } from '../app-deps.ts'
import { findRefusal } from './refusals.ts'

/**
 * Sends each check as a line of JSON as soon as its result is known, to callers that accept that. Others get the whole at the end. What
 * was begun is finished even if the caller disconnects.
 */
export async function sendProgress(
  { log }: Pick<AppDeps, 'log'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  run: (report?: ReportCheck) => Promise<PlatformConnection>,
): Promise<PlatformConnection | FastifyReply> {
  if (!request.headers.accept?.includes('application/x-ndjson')) return await run()
  const { raw } = reply
  let hasBegun = false
  const write = (line: ConnectionProgress) => {
    if (!hasBegun) begin(reply)
    hasBegun = true
    if (!raw.destroyed) raw.write(`${JSON.stringify(line)}\n`)
  }
  try {
    write({ connection: await run((check) => write({ check })) })
  } catch (error) {
    // A refusal before the first check is an ordinary error response.
    if (!hasBegun) throw error
    const refusal = findRefusal(log, error, request)
    write({ error: refusal.message, status: errors[refusal.code].status })
  }
  raw.end()
  return reply
}

function begin(reply: FastifyReply): void {
  const { raw } = reply
  reply.headers({
    'content-type': 'application/x-ndjson; charset=utf-8',
    // A proxy that buffers the response would hold back the checks until the last one.
    'x-accel-buffering': 'no',
  })
  reply.code(200).hijack()
  raw.on('error', () => {})
  // Fastify calls `onResponse` when the response finishes or fails. A client that disconnects causes neither.
  const leave = () => !raw.writableFinished && raw.emit('error', new Error('the caller has left'))
  if (raw.destroyed) leave()
  else {
    raw.once('close', leave)
    raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  }
}
