import { InnkeeperError } from '@innkeeper/client'
import type { ErrorCode } from '@innkeeper/contract'
import { NotReachedError } from '../api/client.ts'
import type { Texts } from '../locales/language.ts'

export type FailureKind = keyof Texts['errors']['kinds']

export type Failure = {
  kind: FailureKind
  /** The message from the service. */
  sentence: string
  requestId: string | null
  waitSeconds: number
}

/** Classifies an error. `opening`: the request would have opened a channel rather than changed something. */
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

/** A part of the page could not be loaded; browsers and the bundler have different messages for it. */
export function isLostFile(error: unknown): boolean {
  return error instanceof Error && lostFile.test(error.message)
}

const lostFile = /dynamically imported module|importing a module script failed|unable to preload css/i

/** Every error code of the contract has its own text here; a new code fails to compile. */
const kinds: Record<ErrorCode, FailureKind> = {
  invalid: 'invalid',
  'owner-role-fixed': 'owner-role-fixed',
  'owner-on-platform': 'owner-on-platform',
  'authentication-failed': 'signed-out',
  'link-not-valid': 'link-not-valid',
  'setup-link-not-valid': 'setup-link-not-valid',
  'wrong-passphrase': 'wrong-passphrase',
  'operator-exists': 'operator-exists',
  'webhook-refused': 'invalid',
  'permission-denied': 'denied',
  'not-a-subscriber': 'not-subscribed',
  'cross-site': 'cross-site',
  'post-only': 'invalid',
  'not-found': 'not-found',
  'message-not-found': 'message-not-found',
  'member-not-found': 'member-not-found',
  'rule-not-found': 'rule-not-found',
  'version-not-found': 'version-not-found',
  'search-not-found': 'search-not-found',
  'key-not-found': 'key-not-found',
  'job-not-found': 'job-not-found',
  'bookmark-not-found': 'bookmark-not-found',
  'import-not-found': 'import-not-found',
  'webhook-not-found': 'webhook-not-found',
  'sign-in-not-found': 'sign-in-not-found',
  'media-not-available-yet': 'media-not-available-yet',
  'media-lost': 'media-lost',
  'no-preview': 'no-preview',
  'import-conflict': 'invalid',
  'changed-meanwhile': 'changed-meanwhile',
  'range-not-satisfiable': 'invalid',
  'too-many-requests': 'too-many',
  internal: 'server',
  'membership-unconfirmed': 'membership-unconfirmed',
  unavailable: 'unavailable',
}

/** The service's messages about a connection. They have status 400, but nothing the person entered is wrong. */
const interrupted = /^(?:The request did not arrive in time|Too many connections are open)/

function kindOf({ status, code, message }: InnkeeperError, opening: boolean): FailureKind {
  if (status === 400 && interrupted.test(message)) return 'interrupted'
  const kind = code ? kinds[code] : kindOfStatus(status)
  return kind === 'denied' && opening ? 'forbidden' : kind
}

/** For responses that come from a proxy rather than from the service. */
function kindOfStatus(status: number): FailureKind {
  if (status === 401) return 'signed-out'
  if (status === 403) return 'denied'
  if (status === 404) return 'not-found'
  if (status === 429) return 'too-many'
  if (status === 502 || status === 503 || status === 504) return 'unavailable'
  return status < 500 ? 'invalid' : 'server'
}

function failure(kind: FailureKind, sentence: string): Failure {
  return { kind, sentence, requestId: null, waitSeconds: 1 }
}
