import type { FastifyInstance, FastifyReply } from 'fastify'
import { streamChanges } from './event-stream.ts'
import type { LiveChanges } from './live-changes.ts'
import { isShowable, recognizeMedia } from './media-kind.ts'
import type { ChatPlatform } from './platform.ts'
import { PageRefusal } from './read-input.ts'

type Params = { chatId: string; messageId: string; name: string }
type Query = { before?: string; limit?: string; after?: string }

const mostEntries = 200

/** What the page reads. */
export function readRoutes<Happening>(
  app: FastifyInstance,
  platform: ChatPlatform<Happening>,
  live: LiveChanges,
): void {
  app.get('/chat/world', () => ({ ...platform.describeWorld(), latest: live.latest() }))

  app.get('/chat/chats/:chatId/entries', (request) => {
    const { chatId } = request.params as Params
    const { before, limit = '50' } = request.query as Query
    if (!platform.hasChat(chatId)) throw new PageRefusal(404, `No chat has the ID ${chatId}.`)
    const count = Number(limit)
    if (!Number.isInteger(count) || count < 1 || count > mostEntries)
      throw new PageRefusal(400, `limit must be a whole number from 1 to ${mostEntries}.`)
    if (before !== undefined && !/^\d+$/.test(before)) throw new PageRefusal(400, 'before must be the ID of an entry.')
    // One more than requested shows whether there are older ones.
    const found = platform.listEntries(chatId, {
      limit: count + 1,
      ...(before === undefined ? {} : { before: Number(before) }),
    })
    return { entries: found.slice(-count), hasOlder: found.length > count }
  })

  app.get('/chat/events', (request, reply) => {
    const { after } = request.query as Query
    const last = request.headers['last-event-id']
    reply.hijack()
    streamChanges(live, reply.raw, typeof last === 'string' && last !== '' ? last : after)
  })

  app.get('/chat/media/:messageId', (request, reply) => {
    const media = platform.findMedia((request.params as Params).messageId)
    if (!media) throw new PageRefusal(404, 'This file is not available. Its message was unsent or has no file.')
    sendBytes(reply, media.bytes, media.contentType)
    return reply
  })

  app.get('/chat/pictures/:name', (request, reply) => {
    const bytes = platform.findPicture((request.params as Params).name)
    if (!bytes) throw new PageRefusal(404, 'Picture not found.')
    sendBytes(reply, bytes, recognizeMedia(bytes).contentType)
    return reply
  })
}

/** Shown inline only if nothing in it can run; everything else is a download. */
function sendBytes(reply: FastifyReply, bytes: Buffer, contentType: string): void {
  const shown = isShowable(contentType) && recognizeMedia(bytes).contentType === contentType
  reply.headers({
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': shown ? 'inline' : 'attachment',
    'cache-control': 'private, max-age=600',
  })
  void reply.type(shown ? contentType : 'application/octet-stream').send(bytes)
}
