import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Answer } from './answer.ts'
import type { Fault } from './faults.ts'

/** A response, or none: the connection hangs or is closed. */
export type Outcome = Answer | 'hang' | 'drop'

/** A page instead of JSON, as proxies in front of a platform send it. */
export function htmlPage(status: number): Answer {
  return {
    status,
    bytes: Buffer.from('<!DOCTYPE html><title>Sorry</title><p>We will be back soon.'),
    contentType: 'text/html; charset=utf-8',
  }
}

/** Sends an outcome, complete or broken by a fault. */
export async function sendOutcome(reply: FastifyReply, outcome: Outcome, fault?: Fault<string>): Promise<void> {
  if (outcome === 'hang' || outcome === 'drop') {
    reply.hijack()
    if (outcome === 'drop') reply.raw.destroy()
    return
  }
  const bytes = outcome.bytes ?? Buffer.from(JSON.stringify(outcome.body ?? {}))
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  reply.code(outcome.status).headers({ 'content-type': outcome.contentType ?? 'application/json', ...outcome.headers })
  if (fault && badly.includes(fault.kind)) await sendBadly(reply, bytes, fault)
  else if (fault?.kind === 'no-length') await reply.send(Readable.from([half, bytes.subarray(half.length)]))
  // A complete response as far as HTTP can tell, but without all of the content.
  else if (fault?.kind === 'short-body') await reply.send(half)
  else await reply.send(bytes)
}

const badly = ['drop-mid-body', 'slow', 'long-body', 'huge-length']
const hugeBytes = 10 * 1024 ** 3

async function sendBadly(reply: FastifyReply, bytes: Buffer, { kind, ms }: Fault<string>): Promise<void> {
  reply.hijack()
  // The client may disconnect before the end; writing then is an error that nothing else catches.
  reply.raw.on('error', () => {})
  const headers = reply.getHeaders() as OutgoingHttpHeaders
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  const announced = kind === 'huge-length' ? hugeBytes : kind === 'long-body' ? half.length : bytes.length
  reply.raw.writeHead(reply.statusCode, { ...headers, 'content-length': announced })
  if (kind === 'slow') return writeSlowly(reply, bytes, ms)
  if (kind === 'long-body') reply.raw.end(bytes)
  // The rest is never sent.
  else if (kind === 'huge-length') reply.raw.write(bytes)
  // Only after the first half was sent, or the client would see a dropped connection without a response.
  else reply.raw.write(half, () => setImmediate(() => reply.raw.destroy()))
}

async function writeSlowly(reply: FastifyReply, bytes: Buffer, ms: number): Promise<void> {
  const pieces = 8
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  for (let start = 0; start < bytes.length && !reply.raw.destroyed; start += size) {
    reply.raw.write(bytes.subarray(start, start + size))
    await sleep(ms / pieces)
  }
  reply.raw.end()
}
