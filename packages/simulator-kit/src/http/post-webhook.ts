import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

export type WebhookRequest = {
  url: string
  body: string | Buffer
  headers: Record<string, string>
  deadlineMs: number
  /** Gives up before the deadline. */
  signal?: AbortSignal
}

/** The result: a response, or the platform's word for the error. */
export type WebhookResponse = { ms: number } & (
  | { status: number; headers: Record<string, string>; body: string; error?: undefined; detail?: undefined }
  | { error: WebhookError; detail: string; status?: undefined; headers?: undefined; body?: undefined }
)

export type WebhookError = 'request_timeout' | 'could_not_connect' | 'unclassified'

/**
 * One POST as a platform sends it. Not with `fetch`, which adds headers of its own, and on a new connection, so that a
 * keep-alive connection that the server just closed is never mistaken for a failure.
 */
export function postWebhook(webhook: WebhookRequest): Promise<WebhookResponse> {
  const { url, body, deadlineMs, signal } = webhook
  const started = performance.now()
  const ms = () => performance.now() - started
  const bytes = Buffer.from(body)
  return new Promise((resolve) => {
    const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      ...(signal ? { signal } : {}),
      headers: { 'content-length': bytes.length, ...webhook.headers },
    })
    const timer = setTimeout(() => fail('request_timeout', `no answer in ${deadlineMs} ms`), deadlineMs)
    const fail = (error: WebhookError, detail: string) => {
      clearTimeout(timer)
      resolve({ error, detail, ms: ms() })
      request.destroy()
    }
    request.on('error', (error: NodeJS.ErrnoException) => {
      const couldNot = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN', 'ETIMEDOUT']
      fail(couldNot.includes(error.code ?? '') ? 'could_not_connect' : 'unclassified', error.message)
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', (error) => fail('unclassified', error.message))
      response.on('end', () => {
        clearTimeout(timer)
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
        )
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString(), ms: ms() })
      })
    })
    request.end(bytes)
  })
}

export function isSuccess(response: WebhookResponse): boolean {
  return response.status !== undefined && response.status >= 200 && response.status < 300
}
