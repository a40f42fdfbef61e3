import type { Answer } from '@innkeeper/simulator-kit'
import type { messagingApi } from '@line/bot-sdk'

export type { Answer } from '@innkeeper/simulator-kit'

export function succeed(body: object = {}): Answer {
  return { status: 200, body }
}

export function refuse(status: number, message: string, details: messagingApi.ErrorDetail[] = []): Answer {
  return { status, body: { message, ...(details.length > 0 ? { details } : {}) } }
}

/** The response to an invalid body; undefined if it is valid. */
export function refuseBody(details: messagingApi.ErrorDetail[]): Answer | undefined {
  return details.length > 0 ? refuse(400, `The request body has ${details.length} error(s)`, details) : undefined
}

/** The response to a property with an invalid value. The platform gives no line and column here either. */
export function refuseProperty(property: string): Answer {
  return refuse(400, `The property, '${property}', in the request body is invalid (line: -, column: -)`)
}

export const notFound = refuse(404, 'Not found')

/** The error format of the token endpoints. */
export function refuseToken(error: string, description: string, status = 400): Answer {
  return { status, body: { error, error_description: description } }
}
