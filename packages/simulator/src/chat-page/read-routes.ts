import type { FastifyInstance, FastifyReply } from 'fastify'
import { listEntries } from '../transcript.ts'
import type { World } from '../world.ts'
import { describeEntry, describeWorld } from './describe.ts'
import { streamChanges } from './event-stream.ts'
import type { LiveChanges } from './live-changes.ts'
import { isShowable, recognizeMedia } from './media-kind.ts'
import { PageRefusal } from './read-input.ts'

type Params = { chatId: string; messageId: string; name: string }
type Query = { before?: string; limit?: string; after?: string }

const mostEntries = 200

/** What the page reads. */
export function readRoutes(app: FastifyInstance, world: World, live: LiveChanges): void {
  app.get('/chat/world', () => ({ ...describeWorld(world), latest: live.latest() }))

  app.get('/chat/chats/:chatId/entries', (request) => {
    const { chatId } = request.params as Params
    const { before, limit = '50' } = request.query as Query
    if (!world.chats.has(chatId) && !world.users.has(chatId))
      throw new PageRefusal(404, `No chat has the ID ${chatId}.`)
    const count = Number(limit)
    if (!Number.isInteger(count) || count < 1 || count > mostEntries)
      throw new PageRefusal(400, `limit must be a whole number from 1 to ${mostEntries}.`)
    if (before !== undefined && !/^\d+$/.test(before)) throw new PageRefusal(400, 'before must be the ID of an entry.')
    // One more than requested shows whether there are older ones.
    const found = listEntries(world, chatId, {
      limit: count + 1,
      ...(before === undefined ? {} : { before: Number(before) }),
    })
    const entries = found.slice(-count).map((entry) => describeEntry(world, entry))
    return { entries, hasOlder: found.length > count }
  })

  app.get('/chat/events', (request, reply) => {
    const { after } = request.query as Query
    const last = request.headers['last-event-id']
    reply.hijack()
    streamChanges(live, reply.raw, typeof last === 'string' && last !== '' ? last : after)
  })

  app.get('/chat/media/:messageId', (request, reply) => {
    const message = world.messages.get((request.params as Params).messageId)
    if (!message?.content)
      throw new PageRefusal(404, 'This file is not available. Its message was unsent or has no file.')
    sendBytes(reply, message.content.bytes, message.content.contentType)
    return reply
  })

  app.get('/chat/pictures/:name', (request, reply) => {
    const bytes = world.pictures.get((request.params as Params).name)
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
