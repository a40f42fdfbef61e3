import type { FastifyInstance } from 'fastify'
import { invalid, Refusal } from '../domain/refusal.ts'

const kib = 1024
/** Small bodies are always read: otherwise a few large ones, sent slowly by anybody, would keep the platform's out. */
const smallBytes = 256 * kib
/** What larger ones may hold in memory together, while it is not known yet who sends them. */
const mostLargeBytes = 64 * kib * kib

/** Bodies are bytes, of whatever type, as they came. */
export function takeRawBodies(app: FastifyInstance, mostBytes: number): void {
  let largeBytes = 0
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload, done) => {
    const chunks: Buffer[] = []
    let size = 0
    let held = 0
    const finish = (error: Error | null) => {
      payload.off('data', take).off('end', end).off('error', fail)
      // An error without a listener would end the process.
      if (error) payload.on('error', () => {})
      largeBytes -= held
      // A chunk is a view of what the socket reads into next.
      done(error, error ? undefined : Buffer.concat(chunks, size))
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > mostBytes) return finish(tooLarge(mostBytes))
      if (size > smallBytes) {
        held += chunk.length
        largeBytes += chunk.length
        if (largeBytes > mostLargeBytes) return finish(new Refusal('unavailable', 'too many large bodies at once'))
      }
      chunks.push(chunk)
    }
    const end = () => finish(null)
    const fail = () => finish(invalid('The request ended before its body was whole'))
    if (Number(request.headers['content-length']) > mostBytes) return finish(tooLarge(mostBytes))
    payload.on('data', take).on('end', end).on('error', fail)
  })
}

function tooLarge(mostBytes: number): Refusal {
  return invalid(`Body is too large; at most ${mostBytes / kib / kib} MiB are taken`)
}
