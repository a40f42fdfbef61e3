import { assertDocumented } from '../hostile/documented.ts'

/** An answer, already held against the OpenAPI document. */
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
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: (raw as string | undefined) ?? (body === undefined ? null : JSON.stringify(body)),
      redirect: 'manual',
    })
    const isEndless = response.headers.get('content-type') === 'text/event-stream'
    const bytes = isEndless ? await beginningOf(response) : Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
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

/** Of an answer that does not end by itself; it is not waited for any further. */
async function beginningOf(response: Response): Promise<Buffer> {
  const reader = response.body?.getReader()
  const part = await reader?.read()
  await reader?.cancel()
  return Buffer.from(part?.value ?? [])
}
