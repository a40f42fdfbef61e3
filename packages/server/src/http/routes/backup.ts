import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Download, downloadMedia, listMedia } from '../../actions/media.ts'
import { getMessage, listMessages } from '../../actions/messages.ts'
import { getSubscription, subscribe, unsubscribe } from '../../actions/subscription.ts'
import { listVersions } from '../../actions/versions.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names =
  | 'getSubscription'
  | 'subscribe'
  | 'unsubscribe'
  | 'listMessages'
  | 'getMessage'
  | 'listVersions'
  | 'listMedia'
  | 'downloadMedia'

export function backupHandlers(deps: AppDeps): Handlers<Names> {
  return {
    getSubscription: ({ grant }) => getSubscription(grant),
    async subscribe({ grant }) {
      await subscribe(deps, grant)
      return done
    },
    async unsubscribe({ grant }) {
      await unsubscribe(deps, grant)
      return done
    },
    listMessages: ({ grant, query }) => listMessages(deps, grant, query),
    getMessage: ({ grant, params, query }) => getMessage(deps, grant, params.messageId, query),
    listVersions: ({ grant, params }) => listVersions(deps, grant, params.messageId),
    listMedia: ({ grant, query }) => listMedia(deps, grant, query),
    async downloadMedia({ grant, params, request, reply }) {
      const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
      // Ranges are defined for GET alone; HEAD tells of the whole file (RFC 9110 section 14.2).
      const conditions = { range: request.method === 'GET' ? range : undefined, ifRange: one(ifRange), ifNoneMatch }
      return sendDownload(request, reply, await downloadMedia(deps, grant, params.messageId, conditions))
    },
  }
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}

function sendDownload(request: FastifyRequest, reply: FastifyReply, file: Download): FastifyReply {
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
  reply.headers({
    'content-type': 'application/octet-stream',
    'content-length': end - start + 1,
    'content-disposition': attachment(file.fileName),
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (file.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${file.sizeBytes}`)
  return reply.send(request.method === 'HEAD' || file.sizeBytes === 0 ? '' : file.open())
}

/** RFC 6266: a plain name for old clients, the real one in UTF-8 beside it. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\w.\- ]/g, '_').slice(0, 150)
  const encoded = encodeURIComponent(fileName.toWellFormed().slice(0, 150).toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
