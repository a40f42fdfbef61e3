import { createHmac, timingSafeEqual } from 'node:crypto'
import fastify from 'fastify'

// The limit for ingest: Fastify that reads the body, checks the signature and stores nothing.
const secret = process.env.SECRET ?? ''
const app = fastify({ bodyLimit: 16 * 1024 * 1024 })
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.get('/health', async () => 'ok')
app.post('/webhooks/line', (request, reply) => {
  const given = Buffer.from(String(request.headers['x-line-signature']), 'base64')
  const wanted = createHmac('sha256', secret)
    .update(request.body as Buffer)
    .digest()
  const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted)
  reply
    .code(isOurs ? 200 : 401)
    .header('content-type', 'application/json')
    .send('{}')
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close())
