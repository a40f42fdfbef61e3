/** Of one's own will, or told by an answer that nobody is signed in any more. */
type Cause = 'chosen' | 'refused'

const listeners = new Set<(cause: Cause) => void>()

/** Called by whatever asks the service; heard by what shows the sign-in page. */
export function tellSignedOut(cause: Cause): void {
  for (const listener of listeners) listener(cause)
}

export function onSignedOut(listener: (cause: Cause) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
