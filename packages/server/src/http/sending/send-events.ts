import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Routes } from '@innkeeper/contract'
import type { FastifyReply } from 'fastify'
import type { ChannelGrant } from '../../actions/access.ts'
import type { Listener, Live } from '../../actions/live/live.ts'
import type { Gate } from '../gate.ts'
import type { Call } from '../handlers.ts'

/** How long browsers wait before they come again. */
const comeAgainMs = 2_000

/** Answers with events for as long as the caller stays and may. */
export function sendEvents(
  live: Live,
  gate: Gate,
  { grant, query, request, reply }: Call<Routes['watchChannel']>,
): FastifyReply {
  reply.headers({
    'content-type': 'text/event-stream',
    // Proxies that gather an answer before they pass it on would pass on nothing.
    'x-accel-buffering': 'no',
  })
  if (request.method === 'HEAD') return reply.send('')
  const { raw } = reply
  const { route } = request
  const stop = live.listen({
    ...toSocket(raw),
    grant,
    after: toNumber(request.headers['last-event-id'] ?? query.lastEventId),
    renew: async () => (route ? ((await gate.passAgain(request, route)) as ChannelGrant) : grant),
  })
  const end = () => {
    stop()
    // The framework tells that a request is over when its answer was finished or has failed. Who leaves does neither.
    raw.emit('error', new Error('the caller has left'))
  }
  raw.on('error', () => {})
  // In time: what `listen` tells comes after this turn of the event loop.
  reply.hijack()
  // Someone may leave while the gate is asked, and then nothing says so any more.
  if (raw.destroyed) {
    end()
    return reply
  }
  raw.once('close', end)
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  raw.write(`retry: ${comeAgainMs}\n\n`)
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
