import type { BucketName } from '../rules/rate-limit.ts'
import type { Answer } from './answer.ts'

export { fieldsOf, textOf } from '@innkeeper/simulator-kit'

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
