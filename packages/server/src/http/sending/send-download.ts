import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Download } from '../../actions/media/media.ts'
import type { Conditions } from '../../domain/media/byte-range.ts'
import { Refusal } from '../../domain/refusal.ts'
import { blockEverything, inertPolicy } from '../pages/security-headers.ts'

/** Ranges are defined only for GET; HEAD describes the whole file (RFC 9110 section 14.2). */
export function conditionsOf({ method, headers }: FastifyRequest): Conditions {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = headers
  return { range: method === 'GET' ? range : undefined, ifRange: one(ifRange), ifNoneMatch }
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}

type Call = { request: FastifyRequest; reply: FastifyReply }

/** `allowRedirect`: whether the caller wants a redirect to the blob store, if the file has a URL there. */
export async function sendDownload(
  log: Logger,
  { request, reply }: Call,
  file: Download,
  { allowRedirect = false }: { allowRedirect?: boolean } = {},
): Promise<FastifyReply> {
  reply.headers({
    etag: file.etag,
    'accept-ranges': 'bytes',
    // Cached only by the caller and revalidated each time: the message may have been unsent since.
    'cache-control': 'private, no-cache',
  })
  if (file.kind === 'not-modified') return reply.code(304).send()
  if (file.kind === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.sizeBytes}`)
    throw new Refusal('range-not-satisfiable', `the file has ${file.sizeBytes} bytes`)
  }
  const { start, end } = file.range
  const contentType = file.shownAs ?? 'application/octet-stream'
  const contentDisposition = `${file.shownAs ? 'inline' : 'attachment'}; ${nameParameters(file.fileName)}`
  if (allowRedirect && file.link && request.method === 'GET' && file.sizeBytes > 0) {
    const address = await file.link({ contentType, contentDisposition })
    // Anyone who has the URL can read the file, so it must not be cached.
    return reply.removeHeader('etag').header('cache-control', 'private, no-store').redirect(address, 302)
  }
  const setHeaders = () => {
    reply.headers({
      'content-type': contentType,
      'content-length': end - start + 1,
      'content-disposition': contentDisposition,
      'content-security-policy': policyFor(file.shownAs),
    })
    if (file.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${file.sizeBytes}`)
    return reply
  }
  if (request.method === 'HEAD' || file.sizeBytes === 0) return setHeaders().send('')
  try {
    // Bypasses Fastify, which would pipe the bytes through a stream of its own.
    await file.pour(() => {
      const { statusCode, raw } = setHeaders().hijack()
      return raw.writeHead(statusCode, reply.getHeaders() as OutgoingHttpHeaders)
    })
  } catch (error) {
    if (!reply.raw.headersSent) throw error
    // Too late for an error response: the client sees that the body is shorter than announced.
    log.error({ requestId: request.id, err: error }, 'download interrupted')
    reply.raw.destroy()
  }
  return reply
}

/**
 * For a file that is opened as a page: nothing in it may run. The browser may draw its own page around an image. Its media player
 * requests the file again, which is allowed only from our own origin; scripts stay forbidden.
 */
function policyFor(shownAs: string | undefined): string {
  if (!shownAs) return inertPolicy
  if (shownAs.startsWith('image/')) return `${blockEverything}; style-src 'unsafe-inline'; sandbox`
  return `${blockEverything}; media-src 'self'; style-src 'unsafe-inline'; sandbox allow-same-origin`
}

/** RFC 6266: an ASCII name for old clients, plus the real one in UTF-8. */
export function nameParameters(fileName: string): string {
  const plain = fileName.replace(/[^\w.\- ]/g, '_').slice(0, 150)
  const encoded = encodeURIComponent(fileName.toWellFormed().slice(0, 150).toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
