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
  /** The platform wasn't asked, because it has no way to express this. */
  | 'unsayable'

/** The platform refused the call. */
export class PlatformRefusal extends Error {
  readonly code: PlatformRefusalCode
  constructor(code: PlatformRefusalCode, message: string) {
    super(message)
    this.name = 'PlatformRefusal'
    this.code = code
  }
}

/** No response, or one without meaning. The call may or may not have taken effect. */
export class PlatformSilence extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PlatformSilence'
  }
}
