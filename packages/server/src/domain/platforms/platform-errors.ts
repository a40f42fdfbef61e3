/** Why a platform refused a call. */
export type PlatformRefusalCode =
  /** The reply token was used, has expired, or was never valid. */
  | 'reply-right-spent'
  | 'not-found'
  /** Our account isn't allowed to. */
  | 'forbidden'
  /** Rate limited: it works later. */
  | 'too-fast'
  /** The plan's quota is used up. */
  | 'quota'
  | 'invalid'
  /** Another program receives the events of our account. */
  | 'conflict'
  /** The platform wasn't asked, because it has no way to express this. */
  | 'unsayable'

/**
 * `retryAfterMs`: how long the platform wants us to leave this chat alone. `movedTo`: the ID under which the chat can be reached.
 * `sentParts`: how many of several messages arrived before this one was refused.
 */
type RefusalFacts = { retryAfterMs?: number; movedTo?: string; sentParts?: number }

/** The platform refused the call. */
export class PlatformRefusal extends Error {
  readonly code: PlatformRefusalCode
  readonly facts: RefusalFacts
  constructor(code: PlatformRefusalCode, message: string, facts: RefusalFacts = {}) {
    super(message)
    this.name = 'PlatformRefusal'
    this.code = code
    this.facts = facts
  }
}

/**
 * No response, or one without meaning. The call may or may not have taken effect, unless `isUnsent`: then the request certainly
 * never left, for example because no connection could be opened, and neither did an earlier one for the same purpose.
 */
export class PlatformSilence extends Error {
  readonly isUnsent: boolean
  constructor(message: string, { isUnsent = false, ...options }: ErrorOptions & { isUnsent?: boolean } = {}) {
    super(message, options)
    this.name = 'PlatformSilence'
    this.isUnsent = isUnsent
  }
}
