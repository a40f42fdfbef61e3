import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Routes } from '@innkeeper/contract'
import type { FastifyReply } from 'fastify'
import type { Listener, Live } from '../../actions/live/live.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Gate } from '../gate.ts'
import type { Call, Handlers } from '../handlers.ts'

export function liveHandlers({ live }: AppDeps, gate: Gate): Handlers<'watchChannel'> {
  return { watchChannel: (call) => sendEvents(live, gate, call) }
}

/** How long a browser waits before it reconnects. */
const reconnectMs = 2_000

/** Sends events for as long as the caller stays connected and has permission. */
export function sendEvents(
  live: Live,
  gate: Gate,
  { grant, query, request, reply }: Call<Routes['watchChannel']>,
): FastifyReply {
  reply.headers({
    'content-type': 'text/event-stream',
    // A proxy that buffers the response would never forward an event.
    'x-accel-buffering': 'no',
  })
  if (request.method === 'HEAD') return reply.send('')
  const { raw } = reply
  const stop = live.listen({
    ...toSocket(raw),
    grant,
    after: toNumber(request.headers['last-event-id'] ?? query.lastEventId),
    renew: () => gate.renew(request, grant),
  })
  const end = () => {
    stop()
    // Fastify calls `onResponse` when the response finishes or fails. A client that disconnects causes neither.
    raw.emit('error', new Error('the caller has left'))
  }
  raw.on('error', () => {})
  // Soon enough: `listen` sends nothing before the next turn of the event loop.
  reply.hijack()
  // The client may have disconnected while the gate checked it. Then `close` has already fired.
  if (raw.destroyed) {
    end()
    return reply
  }
  raw.once('close', end)
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  raw.write(`retry: ${reconnectMs}\n\n`)
  return reply
}

function toSocket(raw: ServerResponse): Pick<Listener, 'send' | 'waitingBytes' | 'drained' | 'end' | 'cutOff'> {
  return {
    send(text) {
      if (!raw.destroyed && !raw.writableEnded) raw.write(text)
    },
    waitingBytes: () => raw.writableLength,
    drained() {
      if (raw.destroyed || raw.writableLength === 0) return Promise.resolve()
      return new Promise((resolve) => {
        raw.once('drain', resolve)
        raw.once('close', resolve)
      })
    },
    end: () => raw.end(),
    cutOff: () => raw.destroy(),
  }
}

function toNumber(id: string | string[] | undefined): Listener['after'] {
  if (id === undefined || id === '') return undefined
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : 'unknown'
}
