import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A language model that takes its time and always chooses the first entry that it is offered. */
export type Model = { environment: Record<string, string>; stop(): Promise<void> }

const thinkingMs = 400

export async function startModel(): Promise<Model> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const asked = Buffer.concat(chunks)
    if (request.method === 'POST') await pause(thinkingMs)
    const answer = request.method === 'POST' ? complete(asked.length) : { data: [{ id: 'bench' }] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
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

function complete(askedBytes: number): object {
  return {
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: '{"choice": 1}' }, finish_reason: 'stop' }],
    usage: { total_tokens: Math.ceil(askedBytes / 4) },
  }
}
