import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { ArrivingFile } from '../../ports/arriving-file.ts'
import { createUploadBudget, type DropReason, type UploadLimits } from './upload-budget.ts'

/** Passes files on while they arrive. They take longer than other requests may, so they have limits of their own. */
export type FileBodies = {
  receive(request: FastifyRequest): ArrivingFile
  /** Whether a file is arriving on this connection. Until it has, the time limit of requests doesn't apply. */
  isReceiving(socket: Socket): boolean
}

/** What is left of a refused file is read for this long, because many callers only then look at the response. */
const discardMs = 60_000

export function createFileBodies(limits: UploadLimits): FileBodies {
  const budget = createUploadBudget(limits)
  const receiving = new WeakSet<Socket>()

  async function* read(request: FastifyRequest): AsyncGenerator<Uint8Array> {
    const { raw, grant } = request
    const { socket } = raw
    const dropped = Promise.withResolvers<never>()
    dropped.promise.catch(() => {})
    // An error event without a listener would crash the process.
    raw.on('error', () => {})
    const upload = budget.begin(grant?.userId ?? '', (why) => dropped.reject(refusalOf(why)))
    receiving.add(socket)
    // Destroying the request would destroy the connection, on which the refusal is sent.
    const pieces = raw.iterator({ destroyOnReturn: false })
    let isWhole = false
    try {
      for (;;) {
        const step = await Promise.race([pieces.next().catch(asCut), dropped.promise])
        if (step.done) break
        upload.grow(step.value.length, 0)
        yield step.value
      }
      isWhole = true
    } finally {
      upload.end()
      if (isWhole) receiving.delete(socket)
      else discard(pieces, () => raw.destroy())
    }
  }

  return {
    receive(request) {
      const announced = Number(request.headers['content-length'])
      return { bytes: read(request), announcedBytes: Number.isNaN(announced) ? undefined : announced }
    },
    isReceiving: (socket) => receiving.has(socket),
  }
}

/** For routes of this context, whose handlers read the body themselves. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

function refusalOf(why: DropReason): Refusal {
  return why === 'slow' ? invalid('The file did not arrive in time') : new Refusal('too-many-requests')
}

function asCut(): never {
  throw invalid('The request ended before the file was complete')
}

function discard(pieces: AsyncIterator<unknown>, destroy: () => void): void {
  const timer = setTimeout(destroy, discardMs).unref()
  const next = async () => {
    while (!(await pieces.next()).done);
  }
  next()
    .catch(() => {})
    .finally(() => clearTimeout(timer))
}
