import type { Answer } from '@innkeeper/simulator-kit'

export type ErrorParameters = { retry_after?: number; migrate_to_chat_id?: number }

/** A refusal in the platform's words. */
export class ApiError extends Error {
  readonly code: number
  readonly parameters: ErrorParameters | undefined
  constructor(code: number, description: string, parameters?: ErrorParameters) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}

export function badRequest(words: string, parameters?: ErrorParameters): ApiError {
  return new ApiError(400, `Bad Request: ${words}`, parameters)
}

export function forbidden(words: string): ApiError {
  return new ApiError(403, `Forbidden: ${words}`)
}

export function tooManyRequests(seconds: number): ApiError {
  return new ApiError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
}

export const unauthorized = new ApiError(401, 'Unauthorized')
export const notFound = new ApiError(404, 'Not Found')

export function answerError({ code, message, parameters }: ApiError): Answer {
  const retryAfter = parameters?.retry_after
  return {
    status: code,
    body: { ok: false, error_code: code, description: message, ...(parameters ? { parameters } : {}) },
    ...(retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } }),
  }
}

export function answerResult(result: unknown): Answer {
  return { status: 200, body: { ok: true, result } }
}
