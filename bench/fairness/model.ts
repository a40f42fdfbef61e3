import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A slow language model that always chooses the first entry. */
export type Model = { environment: Record<string, string>; stop(): Promise<void> }

const thinkingMs = 400

export async function startModel(): Promise<Model> {
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    environment: { INNKEEPER_AI_BASE_URL: `http://127.0.0.1:${port}/v1`, INNKEEPER_AI_MODEL: 'bench' },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let askedBytes = 0
  for await (const chunk of request) askedBytes += (chunk as Buffer).length
  const isQuestion = request.method === 'POST'
  if (isQuestion) await pause(thinkingMs)
  const said = isQuestion ? complete(askedBytes) : { data: [{ id: 'bench' }] }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
}

function complete(askedBytes: number): object {
  return {
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: '{"choice": 1}' }, finish_reason: 'stop' }],
    usage: { total_tokens: Math.ceil(askedBytes / 4) },
  }
}
