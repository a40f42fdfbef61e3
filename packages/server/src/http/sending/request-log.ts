import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Writes finished lines, with the logger's own time and node fields. Undefined if the log level excludes requests. */
export type RequestLog = { write(line: string): void; stamp(): string } | undefined

/** One line per request. Never a query, body, header or key; only the ids of channels and keys. */
export function logRequests(
  app: FastifyInstance,
  { requestLog, metrics }: { requestLog: RequestLog; metrics: Metrics },
): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.noteRequest(request.method, request.route?.path ?? 'none', reply.statusCode, reply.elapsedTime)
    requestLog?.write(formatLine(request, reply, requestLog.stamp()))
    done()
  })
}

/**
 * The line that the logger would write at level info. It is assembled by hand because it is written for every request. The ids of
 * the request and the channel may come from the caller, so they are escaped.
 */
function formatLine(request: FastifyRequest, reply: FastifyReply, stamp: string): string {
  const { channelId } = (request.params ?? {}) as { channelId?: string }
  const channel = channelId === undefined ? '' : `,"channelId":${JSON.stringify(channelId)}`
  const key = request.keyId === undefined ? '' : `,"keyId":"${request.keyId}"`
  const route = `"method":"${request.method}","route":"${request.route?.path ?? 'none'}"`
  const ms = Math.round(reply.elapsedTime * 100) / 100
  return `{"level":30${stamp},"requestId":${JSON.stringify(request.id)},${route}${channel}${key},"status":${reply.statusCode},"ms":${ms},"msg":"request"}\n`
}
