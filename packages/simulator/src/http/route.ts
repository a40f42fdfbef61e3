import type { BucketName } from '../rules/rate-limit.ts'
import type { Answer } from './answer.ts'

/** One request, without HTTP. */
export type Call = {
  params: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string | undefined>
  /** Parsed JSON, the fields of a form, or undefined. */
  body: unknown
  requestId: string
}

export type Route = {
  method: 'GET' | 'POST' | 'PUT'
  /** As in LINE's reference, with `{groupId}`. */
  path: string
  /** `open` needs no access token. */
  access?: 'open'
  accepts?: 'json' | 'form'
  bucket?: BucketName
  /** Whether `X-Line-Retry-Key` is accepted; on other routes it is an error. */
  takesRetryKey?: boolean
  answer(call: Call): Answer | Promise<Answer>
}

/** The fields of a body; none if it is not an object. */
export function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
}

/** The text of a field; empty if there is none. */
export function textOf(body: unknown, field: string): string {
  const value = fieldsOf(body)[field]
  return typeof value === 'string' ? value : ''
}
