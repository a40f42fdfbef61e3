import { type IncomingHttpHeaders, request } from 'node:http'

/** An answer as it came over the wire. Not checked against the OpenAPI document, because these requests aren't in it. */
export type PlainAnswer = { status: number; headers: IncomingHttpHeaders; text: string }

/** Sends method, path and headers verbatim, which `fetch` would normalize or refuse. Opens a new connection each time. */
export function plainRequest(
  url: string,
  method: string,
  path: string,
  more: { headers?: Record<string, string>; body?: string } = {},
): Promise<PlainAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: more.headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, text: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('error', reject)
    sent.end(more.body)
  })
}
