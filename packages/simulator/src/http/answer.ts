import type { messagingApi } from '@line/bot-sdk'

/** What a route answers. `bytes` instead of `body` where it is not JSON. */
export type Answer = {
  status: number
  body?: unknown
  bytes?: Buffer
  contentType?: string
  headers?: Record<string, string>
}

export function succeed(body: object = {}): Answer {
  return { status: 200, body }
}

export function refuse(status: number, message: string, details: messagingApi.ErrorDetail[] = []): Answer {
  return { status, body: { message, ...(details.length > 0 ? { details } : {}) } }
}

/** The answer to a body that breaks rules; none if it breaks none. */
export function refuseBody(details: messagingApi.ErrorDetail[]): Answer | undefined {
  return details.length > 0 ? refuse(400, `The request body has ${details.length} error(s)`, details) : undefined
}

/** The answer to a property whose value cannot be what it should be. The platform knows no line and column here either. */
export function refuseProperty(property: string): Answer {
  return refuse(400, `The property, '${property}', in the request body is invalid (line: -, column: -)`)
}

export const notFound = refuse(404, 'Not found')

/** How the token endpoints say no. */
export function refuseToken(error: string, description: string, status = 400): Answer {
  return { status, body: { error, error_description: description } }
}
