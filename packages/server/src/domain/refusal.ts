import type { TableProblem } from '@innkeeper/contract'
import { type ErrorCode, sentenceOf } from '@innkeeper/contract/errors'

/** A request that is refused for a reason its caller should see. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: string
  /** The lines of the sentence, for programs. Empty for most refusals. */
  readonly problems: readonly TableProblem[]

  constructor(code: ErrorCode, detail = '', problems: readonly TableProblem[] = []) {
    super(sentenceOf(code, detail))
    this.name = 'Refusal'
    this.code = code
    this.detail = detail
    this.problems = problems
  }
}

export function invalid(sentence: string): Refusal {
  return new Refusal('invalid', sentence)
}

/** A refusal as plain data, which can cross threads. */
export type RefusalParts = Pick<Refusal, 'code' | 'detail' | 'problems'>

export function refusalParts({ code, detail, problems }: Refusal): RefusalParts {
  return { code, detail, problems }
}
