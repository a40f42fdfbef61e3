import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** An entry as the model sees it. */
export type Entry = { number: number; question?: string; keywords?: string[]; answer?: string; groupRules?: string }

export type Asked = {
  request: IncomingMessage
  /** The whole body, unparsed. */
  raw: string
  body: {
    model: string
    messages: { role: string; content: string }[]
    temperature?: number
    max_tokens?: number
    max_completion_tokens?: number
    response_format?: object
  }
  /** The content of the last message. */
  data: { entries: Entry[]; message: string }
}

/** How it answers from now on. */
export type Script = (asked: Asked, response: ServerResponse) => unknown

/** A language model endpoint on loopback that follows a script. By default it chooses nothing. */
export type ScriptedModel = {
  baseUrl: string
  key: string
  settings: Record<string, string>
  asked: Asked[]
  script: Script
  /** How many requests the client aborted before the answer was complete. */
  cutOff: number
}

export async function startScriptedModel(): Promise<ScriptedModel> {
  const server = createServer((request, response) => void take(request, response))
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const raw = Buffer.concat(chunks).toString()
    response.on('close', () => (model.cutOff += response.writableFinished ? 0 : 1))
    if (request.method === 'GET') return respond(response, 200, { data: [{ id: 'small' }] })
    const body: Asked['body'] = JSON.parse(raw)
    const asked = { request, raw, body, data: JSON.parse(body.messages.at(-1)?.content ?? '') }
    model.asked.push(asked)
    await model.script(asked, response)
  }
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const key = 'canary-key-of-the-model-5f1c'
  const model: ScriptedModel = {
    baseUrl,
    key,
    settings: { INNKEEPER_AI_BASE_URL: baseUrl, INNKEEPER_AI_MODEL: 'small', INNKEEPER_AI_KEY: key },
    asked: [],
    script: says('{"choice": null}'),
    cutOff: 0,
  }
  return model
}

export function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

export const completion = (content: unknown, usage: unknown = { total_tokens: 321 }) => ({
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage,
})

/** Answers every request with exactly this content. */
export const says =
  (content: unknown, usage?: unknown): Script =>
  (_, response) =>
    respond(response, 200, completion(content, usage))

/** Chooses the first matching entry, as a good model would. */
export const choosing =
  (isIt: (entry: Entry) => boolean): Script =>
  ({ data }, response) =>
    respond(response, 200, completion(JSON.stringify({ choice: data.entries.find(isIt)?.number ?? null })))
