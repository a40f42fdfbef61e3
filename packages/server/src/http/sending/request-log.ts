import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Where finished lines go, and the time and the node as the logger writes them there; absent where the level leaves requests out. */
export type RequestLog = { write(line: string): void; stamp(): string } | undefined

/** One line a request: never a query, a body, a header, or a key; ids of channels and keys only. */
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
 * The line that the logger would write at level info. It is written for every request, so it is put together by hand; the
 * request's and the channel's id are the parts that may come from the caller, and are escaped.
 */
function formatLine(request: FastifyRequest, reply: FastifyReply, stamp: string): string {
  const { channelId } = (request.params ?? {}) as { channelId?: string }
  const channel = channelId === undefined ? '' : `,"channelId":${JSON.stringify(channelId)}`
  const key = request.keyId === undefined ? '' : `,"keyId":"${request.keyId}"`
  const route = `"method":"${request.method}","route":"${request.route?.path ?? 'none'}"`
  const ms = Math.round(reply.elapsedTime * 100) / 100
  return `{"level":30${stamp},"requestId":${JSON.stringify(request.id)},${route}${channel}${key},"status":${reply.statusCode},"ms":${ms},"msg":"request"}\n`
}
