/** Of one's own will, told by an answer that nobody is signed in any more, or in another tab. */
export type SignOutCause = 'chosen' | 'refused' | 'elsewhere'

const listeners = new Set<(cause: SignOutCause) => void>()

/** Called by whatever asks the service; heard by what shows the sign-in page. */
export function tellSignedOut(cause: SignOutCause): void {
  for (const listener of listeners) listener(cause)
}

export function onSignedOut(listener: (cause: SignOutCause) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
