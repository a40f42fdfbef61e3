import type { Socket } from 'node:net'
import { errors } from '@innkeeper/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { invalid, Refusal } from '../../domain/refusal.ts'

/** Turns anything that was thrown into the API's error format. */
export function sendError(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = findRefusal(log, error, request)
  const { status } = errors[refusal.code]
  if (refusal.code === 'authentication-failed') reply.header('www-authenticate', 'Bearer')
  // A 401 must name a scheme (RFC 9110 section 15.5.2).
  if (refusal.code === 'webhook-refused') reply.header('www-authenticate', 'Signature')
  if (status === 503) reply.header('retry-after', '5')
  // The gate sets the end of its minute. Other limits are usually free again within half a minute.
  if (refusal.code === 'too-many-requests' && !reply.hasHeader('retry-after')) reply.header('retry-after', '30')
  reply.code(status)
  if (!request.headers.accept?.includes('application/problem+json')) {
    reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify({ error: refusal.message }))
    return
  }
  reply.header('content-type', 'application/problem+json; charset=utf-8').send(
    JSON.stringify({
      type: 'about:blank',
      title: refusal.message,
      status,
      error: refusal.message,
      details: {
        code: refusal.code,
        requestId: request.id,
        ...(refusal.problems.length > 0 && { problems: refusal.problems }),
      },
    }),
  )
}

/**
 * Answers bytes that never became a request: no path, key or header is known. A connection without a single byte is closed
 * without a response. Browsers open spare connections, and would take it for the response to the next request they send there.
 */
export function refuseUnreadable(error: { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ error: unreadableSentences[error.code ?? ''] ?? 'The request is not valid HTTP' })
  const head = [
    'HTTP/1.1 400 Bad Request',
    `x-request-id: ${requestId}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

const unreadableSentences: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The path and headers are too long; at most 16 KiB together is allowed',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time',
  CROWDED: 'Too many connections are open, and this one was the slowest; send the request again',
}

/** What the caller is told about anything that was thrown. What wasn't expected is logged. */
export function findRefusal(log: Logger, error: unknown, request: FastifyRequest): Refusal {
  return toRefusal(error) ?? unexpected(log, error, request)
}

function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  // The only refusal of Fastify itself before a handler is called, because we read bodies ourselves.
  const isOfUnknownType = (error as FastifyError).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
  return isOfUnknownType ? invalid('Content-Type must be application/json') : undefined
}

function unexpected(log: Logger, error: unknown, request: FastifyRequest): Refusal {
  log.error({ requestId: request.id, err: error }, 'request failed')
  return new Refusal('internal', request.id)
}
