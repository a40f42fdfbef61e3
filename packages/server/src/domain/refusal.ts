import { type ErrorCode, sentenceOf } from '@innkeeper/contract/errors'

/** A request that is refused for a reason its caller should see. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: string

  constructor(code: ErrorCode, detail = '') {
    super(sentenceOf(code, detail))
    this.name = 'Refusal'
    this.code = code
    this.detail = detail
  }
}

export function invalid(sentence: string): Refusal {
  return new Refusal('invalid', sentence)
}
