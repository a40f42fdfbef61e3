// Receives webhooks and writes each event to a file, one per line: node examples/webhook-receiver.ts events.jsonl
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { verifyWebhook, WebhookVerificationError } from '@innkeeper/client/webhooks'

const [file = 'events.jsonl'] = process.argv.slice(2)
/** Separated by spaces: the new one and the former one, while one replaces the other. */
const secrets = (process.env.WEBHOOK_SECRET ?? '').split(' ').filter(Boolean)
if (secrets.length === 0) throw new Error('Set WEBHOOK_SECRET to the secret of the webhook')
const mostBytes = 1_000_000

/** An event arrives again if our response was lost, and when someone sends it again. */
const known = new Set(readEvents().map(({ id }) => id))

const server = createServer((request, response) => void receive(request, response))
server.listen(Number(process.env.PORT ?? 3000), () => console.log('Listening on', server.address()))

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const event = verifyWebhook(secrets, await readBody(request), request.headers)
    if (!known.has(event.id)) {
      // First the file: what is acknowledged isn't sent again.
      appendFileSync(file, `${JSON.stringify(event)}\n`)
      known.add(event.id)
      console.log(event.type, event.data.link)
    }
    response.writeHead(204).end()
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) console.error(error)
    // After 500, the event is sent again. What isn't genuine is none of our business.
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end()
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > mostBytes) throw new WebhookVerificationError('The body is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function readEvents(): { id: string }[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}
