import { assertDocumented } from '../hostile/documented.ts'
import { sendRequest } from './send-request.ts'

/** An answer, already checked against the OpenAPI document. */
type Answer = {
  status: number
  headers: Headers
  text: string
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely; the document has checked their shape
  body: any
}

type Call = { headers?: Record<string, string>; body?: unknown; raw?: string | Uint8Array }

/** Calls the service as a client would: over HTTP, with a key. */
export type Caller = {
  request(method: string, path: string, call?: Call): Promise<Answer>
  get(path: string, call?: Call): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  delete(path: string, body?: unknown): Promise<Answer>
  authorization: string | undefined
}

export function createCaller(url: string, authorization: string | undefined): Caller {
  const request: Caller['request'] = async (method, path, { headers = {}, body, raw } = {}) => {
    const {
      status,
      headers: sent,
      bytes,
    } = await sendRequest(url + path, {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
    const text = bytes.toString()
    const isJson = /[/+]json(;|$)/.test(sent.get('content-type') ?? '')
    const answer = { status, headers: sent, text, bytes, body: isJson && text !== '' ? JSON.parse(text) : undefined }
    assertDocumented(method, path, answer)
    return answer
  }
  return {
    request,
    authorization,
    get: (path, call) => request('GET', path, call),
    post: (path, body) => request('POST', path, { body }),
    put: (path, body) => request('PUT', path, { body }),
    delete: (path, body) => request('DELETE', path, { body }),
  }
}
