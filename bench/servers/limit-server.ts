import { readFileSync } from 'node:fs'
import fastify from 'fastify'

// The limit for reading: Fastify that sends the bytes of one page from a constant, without checks and logging.
const bytes = readFileSync(process.argv[2] ?? '')
const app = fastify()
app.get('/health', async () => 'ok')
app.get('/api/channels/:channelId/backup/messages', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(bytes)
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close())
