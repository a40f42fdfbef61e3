/** The response of a route. `bytes` instead of `body` if it is not JSON. */
export type Answer = {
  status: number
  body?: unknown
  bytes?: Buffer
  contentType?: string
  headers?: Record<string, string>
}
