import { type Answer, htmlPage, type Outcome } from '@innkeeper/simulator-kit'
import { ApiError, answerError, badRequest, forbidden, notFound, tooManyRequests, unauthorized } from './api-error.ts'
import type { Fault } from './faults.ts'

const internalError = answerError(new ApiError(500, 'Internal Server Error'))

/** Replaces the answer; the method is not called. Undefined for faults that happen later. */
export function outcomeBefore({ kind, draft }: Fault): Outcome | undefined {
  switch (kind) {
    case '400':
      return answerError(badRequest(draft.words ?? 'not acceptable'))
    case '401':
      return answerError(unauthorized)
    case '403':
      return answerError(forbidden(draft.words ?? 'bot was blocked by the user'))
    case '404':
      return answerError(notFound)
    case '429':
      return answerError(tooManyRequests(draft.retryAfterSeconds ?? 1))
    case '500':
      return internalError
    case '502':
      return htmlPage(502)
    case 'html-page':
      return htmlPage(200)
    case 'unavailable':
      return answerError(badRequest('wrong file_id or the file is temporarily unavailable'))
    case 'hang':
    case 'drop':
      return kind
    case 'accept-then-500':
    case 'accept-then-drop':
    case 'accept-then-hang':
    case 'delay':
    case 'drop-mid-body':
    case 'huge-length':
    case 'long-body':
    case 'no-length':
    case 'short-body':
    case 'slow':
      return undefined
  }
}

/** Replaces the answer after the method was called. */
export function outcomeAfter(fault: Fault | undefined, answer: Answer): Outcome {
  if (fault?.kind === 'accept-then-hang') return 'hang'
  if (fault?.kind === 'accept-then-drop') return 'drop'
  if (fault?.kind === 'accept-then-500') return internalError
  return answer
}
