import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Download } from '../../actions/media/media.ts'
import type { Conditions } from '../../domain/media/byte-range.ts'
import { Refusal } from '../../domain/refusal.ts'
import { inertPolicy, nothing } from '../pages/content-policy.ts'

/** Ranges are defined for GET alone; HEAD tells of the whole file (RFC 9110 section 14.2). */
export function conditionsOf({ method, headers }: FastifyRequest): Conditions {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = headers
  return { range: method === 'GET' ? range : undefined, ifRange: one(ifRange), ifNoneMatch }
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}

type Call = { request: FastifyRequest; reply: FastifyReply }

/** `mayLead`: whether the caller wants to be led to where the file lies, if it has an address there. */
export async function sendDownload(
  log: Logger,
  { request, reply }: Call,
  file: Download,
  { mayLead = false }: { mayLead?: boolean } = {},
): Promise<FastifyReply> {
  reply.headers({
    etag: file.etag,
    'accept-ranges': 'bytes',
    // Kept by the caller alone, and asked for again each time: it may have been unsent meanwhile.
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
  if (mayLead && file.link && request.method === 'GET' && file.sizeBytes > 0) {
    const address = await file.link({ contentType, contentDisposition })
    // Whoever has the address has the file: it is kept nowhere.
    return reply.removeHeader('etag').header('cache-control', 'private, no-store').redirect(address, 302)
  }
  const tellHead = () => {
    reply.headers({
      'content-type': contentType,
      'content-length': end - start + 1,
      'content-disposition': contentDisposition,
      'content-security-policy': policyFor(file.shownAs),
    })
    if (file.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${file.sizeBytes}`)
    return reply
  }
  if (request.method === 'HEAD' || file.sizeBytes === 0) return tellHead().send('')
  try {
    // Past the framework, which would take the bytes through a stream of its own.
    await file.pour(() => {
      const { statusCode, raw } = tellHead().hijack()
      return raw.writeHead(statusCode, reply.getHeaders() as OutgoingHttpHeaders)
    })
  } catch (error) {
    if (!reply.raw.headersSent) throw error
    // Too late for another answer: the client sees that it is shorter than announced.
    log.error({ requestId: request.id, err: error }, 'download broken off')
    reply.raw.destroy()
  }
  return reply
}

/**
 * For whoever opens the file itself as a page: whatever is in it, nothing runs. Where it is shown, the browser may draw its own
 * page around it. Its player asks for the file once more, which it may do only under our own origin; scripts stay forbidden.
 */
function policyFor(shownAs: string | undefined): string {
  if (!shownAs) return inertPolicy
  if (shownAs.startsWith('image/')) return `${nothing}; style-src 'unsafe-inline'; sandbox`
  return `${nothing}; media-src 'self'; style-src 'unsafe-inline'; sandbox allow-same-origin`
}

/** RFC 6266: a plain name for old clients, the real one in UTF-8 beside it. */
export function nameParameters(fileName: string): string {
  const plain = fileName.replace(/[^\w.\- ]/g, '_').slice(0, 150)
  const encoded = encodeURIComponent(fileName.toWellFormed().slice(0, 150).toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
