import { InnkeeperError } from '@innkeeper/client'
import { errors } from '@innkeeper/contract'
import { NotReachedError } from '../api.ts'
import type { Words } from '../words/en.ts'

export type FailureKind = keyof Words['errors']['kinds']

export type Failure = {
  kind: FailureKind
  /** What the service said itself. */
  sentence: string
  requestId: string | null
  waitSeconds: number
}

/** What went wrong, in our words. `opening`: the request would have opened a channel, rather than changed something. */
export function failureOf(error: unknown, { opening }: { opening: boolean }): Failure {
  if (error instanceof NotReachedError) return failure('network', error.message)
  if (isLostFile(error)) return failure('network', 'A file of the page did not come')
  if (!(error instanceof InnkeeperError)) return failure('bug', error instanceof Error ? error.message : String(error))
  return {
    kind: kindOf(error, opening),
    sentence: error.message,
    requestId: error.requestId,
    waitSeconds: Math.max(1, error.retryAfterSeconds ?? 1),
  }
}

/** A part of the page itself that could not be loaded, in the words of each browser and of the bundler. */
export function isLostFile(error: unknown): boolean {
  return error instanceof Error && lostFile.test(error.message)
}

const lostFile = /dynamically imported module|importing a module script failed|unable to preload css/i

function kindOf({ status, message }: InnkeeperError, opening: boolean): FailureKind {
  if (message === errors['not-a-subscriber'].sentence) return 'not-subscribed'
  if (message === errors['cross-site'].sentence) return 'cross-site'
  if (message === errors['message-not-found'].sentence) return 'message-not-found'
  if (status === 401) return 'signed-out'
  if (status === 403) return opening ? 'forbidden' : 'denied'
  if (status === 404) return 'not-found'
  if (status === 429) return 'too-many'
  if (status === 502 || status === 503 || status === 504) return 'unavailable'
  return status < 500 ? 'invalid' : 'server'
}

function failure(kind: FailureKind, sentence: string): Failure {
  return { kind, sentence, requestId: null, waitSeconds: 1 }
}
